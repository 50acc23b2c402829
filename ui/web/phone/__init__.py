"""A phone as the camera: a page that asks for the phone's camera, in a process of its own.

What a phone sends is read here and nowhere else; the game gets pixels and sentences.
"""
