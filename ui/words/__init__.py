"""What games, clocks, the record and the set-up name by a word, as a person reads it.

A word that no table knows is shown as it is.
"""

from collections.abc import Mapping
from typing import Final

from words import NOTHING, Text, name_of, ptr, tr

ZONES: Final[Mapping[str, Text]] = {
    "attack": ptr("place", "Attack"),
    "field": ptr("place", "Field"),
    "reserve": ptr("place", "Reserve"),
    "battle-attack": ptr("place", "Attack"),
    "battle-life": ptr("place", "Life"),
    "battle-defence": ptr("place", "Defence"),
    "prep": ptr("place", "Prep"),
    "used": ptr("place", "Used"),
    "bag": ptr("place", "Bag"),
    "cards": ptr("place", "Cards"),
    "card": ptr("place", "Cards"),
    "transition": ptr("place", "Transit"),
    "out-of-play": ptr("place", "Out"),
    "oop": ptr("place", "Out"),
    "ko": ptr("place", "KO"),
    "throw": ptr("place", "Throw"),
    "keep": ptr("place", "Keep"),
}
"""Titles of the places where dice lie."""
OFFERS: Final[Mapping[str, Text]] = {
    "draw": ptr("what may be done", "Draw"),
    "roll": ptr("what may be done", "Roll"),
    "buy": ptr("what may be done", "Buy"),
    "field": ptr("what may be done", "Field"),
    "action": ptr("what may be done", "Action dice"),
    "global": ptr("what may be done", "Global abilities"),
    "attack": ptr("what may be done", "Attack"),
    "block": ptr("what may be done", "Block"),
    "damage": ptr("what may be done", "Damage"),
    "use": ptr("what may be done", "Use"),
    "hand": ptr("what may be done", "Partner"),
    "pass": ptr("what may be done", "Pass"),
}
"""Headings of what may be done."""
WAITING: Final[Mapping[str, Text]] = {
    "hands": tr("✋ hands over the table"),
    "moving": tr("≈ dice are moving"),
    "unsettled": tr("… looking again"),
    "record": tr("✖ the record cannot be written"),
    "question-open": tr("? answer first"),
    "foul-open": tr("✖ mend the foul first"),
    "unexplained": tr("… looking again"),
    "camera": tr("✖ no picture from the camera"),
    "tutorial-over": tr("■ the lesson ends here"),
    "demo-over": tr("■ the demo ends here"),
    "changed-by-hand": tr("■ the demo ends here"),
    "recording-over": tr("■ the recording is at its end"),
    "stopped": tr("✖ the game has stopped"),
    "as-answered": tr("… say what happened, or move the dice"),
    "nothing-new": NOTHING,
    "halfway": tr("… in the middle of a move"),
    "provisional": tr("… shown until the next move"),
    "covered": tr("… some dice are covered"),
}
"""What the eye waits for."""
HEALTH: Final[Mapping[str, Text]] = {
    "camera": tr("camera"),
    "frames": NOTHING,
    "look": tr("reads in"),
    "heat": NOTHING,
    "disk": tr("disk"),
}
"""What is measured of the machine."""
HEALTH_VALUES: Final[Mapping[str, Text]] = {
    "good": name_of("✔"),
    "check": tr("check"),
    "lost": tr("lost"),
}
"""How it stands with what has no figure."""
LEVELS: Final[Mapping[str, str]] = {"warn": "▲", "bad": "✖"}
"""Signs of what is not good."""
ENTRIES: Final[Mapping[str, Text]] = {
    "setup": tr("Set-up"),
    "step": tr("Move"),
    "question": tr("Asked: {text}"),
    "answer": tr("Answered: {text}"),
    "foul": tr("Foul: {text}"),
    "mended": tr("Foul {number} has been mended."),
    "allowed": tr("Foul {number} has been allowed."),
    "note": tr("Note: {text}"),
    "clock": tr("Clock: {text}"),
    "result": tr("The result was declared. {text}"),
}
"""What an entry of the record is."""
CAUSES: Final[Mapping[str, Text]] = {
    "announced": tr("A player said so."),
    "answered": tr("The players answered a question with it."),
    "corrected": tr("It stands in place of something that was corrected."),
    "judge": tr("A judge decided it."),
    "agreed": tr("Both players agreed on how the dice lie."),
    "clock": tr("The clock ran out."),
    "setup": tr("The game began so."),
    "note": tr("Somebody wrote it down."),
    "answer": tr("The players said so."),
    "result": tr("The players said so."),
    "mended": tr("The dice were put right."),
}
"""Why something was entered."""
CLOCKS: Final[Mapping[str, Text]] = {
    "reveal": tr("show sets"),
    "game": tr("game"),
    "match": tr("match"),
}
"""The clocks."""
ENDED: Final[Mapping[str, Text]] = {
    "tutorial-over": NOTHING,
    "recording-over": tr(
        "The recording is at its end. Q leaves; `diceref review` steps through what was seen."
    ),
    "demo-over": tr("The demo ends here. Q leaves; `diceref review` steps through the game."),
    "changed-by-hand": tr(
        "The record was changed by hand, so the simulated players stop. Q leaves; "
        "`diceref review` steps through the game."
    ),
}
"""How the watching came to an end."""
STATS: Final[Mapping[str, Text]] = {
    "lengths": tr("Turns of a game"),
    "games": tr("Games"),
    "players": tr("Players"),
    "teams": tr("Teams"),
    "cards": tr("Cards"),
    "steps": tr("Time"),
    "damage": tr("Damage"),
    "fielded": tr("Fielded"),
    "fouls": tr("Fouls"),
    "dice": tr("Dice"),
    "dice-of-players": tr("Dice by player"),
}
"""Titles of the tables of figures."""
COLUMNS: Final[Mapping[str, Text]] = {
    "date": ptr("column", "day"),
    "game": ptr("column", "game"),
    "kind": ptr("column", "kind"),
    "players": ptr("column", "players"),
    "result": ptr("column", "won by"),
    "turns": ptr("column", "turns"),
    "minutes": ptr("column", "min"),
    "luck": ptr("column", "luckier than … of 100"),
    "player": ptr("column", "player"),
    "games": ptr("column", "games"),
    "won": ptr("column", "won"),
    "tied": ptr("column", "tied"),
    "lost": ptr("column", "lost"),
    "share": ptr("column", "share"),
    "turn_s": ptr("column", "s a turn"),
    "energy_rolled": ptr("column", "energy"),
    "energy_spent": ptr("column", "spent"),
    "energy_left": ptr("column", "unspent"),
    "dealt": ptr("column", "dealt"),
    "taken": ptr("column", "taken"),
    "fielded": ptr("column", "fielded"),
    "fouls": ptr("column", "fouls"),
    "team": ptr("column", "team"),
    "card": ptr("column", "card"),
    "step": ptr("column", "step"),
    "seconds_a_turn": ptr("column", "s a turn"),
    "by": ptr("column", "by"),
    "amount": ptr("column", "damage"),
    "die": ptr("column", "die"),
    "times": ptr("column", "times"),
    "foul": ptr("column", "foul"),
    "rolled": ptr("column", "rolled"),
    "faces": ptr("column", "faces: seen (expected)"),
    "bars": ptr("column", "shape"),
    "p": ptr("column", "p"),
    "corrected": ptr("column", "corrected"),
    "verdict": ptr("column", "in words"),
}
"""Headings of their columns."""
FIELDS: Final[Mapping[str, Text]] = {
    "event": tr("Event (for the record; may stay empty)"),
    "round": tr("Round (a number)"),
    "match": tr("Match (games of one match bear one name)"),
    "centre": tr("Basic actions in the centre"),
    "chromatic": tr("Colour table of your own: a file"),
    "near-dicemasters": tr("Near side: name, team (link or file)"),
    "far-dicemasters": tr("Far side: name, team (link or file)"),
    "partner-near": tr("Near side, the partner"),
    "partner-far": tr("Far side, the partner"),
    "near-irondie": tr("Near side: name, nine dice (F8)"),
    "far-irondie": tr("Far side: name, nine dice (F8)"),
}
"""What the set-up asks for."""
EXAMPLES: Final[Mapping[str, Text]] = {
    "dicemasters": tr("4x12avx;2x17avx, or a team file (.toml)"),
    "chromatic": tr("own.toml; empty: the one that comes with DiceRef"),
    "irondie": tr("smasher-black, assault-red, …, or F8"),
}
"""How it may be written."""
SIDES_OF_THE_TABLE: Final[Mapping[str, Text]] = {
    "0": tr("Near side"),
    "1": tr("Far side"),
    "2": tr("Near side, the partner"),
    "3": tr("Far side, the partner"),
    "None": tr("Shared"),
}
"""Where players sit."""
FILTERS: Final[Mapping[str, Text]] = {
    "set": tr("Set"),
    "cost": tr("Cost"),
    "energy": tr("Energy"),
}
"""By what cards are sought."""

