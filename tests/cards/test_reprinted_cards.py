"""Basic actions printed in several sets under other names do the same in each."""

import pytest

from tests.laid_out import FIST, PLAIN, TWO_STARS, LaidOut

BRUTE = "46hhs"  # a Fist character of 3/3, 4/4, 5/5 without text

SMASH = pytest.mark.parametrize(
    ("game", "code"), [("avx", "32avx"), ("imwm", "29imw"), ("ygo", "114ygo")]
)


def action(game, code, face, **more):
    s = LaidOut(game, [BRUTE], [BRUTE], [code], **more)
    return s, s.put(code, "reserve", face)


@SMASH
def test_smash_knocks_out_level_1_or_with_two_bursts_level_2(game, code):
    for face, low_goes, high_goes in ((PLAIN, "prep", "field"), (TWO_STARS, "field", "prep")):
        s, die = action(game, code, face)
        low, high = s.field(BRUTE, 1, seat=1), s.field(BRUTE, 2, seat=1)
        s.use(die)
        if s.asked:
            s.answer(low if low_goes == "prep" else high)
        assert (s.zone(low), s.zone(high)) == (low_goes, high_goes)


@SMASH
def test_the_global_of_smash_makes_a_blocked_character_deal_no_combat_damage(game, code):
    s, _ = action(game, code, PLAIN, active=1)
    blocker, attacker = s.field(BRUTE, 1), s.field(BRUTE, 3, seat=1)
    s.energy(FIST, seat=1)
    s.attack(attacker).block({blocker: attacker})
    s.use_global(code)
    s.fight()
    assert s.zone(blocker) == "field"
