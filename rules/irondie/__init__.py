"""IRONDIE by its manual (release 1.4, 2010), tournament rules included, behind `rules.core.Game`.

One module for each phase of a turn, one each for legal actions, reasons, words and views. The
chromatic table is a data file whose rows say what is sourced and what is reconstructed.
"""