LESSONS: Final[Mapping[str, Text]] = {
    "watch": tr("Watch the table …"),
    "who": tr("the tutorial"),
    "hello": tr(
        "Victoria and Sebastian will play on this table; what you see is what a "
        "camera over their mat tells. In the middle lies the mat, on the left stand "
        "both lives, on the right what may be done now and what happened. Space: go "
        "on."
    ),
    "watched": tr(
        "Victoria has drawn, rolled and bought April. Nobody told the program: it "
        "saw the dice, and the log on the right says what it understood. What stands "
        "there slanted may still be taken back. Space: go on."
    ),
    "foul-begins": tr(
        "Now Victoria puts an energy die into the field, which no rule allows. The "
        "program waits a quarter of a minute before it says so: people often are not "
        "finished yet."
    ),
    "foul": tr(
        "A foul: the red band says what is wrong, by which rule, and what to do. The "
        "die is marked on the mat; C shows the camera's picture. Nothing needs to be "
        "pressed: it is mended with the hands. (X would let it stand.) Space: "
        "Victoria mends it."
    ),
    "foul-mends": tr("Victoria takes the die back."),
    "foul-mended": tr(
        "Mended, and the band has gone by itself. Next, Sebastian rolls, and glare "
        "hides the face of a die. Space: go on."
    ),
    "question-begins": tr("Sebastian plays. One of the dice he rolls will be hard to read."),
    "say-done": tr(
        "What he rolled stands slanted in the log: the program waits, he may not be "
        "finished. Press D: the move is over."
    ),
    "question": tr(
        "A question: the program never guesses. One of Sebastian's dice shows Shield "
        "or Bolt. It is a Shield, but make a mistake on purpose: press the number of "
        "the answer with the Bolt."
    ),
    "correct": tr(
        "The record now says Bolt, which is wrong. Put it right: E, choose the roll "
        "with Enter, go down to the die that says Bolt, turn it with → until it says "
        "Shield, go up to the first line and press Enter; Enter again says why and "
        "who. (U would take the entry back instead.)"
    ),
    "taken-back": tr("The roll is taken back. Sebastian takes the dice and throws them again."),
    "corrected": tr(
        "The record is true again, and nothing was erased: the correction stands in "
        "it as an entry of its own. It works the same for any earlier entry, and "
        "afterwards in `diceref review`. If everything has gone astray, A makes the "
        "table right as it lies. Space: go on."
    ),
    "over": tr(
        "That is all. Play with `diceref practice`, watch a game with `diceref "
        "demo`, or follow the guide to your own table. Q leaves."
    ),
}
"""What the tutorial says."""


def words_for(table: Mapping[str, Text], name: str) -> Text:
    """What a table says of a name, or the name."""
    return table[name] if name in table else name_of(name)
