"""The tournament desk: the archive of all tables' records, the event, its pages and its orders.

No Textual here (that is `ui.screens.desk`). Who plays whom and who stands where is decided in
`rules.tournament`; how entries travel, in `ui.hub`.
"""
