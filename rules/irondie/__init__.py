"""IRONDIE by its manual (release 1.4, 2010), tournament rules included, behind `rules.core.Game`.

The chromatic table is a data file whose rows say what is sourced and what is reconstructed.
"""
