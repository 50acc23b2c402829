"""The table in a browser: the server, and the page it serves."""
