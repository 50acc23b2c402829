"""Games played by simulated hands under a simulated eye, at the level of sightings."""
