import numpy as np
import pytest

from hardware.dice import ActionFace, CharacterFace, DieKind, EnergyFace, IrondieFace, PipFace
from vision.faces import EMBEDDING, HEADS, Reading, printed
from vision.identify import Declared, Enrolled, confusable, merged
from vision.sighting import Candidate

GREEN, PURPLE, RED, WHITE, BLACK = (
    (80, 120, 30),
    (90, 40, 140),
    (220, 40, 50),
    (250,) * 3,
    (10,) * 3,
)


def energies(name):
    return (EnergyFace(name), EnergyFace(name, 2), EnergyFace(name, 2))


def die(kind, energy, *, body, ink=BLACK, stats=(1, 2, 3), icon="", known=True, side=""):
    field, attack, defence = stats
    levels = tuple(CharacterFace(field, attack + i, defence + i) for i in range(3))
    return DieKind(
        kind, kind.title(), (*energies(energy), *levels), body, ink, icon, side=side,
        body_known=known,
    )  # fmt: skip


HULK = die("hulk", "Fist", body=GREEN, stats=(1, 5, 5), icon="hulk")
THOR = die("thor", "Bolt", body=RED, ink=(30, 30, 80), icon="thor")
THING = die("thing", "Fist", body=PURPLE, stats=(1, 3, 3), icon="thing")


def reading(face, body, ink=BLACK, *, sure=0.97, embedding=None, common=None):
    attributes = {}
    for head, width in HEADS.items():
        attributes[head] = np.full(width, -np.log(width), np.float32)
    for head, at in printed(face):
        wrong = (1 - sure) / (HEADS[head] - 1)
        attributes[head] = np.log(np.full(HEADS[head], wrong, np.float32))
        attributes[head][at] = np.log(sure)
    unit = np.zeros(EMBEDDING, np.float32) if embedding is None else embedding
    return Reading(0, 1.0, attributes, body, ink, unit, common or {})


def best(found):
    return max(found, key=lambda candidate: found[candidate])


@pytest.mark.parametrize(
    ("face", "body", "wanted"),
    [
        (EnergyFace("Fist"), GREEN, Candidate("hulk", 0)),
        (EnergyFace("Fist"), PURPLE, Candidate("thing", 0)),
        (CharacterFace(1, 6, 6), GREEN, Candidate("hulk", 4)),
        (EnergyFace("Bolt"), RED, Candidate("thor", 0)),
    ],
)
def test_print_and_colour_together_name_the_die_and_its_face(face, body, wanted):
    found = Declared((HULK, THOR, THING)).match(reading(face, body))
    assert best(found) == wanted
    assert found[wanted] > np.log(0.9)


def test_probabilities_never_exceed_one_together():
    found = Declared((HULK, THOR, THING)).match(reading(EnergyFace("Fist"), (85, 80, 85)))
    assert np.exp(list(found.values())).sum() <= 1 + 1e-9


def test_two_faces_printed_alike_share_their_probability():
    found = Declared((HULK, THOR)).match(reading(EnergyFace("Fist", 2), GREEN))
    assert found[Candidate("hulk", 1)] == pytest.approx(found[Candidate("hulk", 2)])
    assert found[Candidate("hulk", 1)] == pytest.approx(np.log(0.5), abs=0.05)


def test_a_die_nobody_declared_is_nobodys_die():
    stranger = reading(CharacterFace(3, 9, 9, 2), (20, 200, 220), sure=0.99)
    found = Declared((HULK, THOR)).match(stranger)
    assert np.exp(list(found.values())).sum() < 0.5


def test_a_guessed_colour_does_not_decide():
    guessed = die("guessed", "Bolt", body=(0, 0, 250), known=False, icon="x")
    found = Declared((HULK, guessed)).match(reading(EnergyFace("Bolt"), RED))
    assert best(found) == Candidate("guessed", 0)


PALE = die("pale", "Bolt", body=(200, 190, 180), ink=(20, 20, 20))
GREY = die("grey", "Fist", body=(90, 60, 150), ink=WHITE, stats=(1, 5, 5))


@pytest.mark.parametrize(
    ("factors", "veil"), [((0.95, 0.75, 0.5), 0), ((0.8, 0.7, 0.75), 60), ((1.0, 1.0, 1.0), 90)]
)
def test_lamp_and_haze_are_found_from_the_dice_themselves(factors, veil):
    lit = lambda colour: tuple(round(c * f + veil) for c, f in zip(colour, factors, strict=True))  # noqa: E731
    sure = [
        reading(face, lit(kind.body), lit(kind.ink))
        for kind in (PALE, GREY)
        for face in kind.faces
        if isinstance(face, CharacterFace)
    ]
    cast = Declared((PALE, GREY)).lamp(sure).declared
    for colour in (PALE.body, GREY.body):
        assert cast.taken_off(np.array(lit(colour), float)) == pytest.approx(colour, abs=12)


