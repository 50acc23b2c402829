"""Reads printed card texts into typed effects: a tool of the workshop, never part of playing.

The language of the cards is regular. What is understood whole becomes a `CardText`; everything else
is refused with the words that were not understood. No printed text is kept.
"""
