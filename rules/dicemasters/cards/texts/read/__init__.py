"""Cards that `models.card_reader` has read, a JSON file for each set: never changed by hand."""
