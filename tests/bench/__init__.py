"""What `diceref bench` measures: figures, sweeps, and the simulated games they are played on.

Lies beside the tests, so that an installation that only plays does not carry it.
"""
