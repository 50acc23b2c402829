"""The model workshop: rendering training data, training, export, evaluation, shipped weights.

Only the training side (modules named in the import contract) may import torch or ultralytics,
and only when asked to train; playing never loads them.
"""
