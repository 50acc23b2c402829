"""Drawings for browsers: the mat with its dice, as SVG.

One renderer for the page that `--serve` shows, for exports and for the desk's public pages. Text
and numbers come in; markup goes out, with everything in it that a name could hold escaped.
"""
