"""A card's text in plain words, made from its data: for look-ups, questions and reviews.

No sentence is written down per card: what is read here is what the engine carries out.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rules.dicemasters.cards import effects as fx
from rules.dicemasters.cards.phrases import (
    BEHIND,
    CULPRITS,
    DEEDS,
    EVENTS,
    FREE,
    MANY,
    RULES,
    UNTIL,
    WHOSE,
    ZONES,
    any_level,
    bonus_in_words,
    by_opponent,
    member_of,
    number_in_words,
    players_do,
    stars_before,
    verb_after,
    with_articles,
)


def text_in_words(text: fx.CardText, title: str) -> tuple[str, ...]:
    """What the card called `title` says, one sentence a line; bursts begin with stars."""
    lines = [", ".join(text.keywords)] if text.keywords else []
    for ability in text.abilities:
        lines += _TextInWords(title).ability(ability)
    return tuple(lines)


class _TextInWords:
    """Puts one ability into words; it knows whose text it is and which event it is about."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.event = ""

    def ability(self, ability: fx.Ability) -> Iterator[str]:
        """The sentences of one ability."""
        speak: Callable[[Any], Iterator[str]] = getattr(self, f"_{type(ability).__name__.lower()}")
        for line in speak(ability):
            yield with_articles(line[0].upper() + line[1:])

    def _when(self, when: fx.When) -> Iterator[str]:
        self.event = when.event
        moment = f"{when.word}: " * bool(when.word) + self._moment(when)
        if when.word == "Breath Weapon" and isinstance(when.do, fx.May):
            cost = when.do.energy
            yield (
                f"{when.word} {cost}: when it attacks: you may pay {cost}: deal {cost} "
                "damage to the opponent and to each opposing character (Anti-Breath Weapon may "
                "cancel it for as much)."
            )
            return
        yield from self._bursts(f"{stars_before(when.burst)}{moment}: ", when)

    def _moment(self, when: fx.When) -> str:
        subject = when.subject
        many = when.event in ("attack-start", "attack-set", "blockers-set", "life-damaged")
        if many or when.event in ("turn-start", "turn-end", "rolled", "global-used"):
            words = f"when {EVENTS[when.event]}"
            for you, others in WHOSE.get(when.seats, {}).items():
                words = words.replace(you, others)
        elif subject is None:
            words = f"when it {EVENTS[when.event]}"
        else:
            you = "you or " if when.or_you else ""
            active = "active or not" if when.inactive else "while active"
            words = f"{active}, when {you}{self.who(subject, 'a')} {EVENTS[when.event]}"
            if subject.own_card:
                happens = EVENTS[when.event].replace("takes", "take" if you else "takes")
                words = f"{active}, when {you}a {self.title} die of yours {happens}"
        if when.by is not None:
            other = self.who(when.by, "a")
            if when.event == "kos":
                words = words.replace("a die", other)
            elif when.event == "blocks":
                words += f" {other}"
            else:
                words += f" {'from' if when.event == 'damaged' else 'by'} {other}"
        words += " alone" if when.alone else ""
        words += f" while {when.doing}" if when.doing else ""
        words += " in combat" if when.in_combat else ""
        words += " while engaged" if when.engaged else ""
        words += " on your turn" if when.own_turn else ""
        words += " in the Attack Step" if when.step == "attack" else ""
        return words + (", the first time each turn" if when.once else "")

    def _bursts(self, begin: str, ability: fx.When | fx.WhenUsed) -> Iterator[str]:
        yield f"{begin}{self.ops(ability.do)}."
        if ability.star is not None and ability.star == ability.double:
            yield f"*/** instead: {self.ops(ability.star)}."
            return
        if ability.star is not None:
            yield f"* instead: {self.ops(ability.star)}."
        if ability.double is not None:
            yield f"** instead: {self.ops(ability.double)}."

    def _while(self, each: fx.While) -> Iterator[str]:
        who = "it" if each.who is None else self.who(each.who, "each")
        gains = bonus_in_words(self.amount(each.attack), self.amount(each.defence))
        parts = [f"gets {gains}"] if gains else []
        if each.rule:
            parts.append(RULES.get(each.rule, f"has {each.rule}"))
        against = ""
        if each.against is not None:
            near = "while engaged with" if gains else "by"
            against = f" {near} {self.who(each.against, 'any')}"
        only = f" while {BEHIND[each.behind]}" if each.behind else ""
        if each.life_below:
            only = f" while you have less than {each.life_below} life"
        if each.only_fielded:
            only = " while it is the only character die fielded this turn"
        if each.needs is not None:
            only = f" while {self._there(each.needs, each.at_least, each.at_most)}"
        yield f"{stars_before(each.burst)}while active, {who} {' and '.join(parts)}{against}{only}."

    def _whenused(self, act: fx.WhenUsed) -> Iterator[str]:
        begin = "at the start of your Attack Step: " if act.step else ""
        if act.needs is not None:
            begin += f"only with {act.at_least} or more {self.who(act.needs, '', many=True)}: "
        if act.life_below:
            begin += f"only with less than {act.life_below} life: "
        yield from self._bursts(begin, act)

    def _paid(self, each: fx.Paid) -> Iterator[str]:
        who = {"you": "you", "opponent": "the opponent", "each": "either player"}[each.by]
        costs = [each.cost] if each.cost != "0" else []
        costs += [f"{each.life} life"] if each.life else []
        limits = ", once a turn" if each.once else ""
        limits += ", on your own turn" if each.own_turn else ""
        pay = f" pay {' and '.join(costs)}{limits}: " if costs else f"{limits}: "
        active = "" if each.inactive else "while active, "
        yield f"{active}{who} may{pay}{self.ops(each.do)}."

    def _ban(self, each: fx.Ban) -> Iterator[str]:
        who = "the opponent" if each.seats == "opponent" else "nobody"
        deeds = " or ".join(DEEDS[deed] for deed in each.what)
        dice = f" {self.who(each.who, 'a')}" if each.who else ""
        dice = dice or (" characters" if deeds in ("field", "attack with") else "")
        can = "cannot" if each.seats == "opponent" else "can"
        yield f"while active, {who} {can} {deeds}{dice}."

    def _toll(self, each: fx.Toll) -> Iterator[str]:
        who = "the opponent pays" if each.seats == "opponent" else "each player pays"
        deeds = " or ".join(DEEDS[deed] for deed in each.what)
        price = [f"{each.life} life"] if each.life else []
        price += [f"{each.energy} more energy"] if each.energy else []
        yield f"while active, {who} {' and '.join(price)} to {deeds}."

    def _cancels(self, each: fx.Cancels) -> Iterator[str]:
        what = "an action die" if each.what == "action" else "a global"
        price = "is knocked out" if each.price == "ko" else "is spun down 1 level"
        yield f"while active, when the opponent uses {what}, its effect is cancelled; one {price}."

    def _substitute(self, each: fx.Substitute) -> Iterator[str]:
        may = "you may knock out" if each.may else "knock out"
        more = f"; {self.ops(each.do)}" if each.do else ""
        yield (
            f"while active, when {self.who(each.who, 'a')} would be knocked out, {may} "
            f"{self.who(each.instead, 'a')} instead{more}."
        )

    def _redirect(self, each: fx.Redirect) -> Iterator[str]:
        where = {"blocked": "the die it blocks", "any": "another character"}
        to = where.get(each.to, "an opposing character")
        much = "damage" if each.amount == 99 else f"up to {each.amount} damage"
        first = ", the first time each turn" if each.first else ""
        yield f"you may send {much} that it takes to {to}{first}."

    def _drawsmore(self, each: fx.DrawsMore) -> Iterator[str]:
        life = f" and lose {each.life} life" if each.life else ""
        yield f"while active, draw two dice for each die an effect lets you draw{life}."

    def _freepurchase(self, each: fx.FreePurchase) -> Iterator[str]:
        yield f"while active, once a turn you may purchase {self.who(each.who, 'a')} for nothing."

    def _ritual(self, _: fx.Ritual) -> Iterator[str]:
        yield "a character of your Reserve Pool may pay its fielding cost: it goes away as spent."

    def _nowild(self, _: fx.NoWild) -> Iterator[str]:
        yield "its dice are not purchased with wild energy."

    def _shoots(self, _: fx.Shoots) -> Iterator[str]:
        yield (
            "while it does not block, it may deal its attack to an attacking character with the "
            "combat damage."
        )

    def _global(self, each: fx.Global) -> Iterator[str]:
        reactions = {
            "prevent": "1 damage to a character or player is prevented",
            "prevent-to-die": "1 damage to a character is prevented",
            "redirect-from-you": "1 damage that you would take goes to one of your characters",
            "dealt": "1 more damage to a target of your action die or global",
        }
        limits = ", once a turn" if each.once else ""
        limits += ", on your own turn" if each.own_turn else ""
        limits += f", while there is {self.who(each.needs, 'a')}" if each.needs else ""
        if each.react == "damaged-player":
            subject = self.who(each.subject, "a") if each.subject else "a character of yours"
            limits += f", when {subject} has damaged a player in combat"
        limits += ", in the Attack Step" if each.step == "attack" else ""
        what = reactions.get(each.react) or self.ops(each.do)
        yield f"global, pay {each.cost}{limits}: {what}."

    def _cheaper(self, each: fx.Cheaper) -> Iterator[str]:
        what = "to purchase" if each.what == "purchase" else "to field"
        least = f", at least {each.least}" if each.least else ""
        only = f" while {self._there(each.needs, 1, 99)}" if each.needs else ""
        if each.life_below:
            only = f" while you have less than {each.life_below} life"
        active = "" if each.who.own_card else "while active, "
        price = f"is free {what}" if each.less >= FREE else f"costs {each.less} less {what}"
        yield f"{active}{self.who(each.who, 'each')} {price}{least}{only}."

    def _dearer(self, each: fx.Dearer) -> Iterator[str]:
        what = "to purchase" if each.what == "purchase" else "to field"
        dice = self.who(each.who, "each")
        if each.seats == "each":
            yield f"while active, {dice} costs every player {each.more} more {what}."
            return
        yield f"while active, {dice} costs the opponent {each.more} more {what}."

    def _protection(self, each: fx.Protection) -> Iterator[str]:
        pay = f"you may pay {each.pay}: " if each.pay else ""
        if each.effects:
            yield f"{pay}an effect does not affect it (not damage of dice engaged with it)."
            return
        first = "the first " if each.first else ""
        kind = {None: "", True: "combat ", False: "non-combat "}[each.in_combat]
        source = self.who(each.by, "any") if each.by else "a source"
        less = "prevented" if each.amount == 99 else f"reduced by {self.amount(each.amount)}"
        it = f"{self.who(each.who, 'each')}" if each.who else "it"
        only = f" while {self._there(each.needs, 1, 99)}" if each.needs else ""
        yield f"{pay}{first}{kind}damage {it} takes from {source} is {less}{only}."
        if each.star:
            yield f"* instead: by {each.star}."

    def _survive(self, each: fx.Survive) -> Iterator[str]:
        yield (
            f"about to be knocked out in combat, you may pay {each.pay}: spin it up 1 level and "
            "clear its damage instead."
        )

    def _blocksseveral(self, each: fx.BlocksSeveral) -> Iterator[str]:
        spins = ", spun down 1 level for each after the first" if each.spins else ""
        count = "any number of" if each.count >= MANY else f"up to {each.count}"
        yield f"it can block {count} {self.who(each.who, '', many=True)}{spins}."

    def _extrareroll(self, each: fx.ExtraReroll) -> Iterator[str]:
        if each.own_energy:
            only = f"while {self._there(each.needs, 1, 99)}, " if each.needs else ""
            yield f"{only}it may be rerolled as often as it shows energy, after the roll."
            return
        yield f"while active, {number_in_words(each.count)} die may be rerolled once more."

    def _suitup(self, each: fx.SuitUp) -> Iterator[str]:
        yield f"Suit Up ({' or '.join(each.titles)})."

    def _continuousdie(self, each: fx.ContinuousDie) -> Iterator[str]:
        if not each.life:
            yield (
                f"{stars_before(each.burst)}you may send this die from the field to the Used Pile "
                f"whenever a global could be used: {self.ops(each.do)}."
            )
            return
        yield (
            f"{stars_before(each.burst)}in the Main Step any player may pay {each.life} life "
            "to send this die away."
        )

    def ops(self, do: fx.Operations | None) -> str:
        """Operations one after the other."""
        return "; ".join(self.op(each) for each in fx.operations_of(do)) or "nothing"

    def op(self, op: fx.Operation) -> str:
        """One operation."""
        speak: Callable[[Any], str] = getattr(self, f"_do_{type(op).__name__.lower()}")
        return speak(op)

    def _do_damage(self, op: fx.Damage) -> str:
        return self.with_amount("deal {} damage to " + self.select(op.to), op.amount)

    def _do_ko(self, op: fx.KO) -> str:
        where = ", to the Used Pile" if op.to == "used" else ""
        chooser = "the opponent knocks out" if by_opponent(op.who) else "knock out"
        return f"{chooser} {self.select(op.who)}{where}"

    def _do_sacrifice(self, op: fx.Sacrifice) -> str:
        return f"sacrifice {self.select(op.who)}"

    def _do_spin(self, op: fx.Spin) -> str:
        if abs(op.by) > 2:  # more than there are levels between
            return f"spin {self.select(op.who)} to level {3 if op.by > 0 else 1}"
        way = "up or down" if not op.by else "up" if op.by > 0 else "down"
        levels = f"{abs(op.by) or 1} level{'s' if abs(op.by) > 1 else ''}"
        return f"spin {self.select(op.who)} {way} {levels}"

    def _do_buff(self, op: fx.Buff) -> str:
        gains = bonus_in_words(self.amount(op.attack), self.amount(op.defence))
        return f"{self.select(op.who)} {verb_after('gets', op.who)} {gains}{UNTIL[op.until]}"

    def _do_give(self, op: fx.Give) -> str:
        rule = RULES.get(op.what, f"{verb_after('gains', op.who)} {op.what}")
        chosen = " (the opponent chooses)" if by_opponent(op.who) else ""
        return f"{self.select(op.who)}{chosen} {rule}{UNTIL[op.until]}"

    def _do_imposerule(self, op: fx.ImposeRule) -> str:
        who = self.who(op.who, "each") if op.who else "each die"
        until = UNTIL[op.until]
        least = f", at least {op.least}" if op.least else ""
        less = "is free" if op.amount >= FREE else f"costs {op.amount} less{least}"
        special = {
            "no-globals": "nobody may use globals this turn",
            "global-costs-life": f"using a global costs {op.amount} life this turn",
            "fielding-cost": f"fielding {who} {less}{until}",
            "purchase-cost": f"purchasing {who} {less}{until}",
            "purchases-to-bag": "dice you buy this turn may go into your bag",
            "less-damage": f"{who} takes {op.amount} less damage from each source this turn",
            "bonus": f"{who} gets {bonus_in_words(str(op.attack), str(op.defence))}{until}",
        }
        rule = RULES.get(op.what, op.what)
        return special.get(op.what) or f"{who} {rule}{until or ' this turn'}"

    def _do_gainlife(self, op: fx.GainLife) -> str:
        most = f", not above {op.most}" if op.most else ""
        return self.with_amount(players_do(op.seats, "gain") + " {} life", op.amount) + most

    def _do_setlife(self, op: fx.SetLife) -> str:
        return f"{players_do(op.seats, 'have')} {op.amount} life".replace("haves", "has")

    def _do_namecard(self, op: fx.NameCard) -> str:
        done = [f"its dice {RULES.get(rule, rule)}" for rule in op.rules]
        if op.copy:
            done.append("this card's dice have its text")
        if op.figures:
            done.append(f"with {op.figures} also its figures")
        return f"choose an opposing character card: {', '.join(done)}, until another is chosen"

    def _do_namekind(self, op: fx.NameKind) -> str:
        what = "an energy type" if op.what == "energy" else "an affiliation"
        gains = bonus_in_words(str(op.attack), str(op.defence))
        done = [f"gets {gains}"] if gains else []
        done += [RULES.get(rule, f"has {rule}") for rule in op.rules]
        return (
            f"choose {what}: {self.who(op.who, 'each')} of it {' and '.join(done)}{UNTIL[op.until]}"
        )

    def _do_join(self, op: fx.Join) -> str:
        return f"{self.select(op.who)} is one of the {op.team}{UNTIL[op.until]}"

    def _do_forbidblock(self, op: fx.ForbidBlock) -> str:
        cannot = "cannot be blocked by" if op.by else "cannot block"
        return f"{self.select(op.who)} {cannot} {self.who(op.against, 'any')}"

    def _do_choose(self, op: fx.Choose) -> str:
        return f"choose {self.select(op.who)}"

    def _do_foreach(self, op: fx.ForEach) -> str:
        return f"for {self.who(op.who, 'each')}: {self.ops(op.do)}"

    def _do_whenever(self, op: fx.Whenever) -> str:
        lines = list(_TextInWords(self.title).ability(op.when))
        said = f"{lines[0][:1].lower()}{lines[0][1:].rstrip('.')}"
        return f"for the rest of the turn, {said.removeprefix('while active, ')}"

    def _do_later(self, op: fx.Later) -> str:
        when = "the turn ends" if op.at == "turn-end" else "the attack ends"
        return f"when {when}, {self.ops(op.do)}"

    def _do_buydie(self, op: fx.BuyDie) -> str:
        price = f" for {op.energy}" if op.energy else ""
        places = {"reserve": " and roll it", "field": " and field it", "used": ""}
        place = places.get(op.to, f" into the {ZONES.get(op.to, op.to)}")
        return f"you may purchase {self.who(op.who, 'a')}{price}{place}"

    def _do_fabricatedie(self, op: fx.FabricateDie) -> str:
        return (
            f"knock out {op.count} of your characters that cost {op.cost} or more together and "
            "purchase a die of this card for nothing"
        )

    def _do_usecaptured(self, _: fx.UseCaptured) -> str:
        return "use the captured action die without its bursts"

    def _do_lift(self, _: fx.Lift) -> str:
        return "this does not hold for that player this turn"

    def _do_loselife(self, op: fx.LoseLife) -> str:
        return self.with_amount(players_do(op.seats, "lose") + " {} life", op.amount)

    def _do_drawdice(self, op: fx.DrawDice) -> str:
        where = {"prep": "into the Prep Area", "reserve": "and roll them into the Reserve Pool"}
        if op.to == "reserve" and op.count == 1:
            where["reserve"] = "and roll it into the Reserve Pool"
        place = where.get(op.to, f"into the {ZONES[op.to]}")
        draw = {"you": "draw", "opponent": "the opponent draws"}.get(op.seats, "each player draws")
        return self.with_amount(
            f"{draw} {{}} {'die' if op.count == 1 else 'dice'} {place}", op.count
        )

    def _do_drawandsort(self, op: fx.DrawAndSort) -> str:
        if op.character != "reserve" or op.rest != "reserve":
            places = {"field": "are fielded free", "used": "go to the Used Pile"}
            faces, others = (
                places.get(p, f"go to the {ZONES[p]}") for p in (op.character, op.rest)
            )
            kept = f"{op.keep} of them are" if op.keep < op.count else "they are"
            return (
                f"draw {op.count} dice: {kept} rolled, character faces {faces}, the others {others}"
            )
        to = "are rolled" if op.to == "reserve" else "go to the Prep Area"
        other = {"bag": "into the bag", "prep": "to the Prep Area"}.get(
            op.other, "to the Used Pile"
        )
        return f"draw {op.count} dice: {op.keep} {to}, the others go {other}"

    def _do_drawandlook(self, op: fx.DrawAndLook) -> str:
        places = {"prep": "goes to the Prep Area", "reserve": "is rolled", "used": "is used up"}
        to, other = (places.get(each, "goes back into the bag") for each in (op.to, op.other))
        what = self.who(op.who, "a")
        dice = "a die" if op.count == 1 else f"{op.count} dice"
        if op.other == "bag or used":
            other = "goes into the bag or to the Used Pile"
        if op.all_or_none:
            return f"draw {dice}: if each is {what}, all {to.replace('goes', 'go')}, else {other}"
        return f"draw {dice}: {what} {to}, anything else {other}"

    def _do_move(self, op: fx.Move) -> str:
        level = f" at level {op.level}" if op.level else ""
        if op.level < 0:
            level = " at the level it had"
        return f"move {self.select(op.who)} to the {ZONES[op.to]}{level}"

    def _do_fieldfree(self, op: fx.FieldFree) -> str:
        level = f" at level {op.level}" if op.level else ""
        return f"field {self.select(op.who)} free{level}"

    def _do_rolldice(self, op: fx.RollDice) -> str:
        places = {
            "field": "is fielded free",
            "stay": "stays",
            "bag": "goes into the bag",
            **{name: f"goes to the {ZONES[name]}" for name in ("reserve", "used", "prep")},
        }
        rolled = f"roll {self.select(op.who)}"
        if op.character == op.other == "stay":
            return f"{rolled}; one that shows no character goes to the Reserve Pool"
        if op.character == op.other:
            return f"{rolled} into the {ZONES[op.character]}"
        return f"{rolled}: a character {places[op.character]}, anything else {places[op.other]}"

    def _do_swapattack(self, op: fx.SwapAttack) -> str:
        return f"swap the attack of {self.select(op.one)} and {self.select(op.other)}"

    def _do_swapdice(self, op: fx.SwapDice) -> str:
        level = "at the same level" if op.same_level else "at level 1"
        level += f", {op.up} higher" if op.up else ""
        return f"swap {self.select(op.one)} with {self.select(op.other)}, {level}"

    def _do_swapfigures(self, op: fx.SwapFigures) -> str:
        return f"attack and defence of {self.select(op.who)} change places"

    def _do_capture(self, op: fx.Capture) -> str:
        return f"capture {self.select(op.who)} until the turn ends"

    def _do_control(self, op: fx.Control) -> str:
        with_ = f"with {self.select(op.with_)} " if op.with_ else ""
        return f"{with_}take control of {self.select(op.who)}"

    def _do_attach(self, op: fx.Attach) -> str:
        if not op.rule:
            return f"attach this die to {self.select(op.who)}"
        rule = RULES.get(op.rule, op.rule)
        until = UNTIL[op.until] if op.until != "leaves" else " as long as this die is attached"
        return f"attach this die to {self.select(op.who)}: it {rule}{until}"

    def _do_copy(self, op: fx.Copy) -> str:
        return f"copy {self.select(op.of)}"

    def _do_returntofield(self, op: fx.ReturnToField) -> str:
        return f"{self.select(op.who)} goes back from the Attack Zone to the field"

    def _do_namedie(self, _: fx.NameDie) -> str:
        return "name a die and draw one: the same goes to the Prep Area, another back into the bag"

    def _do_drawtoreplace(self, op: fx.DrawToReplace) -> str:
        return (
            f"the owner of {self.select(op.who)} draws a die: a character takes its place at "
            "level 1, anything else goes back into the bag"
        )

    def _do_drawandfield(self, op: fx.DrawAndField) -> str:
        return (
            f"draw {self.amount(op.count).replace('1 for each', 'a die for each')}; {op.team} "
            "characters are fielded at level 1, the others go back into the bag"
        )

    def _do_spinface(self, op: fx.SpinFace) -> str:
        face = {"": "any other", "character": "a character", "energy": "an energy"}[op.to]
        return f"turn {self.select(op.who)} to {face} face"

    def _do_nametitle(self, op: fx.NameTitle) -> str:
        rules = " and ".join(RULES.get(rule, rule) for rule in op.rules)
        lasting = " while this is active" if op.until == "leaves" else " this turn"
        return f"name a {member_of(op.team)} character: it {rules}{lasting}"

    def _do_cancelglobals(self, _: fx.CancelGlobals) -> str:
        return "effects of globals used this turn end"

    def _do_setaside(self, op: fx.SetAside) -> str:
        return f"set {self.select(op.who)} aside until the turn ends"

    def _do_assignblocker(self, op: fx.AssignBlocker) -> str:
        return f"{self.select(op.who)} {verb_after('blocks', op.who)} it at once"

    def _do_callout(self, op: fx.CallOut) -> str:
        return f"only {self.select(op.who)} may block it"

    def _do_corruptbag(self, op: fx.CorruptBag) -> str:
        return (
            f"{self.select(op.who)} draws {op.count} dice, sends one to the Used Pile and returns "
            "the others"
        )

    def _do_remember(self, _: fx.Remember) -> str:
        return "remember it"

    def _do_gaintoken(self, op: fx.GainToken) -> str:
        return f"this card's dice have {bonus_in_words(str(op.attack), str(op.defence))} for good"

    def _do_may(self, op: fx.May) -> str:
        who = {"you": "you", "opponent": "the opponent"}.get(op.by, "its owner")
        costs = [op.energy] if op.energy else []
        costs += [f"{op.life} life"] if op.life else []
        pay = f"pay {' and '.join(costs)}: " if costs else ""
        other = f"; otherwise {self.ops(op.otherwise)}" if fx.operations_of(op.otherwise) else ""
        first = next(iter(fx.operations_of(op.do)), None)
        if first is None:
            return f"{who} may {pay.removesuffix(': ')}{other}"
        that = (
            "" if pay or not isinstance(first, fx.Buff | fx.Give | fx.ReturnToField) else "decide: "
        )
        done = self.ops(op.do).replace("the opponent knocks out", "knock out")
        return f"{who} may {pay}{that}{done if op.by == 'opponent' else self.ops(op.do)}{other}"

    def _do_if(self, op: fx.If) -> str:
        condition = self._condition(op)
        if not fx.operations_of(op.do):
            return f"{self.ops(op.otherwise)} unless {condition}"
        other = f"; otherwise {self.ops(op.otherwise)}" if fx.operations_of(op.otherwise) else ""
        return f"if {condition}, {self.ops(op.do)}{other}"

    def _condition(self, op: fx.If) -> str:  # noqa: PLR0911 - one case per field
        if op.any_moved:
            return "that was done"
        if op.teamwork:
            return "two characters of yours share an affiliation"
        if op.no_attack:
            return "the active player has not attacked"
        if op.life_below:
            return f"you have less than {op.life_below} life"
        if op.remembered:
            return "that happened this turn"
        if op.behind:
            return BEHIND[op.behind]
        if op.burst:
            return f"the face has {op.burst}"
        assert op.who is not None
        if op.picked is not None:
            return f"it is {self.who(op.who, 'a')}"
        if op.different:
            return f"there are {op.different} different {self.who(op.who, '', many=True)}"
        return self._there(op.who, op.at_least, op.at_most)

    def _there(self, who: fx.Dice, at_least: int, at_most: int) -> str:
        """That so many dice are there."""
        if at_most == 0:
            return f"there is no {self.who(who, '')}"
        if at_most < 99:
            return f"there are at most {at_most} {self.who(who, '', many=True)}"
        if at_least > 1:
            return f"there are {at_least} or more {self.who(who, '', many=True)}"
        return f"there is {self.who(who, 'a')}"

    def _do_eachplayer(self, op: fx.EachPlayer) -> str:
        return f"each player: {self.ops(op.do)}"

    def _do_dobyhand(self, op: fx.DoByHand) -> str:
        return op.text

    def with_amount(self, sentence: str, amount: fx.Amount) -> str:
        """A sentence with `{}` for a number; what a number is counted from follows it."""
        if isinstance(amount, int):
            return sentence.format(amount)
        counted = self.amount(amount)
        if counted == "as much":
            return sentence.format(counted)
        as_much = "" if counted[0].isdigit() else "as much as "
        return f"{sentence.replace('{} ', '')}, {as_much}{counted}"

    def select(self, selector: fx.Selector) -> str:  # noqa: PLR0911 - one case per selector
        """The dice or players meant."""
        if isinstance(selector, fx.This):
            return "it"
        if isinstance(selector, fx.OtherDie):
            return CULPRITS.get(self.event, "the other die")
        if isinstance(selector, fx.EventDie):
            return "that die"
        if isinstance(selector, fx.PickedDie):
            place = ("the first", "the second", "the third")[max(0, selector.number)]
            return "that die" if selector.number < 0 else f"{place} die chosen"
        if isinstance(selector, fx.WhichPlayers):
            return players_do(selector.seats, "")
        if isinstance(selector, fx.Each):
            return self.who(selector.who, "each")
        return self._target(selector)

    def _target(self, target: fx.Target) -> str:
        player = {"any": "player", "opponent": "opponent", "only": "player"}.get(target.player)
        if target.player == "only":
            return "target player"
        many = target.count > 1
        count = "any number of" if target.count >= MANY else f"{number_in_words(target.count)}"
        if target.up_to and target.count < MANY:
            count = f"up to {count}"
        dice = self.who(target.who, count if many or target.up_to else "target", many=many)
        return f"{dice} or {player}" if player else dice

    def who(self, who: fx.Dice, article: str, *, many: bool = False) -> str:
        """The dice a filter admits: `a`, `each`, `target` and so on stand before them."""
        opposing = "opposing" if who.side == "opposing" else ""
        whose = {"own": "of yours", "picked": "of that player"}.get(who.side, "")
        words = [article, opposing, *self._adjectives(who), self._noun(who, many=many), whose]
        words += self._relatives(who)
        return with_articles(" ".join(word for word in words if word))

    def _adjectives(self, who: fx.Dice) -> Iterator[str]:  # noqa: C901 - one test per field
        if who.another or who.not_event_die or who.without:
            yield "other"
        low, high = who.level
        if (low, high) != (0, 9) and not any_level(who):
            more = "or higher" if high > 2 else f"or {high}"
            yield f"level {low}" if low == high else f"level {low} {more}"
        for flag, word in (
            (who.attacking, "attacking"),
            (who.blocking, "blocking"),
            (who.blocked, "blocked"),
            (who.in_attack, "attacking or blocking"),
        ):
            if flag is not None:
                yield word if flag else f"un{word}" if word == "blocked" else f"not {word}"
        if who.energy:
            yield who.energy.replace("/", " or ")
        if who.not_energy:
            yield f"non-{who.not_energy}"
        if who.lowest:
            yield f"lowest-{who.lowest}"
        if who.marked:
            yield "so chosen"
        if who.burst:
            yield who.burst
        if who.alignment:
            yield who.alignment
        if who.team:
            teams = [member_of(team) for team in who.team]
            yield " or ".join(["Sidekick", *teams] if who.or_sidekick else teams)
        if who.sidekick is False:
            yield "non-Sidekick"

    def _noun(self, who: fx.Dice, *, many: bool) -> str:
        if who.title or who.own_card:
            name = who.title or self.title
            return f"{name} {'dice' if many else 'die'}"
        if who.sidekick:
            return "Sidekicks" if many else "Sidekick"
        kinds = {"action": "action die", "action-die": "action die"}
        noun = kinds.get(who.kind, who.kind)
        return {"die": "dice"}.get(noun, f"{noun}s") if many else noun

    def _relatives(  # noqa: C901, PLR0912 - one test per field
        self, who: fx.Dice
    ) -> Iterator[str]:
        if any_level(who):
            yield "showing a character"
        if who.title_has:
            yield f"with '{who.title_has}' in its name"
        for name, (low, high) in (("attack", who.attack), ("defence", who.defence)):
            if (low, high) != (0, 99):
                yield f"with {name} {low} or more" if high == 99 else f"with {name} {high} or less"
        if who.not_title:
            yield f"other than {who.not_title}"
        if who.not_team:
            yield f"that is no {member_of(who.not_team)}"
        if who.keyword:
            yield f"with {who.keyword}"
        low, high = who.cost
        if (low, high) != (0, 99):
            yield f"of cost {low} or more" if high == 99 else f"of cost {high} or less"
        if who.engaged_with_this is not None:
            yield "engaged with it" if who.engaged_with_this else "not engaged with it"
        if who.than_this:
            yield f"of {who.than_this} level"
        if who.level_to_picked is not None:
            more = who.level_to_picked
            yield (
                "of lower level"
                if more < 0
                else "up to its level" + (f" plus {more}" if more else "")
            )
        if who.shows_energy is not None:
            yield "showing energy" if who.shows_energy else "not showing energy"
        if who.shows:
            yield f"showing {who.shows}"
        if who.same_energy:
            yield "of an energy type of that die"
        if who.other_title:
            yield "with another title"
        if who.shares_team:
            yield "sharing an affiliation with it"
        if who.attack_like:
            yield f"with the lowest attack of {self.who(who.attack_like, 'all', many=True)}"
        if who.speaks:
            yield "with a text for being fielded"
        if who.zone != "field":
            yield f"in the {ZONES[who.zone]}"

    def amount(self, what: fx.Amount) -> str:  # noqa: PLR0911 - one case per amount
        """A number, or what it is counted from."""
        if isinstance(what, int):
            return str(what)
        if isinstance(what, fx.CountOf):
            kind = "different " if what.different else ""
            times = f"{what.times} for each {kind}" if what.times > 1 else f"1 for each {kind}"
            plus = f", plus {what.plus}" if what.plus else ""
            return f"{times}{self.who(what.who, '')}{plus}"
        if isinstance(what, fx.StatOf):
            return self._stat(what)
        if isinstance(what, fx.LifeOf):
            half = f"half (rounded {what.half}) of " if what.half else ""
            return f"{half}{'your' if what.seats == 'you' else 'their'} life"
        if isinstance(what, fx.EnergyOf):
            whose = "your" if what.seats == "you" else "the opponent's"
            return (
                f"1 for each {f'{what.energy} ' * bool(what.energy)}energy in {whose} Reserve Pool"
            )
        counted = {
            fx.FieldedThisTurn: "1 for each character you fielded this turn",
            fx.RolledEnergy: f"1 for each {self.title} die you rolled to energy",
        }
        if isinstance(what, fx.HowMany) and what.times > 1:
            return f"{what.times} for each of them"
        return counted.get(type(what), "as much")

    def _stat(self, what: fx.StatOf) -> str:
        if isinstance(what.selector, fx.Each):
            kind = "sum of" if what.total else "highest"
            whose = f"the {kind} {what.stat} among {self.who(what.selector.who, '', many=True)}"
        else:
            named = self.select(what.selector)
            whose = f"its {what.stat}" if named == "it" else f"the {what.stat} of {named}"
        half = "half " if what.half else ""
        least = f", at least {what.least}" if what.least else ""
        return f"{half}{whose}{least}"