def test_under_haze_a_black_die_is_not_taken_for_a_grey_one():
    black = die("black", "Bolt", body=(0, 0, 0), ink=WHITE, stats=(1, 7, 7))
    grey = die("dim", "Bolt", body=(100, 100, 100), ink=WHITE, stats=(1, 8, 8))
    hazy = lambda colour: tuple(round(0.6 * c + 100) for c in colour)  # noqa: E731
    sure = [
        reading(face, hazy(kind.body), hazy(kind.ink))
        for kind in (PALE, GREY, black, grey)
        for face in kind.faces
        if isinstance(face, CharacterFace)
    ]
    doubted = reading(EnergyFace("Bolt"), hazy(black.body), hazy(black.ink))
    declared = Declared((PALE, GREY, black, grey))
    assert best(declared.match(doubted)).kind == "dim"
    assert best(declared.match_all([*sure, doubted])[-1]).kind == "black"


def test_a_lamp_seen_by_too_few_dice_stays_unknown():
    assert not Declared((HULK, THOR)).lamp([reading(EnergyFace("Bolt"), RED)]).declared.known


def test_looks_at_an_untouched_die_add_up_but_not_as_if_they_were_independent():
    one = {Candidate("hulk", 0): np.log(0.7), Candidate("thing", 0): np.log(0.3)}
    many = merged([one] * 20)
    assert np.exp(many[Candidate("hulk", 0)]) > 0.8
    assert np.exp(many[Candidate("hulk", 0)]) < 0.9  # 20 independent looks would say 1.0000


def test_two_faces_printed_alike_lose_nothing_over_several_looks():
    look = {
        Candidate("hulk", 1): np.log(0.3),
        Candidate("hulk", 2): np.log(0.3),
        Candidate("thing", 0): np.log(0.39),
    }
    both = merged([look] * 5)
    assert np.exp(both[Candidate("hulk", 1)]) * 2 > 0.6


def test_one_bad_look_does_not_overturn_three_good_ones():
    good = {Candidate("hulk", 0): np.log(0.95), Candidate("thing", 0): np.log(0.04)}
    bad = {Candidate("thing", 0): np.log(0.99)}
    assert best(merged([good, good, bad, good])) == Candidate("hulk", 0)


def test_an_enrolled_icon_tells_two_dice_apart_that_print_and_colour_do_not():
    twin = die("twin", "Fist", body=GREEN, stats=(1, 5, 5), icon="twin")
    towards = np.eye(EMBEDDING, dtype=np.float32)
    looks = [
        Enrolled(kind, 3, tuple(towards[axis]), GREEN, BLACK)
        for kind, axis in (("hulk", 0), ("twin", 1))
    ]
    seen = reading(CharacterFace(1, 5, 5), GREEN, embedding=towards[1])
    plain = Declared((HULK, twin)).match(seen)
    assert plain[Candidate("hulk", 3)] == pytest.approx(plain[Candidate("twin", 3)])
    told = Declared((HULK, twin), looks).match(seen)
    assert best(told) == Candidate("twin", 3)
    assert told[Candidate("twin", 3)] > np.log(0.95)


HAMMER, BASIC = (
    DieKind(
        kind, kind.title(), (*energies(energy), *(ActionFace(burst) for burst in range(3))),
        WHITE, (110, 80, 45), icon,
    )
    for kind, energy, icon in (("hammer", "Bolt", "hammer"), ("basic", "Generic", ""))
)  # fmt: skip


@pytest.mark.parametrize(("lean", "wanted"), [(3.5, "basic"), (-3.5, "hammer")])
def test_the_star_of_basic_actions_tells_them_from_a_die_of_their_colours(lean, wanted):
    shown = reading(ActionFace(1), WHITE, (110, 80, 45), common={"star": lean})
    found = Declared((HAMMER, BASIC)).match(shown)
    assert best(found) == Candidate(wanted, 4)
    assert found[Candidate(wanted, 4)] > np.log(0.9)
    assert confusable((HAMMER, BASIC)) == ()


def test_an_enrolled_basic_action_is_known_by_what_its_own_star_looks_like():
    towards = np.eye(EMBEDDING, dtype=np.float32)
    looks = [
        Enrolled(kind, 4, tuple(towards[axis]), WHITE, (110, 80, 45))
        for kind, axis in (("hammer", 0), ("basic", 1))
    ]
    shown = reading(ActionFace(1), WHITE, (110, 80, 45), embedding=towards[1], common={"star": -3})
    assert best(Declared((HAMMER, BASIC), looks).match(shown)) == Candidate("basic", 4)


def test_dice_that_cannot_be_told_apart_are_named_with_what_to_do():
    twin = die("twin", "Fist", body=(84, 118, 34), stats=(0, 1, 1), icon="twin")
    (pair,) = confusable((HULK, THOR, THING, twin))
    assert (pair.first.kind, pair.second.kind, pair.faces) == ("hulk", "twin", 3)
    assert "diceref enrol" in pair.sentence()
    assert "Hulk" in pair.sentence()
    assert "Twin" in pair.sentence()


def test_dice_with_other_colours_or_other_print_are_not_called_alike():
    assert confusable((HULK, THOR, THING)) == ()


