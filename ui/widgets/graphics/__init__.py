"""Pictures by the terminal's own graphics: what it can show, and in which bytes.

Nothing here draws a table or holds a widget; `ui.widgets.picture_view` does.
"""
