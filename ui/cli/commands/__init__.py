"""One module per subcommand of `diceref`: `add` declares it, `run` does it."""
