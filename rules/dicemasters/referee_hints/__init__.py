"""What Dice Masters tells the referee beyond the rules: names for fouls, putting right by hand."""
