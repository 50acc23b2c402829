"""The tournament desk's screens: what `ui.desk.service` knows, in a terminal.

They decide nothing: each key is one act, and what is refused is said in one sentence.
"""
