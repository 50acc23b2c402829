"""What players may do: the actions, which of them are legal, why one is not, what it costs."""