@pytest.mark.parametrize(
    ("face", "family"),
    [
        (CharacterFace(2, 10, 7, 1), "dicemasters"),
        (EnergyFace("Generic", 2), "dicemasters"),
        (EnergyFace("Wild"), "dicemasters"),
        (ActionFace(2), "dicemasters"),
        (PipFace(4), "pips"),
        (IrondieFace("defence", 4), "irondie"),
        (IrondieFace("attack", 6), "irondie"),
        (IrondieFace("life", 1), "irondie"),
    ],
)
def test_the_best_face_of_a_family_is_the_printed_one(face, family):
    found, score = reading(face, WHITE).best(family)
    assert found == face
    assert score > 0.85


@pytest.mark.parametrize(
    ("face", "sure", "doubtful"),
    [
        (PipFace(3), 0.8, True),
        (PipFace(3), 0.99, False),
        (IrondieFace("attack", 3), 0.8, True),
        (IrondieFace("life", 3), 0.8, False),
        (CharacterFace(1, 2, 3), 0.8, False),
    ],
)
def test_marks_are_counted_again_only_where_their_number_is_not_sure(face, sure, doubtful):
    assert reading(face, WHITE, sure=sure).doubtful_count is doubtful


def test_marks_that_can_be_counted_show_pips_where_only_pips_are_expected():
    assert reading(PipFace(3), WHITE, sure=0.99).shows("pips") > 0.9
    assert reading(IrondieFace("attack", 3), WHITE, sure=0.99).shows("pips") > 0.9
    assert reading(CharacterFace(1, 2, 3), WHITE, sure=0.99).shows("pips") < 0.1
    assert reading(PipFace(3), WHITE, sure=0.99).shows("dicemasters") < 0.1


TWINS = (
    die("A:hulk", "Fist", body=GREEN, stats=(1, 5, 5), icon="hulk", side="A"),
    die("B:thing", "Fist", body=PURPLE, stats=(1, 3, 3), icon="thing", side="B"),
)


def surest(found):
    chances = {}
    for candidate, log in found.items():
        chances[candidate.kind] = chances.get(candidate.kind, 0.0) + np.exp(log)
    return max(chances.values())


def test_declared_colours_alone_are_never_sure_of_a_die():
    known = Declared(TWINS)
    (found,) = known.named([reading(EnergyFace("Fist"), GREEN, sure=0.999)])
    assert best(found) == Candidate("A:hulk", 0)
    assert 0.9 < surest(found) < 0.97
    looks = merged([known.match_all([reading(EnergyFace("Fist"), GREEN, sure=0.999)])[0]] * 5)
    assert surest(looks) > 0.99
    assert surest(known.doubted(looks)) < 0.97


def test_declared_colours_make_no_doubtful_print_sure():
    near = (
        die("A:hulk", "Fist", body=GREEN, stats=(1, 5, 5), side="A"),
        die("B:thing", "Mask", body=PURPLE, stats=(1, 5, 6), side="B"),
    )
    five_or_six = reading(CharacterFace(1, 5, 5), PURPLE, sure=0.999)
    five_or_six.attributes["defence"][[5, 6]] = np.log([0.35, 0.6])
    known = Declared(near)
    assert surest(known.match(five_or_six)) > 0.99, "its colours are those of the one with a six"
    (found,) = known.named([five_or_six])
    assert best(found) == Candidate("B:thing", 3)
    assert surest(found) < 0.97
    looks = merged([Declared(near).match_all([five_or_six])[0]] * 5)
    assert surest(Declared(near).doubted(looks)) < 0.97


def test_print_that_only_one_die_carries_is_sure_whatever_its_colours():
    (found,) = Declared(TWINS).named([reading(CharacterFace(1, 7, 7), GREEN, sure=0.999)])
    assert surest(found) > 0.99


def test_a_die_known_by_its_print_confirms_the_colours_of_its_kind():
    known = Declared(TWINS)
    fist = reading(EnergyFace("Fist"), GREEN, sure=0.999)
    other = reading(CharacterFace(1, 4, 4), PURPLE, sure=0.999)
    found = known.named([fist, reading(CharacterFace(1, 6, 6), GREEN, sure=0.999), other])
    assert surest(found[0]) > 0.98
    (again,) = known.named([fist])
    assert surest(again) > 0.98


def test_colours_that_a_known_die_does_not_have_stay_doubtful():
    known = Declared(TWINS)
    blue = (30, 60, 200)
    known.named([reading(CharacterFace(1, 6, 6), blue, sure=0.999)] * 3)
    (found,) = known.named([reading(EnergyFace("Fist"), GREEN, sure=0.999)])
    assert surest(found) < 0.98


def test_colours_of_a_line_up_need_no_confirming():
    looks = [
        Enrolled(name, 0, (), body, BLACK) for name, body in (("hulk", GREEN), ("thing", PURPLE))
    ]
    (found,) = Declared(TWINS, looks).named([reading(EnergyFace("Fist"), GREEN, sure=0.999)])
    assert surest(found) > 0.99
