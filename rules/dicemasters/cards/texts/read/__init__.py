"""Card texts that `python -m models.card_reader` has read: typed effects, one module per set.

Never changed by hand: a card that needs a hand goes into the set's own module beside this folder,
which comes first.
"""
