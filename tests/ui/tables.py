"""Tables made by hand, for looking at the screens."""
# ruff: noqa: PLR0917 - the columns of a hand-made table read best in order

from dataclasses import replace

import numpy as np

from rules.core import Citation, DieView, Offer, Outcome, Place, Reminder, SeatView, View, ZoneKind
from rules.track.verdict import Answer, Ask, Infraction
from ui.app.table_model import HealthLine, LifeChange, LogLine, TableModel

ZONES = {
    "bag": ZoneKind.HIDDEN, "prep": ZoneKind.HEAP, "reserve": ZoneKind.OPEN,
    "field": ZoneKind.OPEN, "attack": ZoneKind.OPEN, "used": ZoneKind.HEAP,
}  # fmt: skip
COLOURS = {
    "side": ("#f2f2f2", "#101010"), "april": ("#e8b21f", "#3a1d00"), "thor": ("#2b59c3", "#f5f5f5"),
    "hulk": ("#2f9e44", "#ffffff"), "storm": ("#d9d9e3", "#3b2f7f"), "nova": ("#7a1fa2", "#ffd54f"),
}  # fmt: skip


def die(name, kind, zone, seat, short, stats="", detail="", **more):
    title = {"side": "Sidekick", "april": "April O'Neil", "nova": "Nova"}.get(kind, kind.title())
    return DieView(
        die=name, kind=kind, place=Place(zone, seat), title=title,
        short=short, stats=stats, detail=detail, **more,
    )  # fmt: skip


def attack_step() -> TableModel:
    dice = (
        die("t1", "thor", "attack", 0, "Thor3", "7/5", "level 3, 7A 5D (+2A)"),
        die("a1", "april", "attack", 0, "April2", "3/4", "level 2, 3A 4D"),
        die("s1", "side", "attack", 0, "Sidek", "1/1", "level 1, 1A 1D"),
        die("h1", "hulk", "attack", 1, "Hulk2", "5/6 -2", "level 2, 5A 6D, 2 damage", paired="t1"),
        die("s9", "side", "attack", 1, "Sidek", "1/1", "level 1, 1A 1D", paired="s1"),
        die("n1", "nova", "field", 1, "Nova1", "2/2", "level 1, 2A 2D"),
        die("st", "storm", "field", 0, "Storm1", "3/2", "level 1, 3A 2D"),
        die("cap", "side", "field", 0, "Sidek", "", "captured by Storm", under="st"),
        die("r1", "side", "reserve", 0, "SK", "1 Bolt", "1 Bolt energy"),
        die("r2", "april", "reserve", 0, "April", "2 Fist", "2 Fist energy"),
        die("r3", "side", "reserve", 0, "SK", "1 Wild", "1 Wild energy"),
        die("r4", "side", "reserve", 1, "SK", "1 Mask", "1 Mask energy"),
        die("r5", "hulk", "reserve", 1, "Hulk", "1 Gen", "1 Generic energy"),
        die("u1", "side", "used", 0, "Sidek"), die("u2", "side", "used", 0, "Sidek"),
        die("u3", "thor", "used", 0, "Thor"), die("p1", "side", "prep", 1, "Sidek"),
        die("p2", "nova", "prep", 1, "Nova"),
    )  # fmt: skip
    view = View(
        seats=(
            SeatView("Ana", 17, 20, ("2 Bolt, 2 Fist, 1 wild",)),
            SeatView("Bo", 9, 20, ("1 Mask, 1 generic",)),
        ),
        turn=5, active=0, step="Attack step", substep="assign blockers", dice=dice,
        hidden=((Place("bag", 0), "in the bag", 8), (Place("bag", 1), "in the bag", 6)),
    )  # fmt: skip
    book = "AvX"
    return TableModel(
        title="Dice Masters: Avengers vs. X-Men",
        view=view, zones=ZONES, colours=COLOURS, to_move=1,
        offers=(
            Offer("April O'Neil is blocked by Nova", "block", action="b1", seat=1),
            Offer("Thor is blocked by Nova too", "block", action="b2", seat=1),
            Offer("Storm: Mask: an attacker gets -1A", "global", action="g1", cost="Mask", seat=1),
            Offer("Hulk: 2 Fist: +1A", "global", cost="2 Fist", seat=1,
                  why_not="no Fist in your reserve"),
            Offer("Done with blockers", "pass", action="p", seat=1),
        ),
        reminders=(
            Reminder("Each attacker may be blocked by several characters; one character blocks "
                     "one attacker.", Citation(book, "Attack Step: Assign Blockers"), 1,
                     urgent=True),
            Reminder("Globals may be used by both players once blockers stand; the active player "
                     "first.", Citation(book, "Actions and Global Abilities")),
        ),
        events=(
            LogLine(1_800_000_000, "Turn 5: Ana draws 4", 0, "turn", 101),
            LogLine(1_800_000_012, "rolls Bolt, 2 Fist, wild, April 2", 0, "roll", 102),
            LogLine(1_800_000_030, "fields April at level 2 for 1", 0, "move", 103),
            LogLine(1_800_000_055, "attacks with Thor, April, Sidekick", 0, "move", 104),
            LogLine(1_800_000_064, "Bo loses 3 life: April unblocked", 1, "life", 105),
            LogLine(1_800_000_071, "Hulk blocks Thor", 1, "move", 106),
        ),
        life_changes=(LifeChange(0, 2, "Storm's effect"), LifeChange(1, -3, "April, unblocked")),
        lit=(Place("attack", 1),),
        health=(
            HealthLine("camera", "30", "fps"), HealthLine("look", "212", "ms"),
            HealthLine("temp", "61", "°C", "warn", "Give the Pi some air."),
            HealthLine("disk", "12.4", "GB"),
        ),
        thumbnail=picture(), journal="games/2026-11-18-ana-bo.diceref",
    )  # fmt: skip


def picture():
    image = np.zeros((90, 160, 3), np.uint8)
    image[:] = (46, 70, 38)
    image[44:46] = (120, 160, 110)
    for at, colour in enumerate(((31, 178, 232), (195, 89, 43), (242, 242, 242), (68, 158, 47))):
        x = 20 + at * 32
        image[54 + 6 * (at % 2) : 68 + 6 * (at % 2), x : x + 14] = colour
        image[20:34, x + 5 : x + 19] = colour[::-1]
    return image


def question() -> TableModel:
    ask = Ask(
        number=3,
        text="Which face does the blue die in Ana's reserve pool show?",
        answers=(
            Answer("Thor, two Bolts", (), 0.62), Answer("Thor, one Bolt", (), 0.31),
            Answer("Thor, wild", (), 0.05), Answer("None of these: I will fix it by hand", (), 0.0),
        ),
        evidence="glare on the top face; 7 of 11 looks said two Bolts", since=0.0, tracks=(4,),
    )  # fmt: skip
    return replace(attack_step(), question=ask, question_age=8.0)


def foul() -> TableModel:
    wrong = Infraction(
        number=2, code="wrong-payment", seat=0,
        citation=Citation("AvX", "Main Step: Purchase Dice"),
        text="Ana bought Thor for 4 but no Bolt is among the dice spent.",
        remedy="Put Thor back on its card, or spend at least one Bolt die instead of a Fist.",
    )  # fmt: skip
    return replace(attack_step(), fouls=(wrong,))


def over() -> TableModel:
    model = attack_step()
    return replace(
        model, to_move=None, offers=(), outcome=Outcome((0,), "Ana wins: Bo has no life left.")
    )


def with_offers(*offers):
    """A table at which just this may be done."""
    return replace(attack_step(), offers=offers)
