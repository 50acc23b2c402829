"""Purchases between two looks whose payments could be taken for each other's."""

from test_rivals_in_dice_masters import Match

from rules.core import Draw, Roll
from rules.track import Commit
from rules.track.likeness import likeness


class WithDice(Match):
    """A match in which hands also draw and roll."""

    def do(self, *said, faces):
        """Hands do what is said, then draw Sidekicks and roll these faces."""
        rolled = ()
        for words in (*said, "draw", "roll"):
            chance = self.game.chance(self.state)
            if isinstance(chance, Draw):
                action = self.game.settle(self.state, ("sidekick",) * chance.count)
            elif isinstance(chance, Roll):
                action = self.game.settle(self.state, faces)
                rolled = [die for die, _ in chance.dice]
            else:
                action = next(
                    action
                    for action in self.game.legal_actions(self.state)
                    if self.game.say(self.state, action).startswith(words)
                )
            self.state, _ = self.game.apply(self.state, action)
            self.table.follow(self.game.layout(self.state), rolled)
        return super().do()


def test_two_purchases_paid_crosswise_are_found_and_no_foul_is_named():
    match = WithDice(
        "avx",
        [
            "0 reserve Sidekick ?",
            "0 used Human Torch",
            "0 used Inner Rage",
            *["0 used Sidekick"] * 2,
            "1 reserve Captain America 2 Shield",
            "1 reserve Inner Rage 2 Generic",
            "1 reserve Sidekick Mask",
            "1 reserve Sidekick Shield",
            "1 used Force Beam",
            "1 used Inner Rage",
            *["1 used Sidekick"] * 3,
        ],
        active=1,
        turn=11,
    )
    verdict = match.do(
        "buy Beast paying 1 Mask (Sidekick) + 1 Shield (Sidekick)",
        "buy Captain America paying 2 Shield (Captain America) + 2 Generic (Inner Rage)",
        "pass",
        faces=(5, 4, 2, 2),
    )
    assert isinstance(verdict, Commit)
    assert likeness(match.game, match.tracker.state) == likeness(match.game, match.state)
