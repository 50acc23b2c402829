"""The `diceref` command: one module per subcommand, completion, and the options they share."""
