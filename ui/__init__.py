"""The diceref command, the Textual dashboard and review; where all the parts are put together.

Holds no rules and reads no dice: it asks the engine and the eye. Nobody imports it.
"""
