"""The steps of a dealer's procedure, from the plan of the round, the rules and the wagers.

A section of the sheet is a phase of the round, and its steps stand in the order in which the engine
does them. What belongs to one game alone is in the rule book (`ProcedureStep`) and takes the place
of the general steps about the same events. A step carries the marks of its events, so that a test
can compare the sheet with rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from itertools import groupby

from pitboss.engine.events import Phase, Place
from pitboss.engine.rounds.plan import wagers_first
from pitboss.engine.setup import Setup, is_shuffled_every_round, shoe_settings
from pitboss.engine.side_wagers import may_be_decided_by_deal
from pitboss.engine.terms import BET_BIGGER, SideWager
from pitboss.report.sheets import posted_rules
from pitboss.report.sheets.citations import clause_about
from pitboss.report.sheets.parts import HouseWords, Pace, Step
from pitboss.report.sheets.words import (
    count_words,
    group_title,
    join_names,
    limit_statements,
    posted_limits,
    short_cite,
    spot_groups,
)
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import Moment, ProcedureStep, Section
from pitboss.rulebook.pays import meter_share
from pitboss.text.felt import plain_note, super_bonus_parts
from pitboss.text.kinds import KINDS
from pitboss.text.numbers import short_money
from pitboss.text.rules import has_envy, limit_words, rule_text

Words = Iterator[Step]
_PACES = {
    Section.PEEK: Pace.SEAT,
    Section.HANDS: Pace.TURN,
    Section.SETTING: Pace.TURN,
    Section.SETTLE: Pace.SEAT,
}
"""The pace of a game's own steps, where they are not for the whole table."""


def section_steps(setup: Setup, section: Section, house: HouseWords) -> list[Step]:
    """Return the steps of one section, in order."""
    own = [step for step in setup.configured.procedure if step.at is section]
    general = _GENERAL[section](setup, house) if section in _GENERAL else iter(())
    steps = [_own_step(setup, step) for step in own if step.first]
    later = [step for step in own if not step.first]
    for step in general:
        marks = set(step.marks)
        instead = next((one for one in own if marks and marks <= {*one.marks}), None)
        if instead is None:
            steps.append(step)
        elif instead in later:
            later.remove(instead)
            steps.append(_own_step(setup, instead))
    return [*steps, *(_own_step(setup, step) for step in later)]


def _own_step(setup: Setup, step: ProcedureStep) -> Step:
    pace = _PACES.get(step.at, Pace.TABLE)
    if step.first and pace is Pace.TURN:
        pace = Pace.SEAT
    return Step(
        text=own_text(setup, step),
        cite=short_cite(step.cite),
        marks=step.marks,
        pace=pace,
        posted=step.posted,
    )


def own_text(setup: Setup, step: ProcedureStep) -> str:
    """Return a game's own step, with the values of its rules filled in."""
    rules = setup.configured.game.kind_rules
    named = {item.name: getattr(rules, item.name) for item in fields(rules)} if rules else {}
    return step.text.format(**{name: rule_text(value, name) for name, value in named.items()})


# -- before the cards ----------------------------------------------------------------------------


def _shuffle(setup: Setup, house: HouseWords) -> Words:
    options = setup.configured.options
    cite = clause_about(setup, "shuffle")
    shoe = shoe_settings(setup, house.shoe)
    decks = "the deck" if setup.shoe.deck_count == 1 else f"the {setup.shoe.deck_count} decks"
    if options.get("dealt_from") == "continuous shuffler":
        text = "Put the cards of every round back into the continuous shuffler before the next."
        yield Step(text, clause_about(setup, "shuffler") or cite, ("shuffled", "cut"))
        return
    if is_shuffled_every_round(setup):
        yield Step(f"Shuffle {decks} before every round.", cite, ("shuffled", "cut"))
    else:
        source = "hand" if options.get("dealt_from") == "hand" else "shoe"
        behind = "one deck" if shoe.cut is None else f"{shoe.cut} cards"
        yield Step(
            f"Shuffle {decks} and offer the cut. Deal from the {source}.", cite, ("shuffled",)
        )
        text = f"Put the cut card {behind} from the end. The round in which it comes is the last."
        yield Step(text, cite, ("cut",))
    if shoe.burn:
        burned = "one card" if shoe.burn == 1 else f"{shoe.burn} cards"
        yield Step(f"Burn {burned} after the shuffle.", cite, ("burned",))
    elif "burn_cards" in options:
        yield Step("Burn no card.", cite, ("burned",))


def _bets(setup: Setup, _: HouseWords) -> Words:
    """The wagers that are made before the first card, and who may make them."""
    options = setup.configured.options
    game = setup.configured.game
    for spots in spot_groups(setup, by_moment=True):
        wager = spots[0].wager
        if wager.made is Moment.BEFORE_DEAL:
            marks = tuple(f"placed:{spot.wager.id}" for spot in spots)
            terms = "; ".join(filter(None, _terms(setup, spots[0])))
            yield Step(f"{group_title(spots)}: {terms}.", short_cite(wager.cite), marks, Pace.TURN)
    if "multiple_hands" in options:
        hands = "several hands" if options["multiple_hands"] else "one hand only"
        cite = short_cite(game.option("multiple_hands").cite)
        yield Step(f"A player may play {hands}.", cite, (), Pace.TURN, posted=True)
    for spot in setup.configured.spots.values():
        option = f"{spot.wager.id.replace('-', '_')}_up_to_main"
        if options.get(option):
            text = f"{spot.wager.title} may not be larger than the main wager."
            yield Step(text, short_cite(game.option(option).cite), (), Pace.TURN, posted=True)
    yield from _tips(setup)
    for limit in limit_statements(setup):
        yield Step(f"{limit.title}. {limit.text}", limit.cite, (), Pace.TURN)
    if fed := [spot for spot in setup.configured.spots.values() if spot.jackpot]:
        names = join_names([spot.wager.title for spot in fed])
        cite = clause_about(setup, "lock") or short_cite(fed[0].wager.cite)
        yield Step(f"Lock in {names}: each wager is counted before the first card.", cite, ("fed",))


def _terms(setup: Setup, spot: Spot) -> Iterator[str]:
    """Yield the limits of a wager, who makes it, and what it depends on."""
    wager = spot.wager
    yield posted_limits(spot)
    alone = [
        other.wager.title
        for other in setup.configured.spots.values()
        if other.wager.made is Moment.BEFORE_DEAL and may_stand_alone(setup, other)
    ]
    if wager.id in setup.mains:
        without = f"; {join_names(alone, last='or')} may be made without it" if alone else ""
        yield f"every player makes it{without}" if not alone else without.removeprefix("; ")
    elif wager.id in setup.required:
        yield "every player makes it"
    else:
        needs = [need for need in wager.needs if not may_stand_alone(setup, spot)]
        yield f"optional, beside {_titles(setup, needs)}" if needs else "optional"
    if wager.equals:
        yield f"as large as {_titles(setup, (wager.equals,))}"
    if wager.whole_dollars:
        yield "in whole dollars"


def may_stand_alone(setup: Setup, spot: Spot) -> bool:
    """Return whether a wager may be made without the main wager (2117 Big 3(1); C73, D1)."""
    options = setup.configured.options
    wager = spot.wager
    if wager.id in setup.mains or wager.equals or wager.compulsory:
        return False
    freed = options.get("require_main") is False or options.get("bonus_alone") is True
    return freed or not wager.needs


def _titles(setup: Setup, wagers: object) -> str:
    assert isinstance(wagers, list | tuple)
    titles = {wager.id: wager.title for wager in setup.configured.game.wagers}
    return join_names(
        [" or ".join(titles.get(one, one) for one in need.split(" or ")) for need in wagers]
    )


def _tips(setup: Setup) -> Words:
    """Bets for the dealer: C59 to C61, C72."""
    game = setup.configured.game
    options = setup.configured.options
    if game.jurisdiction != "Colorado":
        return
    cite = clause_about(setup, "tips")
    if options.get("tips") is False:
        yield Step("No bets for the dealer are taken.", cite, posted=True)
        return
    spots = [
        spot.wager
        for spot in setup.configured.spots.values()
        if spot.jackpot is None
        and spot.wager.tip != "forbidden"
        and not spot.wager.id.startswith("insurance")
    ]
    names = join_names([wager.title for wager in spots], last="or")
    whole = ", in whole dollars" if options.get("tips_even_dollars") else ""
    yield Step(
        f"A player may bet for the dealer beside an own wager on {names}, up to its amount{whole}."
        " It is paid at the same odds.",
        cite,
        ("placed:tip",),
        Pace.TURN,
        posted=True,
    )
    after = [wager.title for wager in spots if wager.tip_needs]
    if after:
        names = join_names(after, last="or")
        text = f"A bet for the dealer on {names} needs one on the main wager."
        yield Step(text, cite, (), Pace.TURN, posted=True)


# -- the deal ------------------------------------------------------------------------------------


def _deal(setup: Setup, _: HouseWords) -> Words:
    """The order of the cards, as the engine deals them."""
    extra = int(setup.replacement) or setup.bonus_cards
    order = setup.plan.deal_order((1,), extra)
    places = [place for place, _, hand in order if hand < 2]  # the second hand of Switch apart
    seen: Counter[Place] = Counter()
    texts: list[str] = []
    for place, run in groupby(places):
        count = len([*run])
        seen[place] += 1
        if place is Place.HAND:
            faces = "down" if setup.face_down or count > 1 else "up"
            each = ", for each hand" if len(setup.mains) > 1 else ""
            cards = f"{count_words(count)} cards" if count > 1 else _CARDS[seen[place] - 1]
            left = "from your left" if seen[place] == 1 else "in the same order"
            text = f"{cards} face {faces} to every player {left}{each}"
            texts.append(f"{text[0].upper()}{text[1:]}")
        elif place is Place.DEALER:
            faces = "down" if count > 1 or seen[place] > 1 else "up"
            texts[-1] += f", then {count_words(count)} face {faces} to yourself"
    text = "Call no more bets. Touch no wager after the first card."
    yield Step(text, clause_about(setup, "deal"))
    words = ". ".join(texts)
    yield Step(f"{words}.", clause_about(setup, "deal"), ("dealt:hand", "dealt:dealer"))
    if setup.bonus_cards:
        several = f"{count_words(setup.bonus_cards)} bonus cards in order"
        bonus = "a bonus card" if setup.bonus_cards == 1 else several
        text = f"Then {bonus}, face up on the bonus spots."
        yield Step(text, clause_about(setup, "bonus cards"), ("dealt:bonus",))
    if setup.replacement:
        text = "Then one card face up, which stands for the joker in the linked wager."
        yield Step(text, clause_about(setup, "replacement"), ("dealt:replacement",))


_CARDS = ("one card", "a second card", "a third card")


def first_cards(setup: Setup) -> int:
    """Return how many cards a hand starts with."""
    return setup.plan.deal_order((1,), 0).count((Place.HAND, 1, 1))


# -- side wagers ---------------------------------------------------------------------------------


def _after_deal(setup: Setup, _: HouseWords) -> Words:
    if not setup.face_down:
        pace = Pace.SEAT if setup.spot_by_spot else Pace.TABLE  # DP12
        yield from _settlements(setup, Moment.AFTER_DEAL, pace)
    # 2107 Winner(2): with cards face down a winner turns the hand up, or loses the wager.
    elif due := [w for w in setup.side_wagers if w.spot.wager.must_expose]:
        names = join_names([wager.spot.wager.title for wager in due])
        text = (
            f"From your right, ask every player with {names}: turn up a winning hand. Settle it by"
            " its pay table. Collect the wager of a hand that is not turned up."
        )
        marks = ("expose", "conceal", *_settled(setup, *(wager.id for wager in due)))
        yield Step(text, clause_about(setup, "exposed"), marks, Pace.TURN)


_DECIDED_EARLY = {
    "straight-length": "two first cards that do not follow each other lose. Take the wager; the"
    " others stay.",
    "jackpot-up-card": "settle what the up card alone decides, as no down card can change it.",
    "jackpot-four-suited": "settle what the up card alone decides, as no down card can change it.",
}


def _settlements(setup: Setup, moment: Moment, pace: Pace = Pace.TABLE) -> Words:
    """The side wagers that are settled at one moment, those with one pay table together."""
    for spots in spot_groups(setup, by_moment=True):
        side = next((w for w in setup.side_wagers if w.id == spots[0].wager.id), None)
        if side is None or side.settled is not moment:
            # 2109(6)(b), W8: what the deal decides of a wager that otherwise waits.
            if side is not None and moment is Moment.AFTER_DEAL and may_be_decided_by_deal(side):
                wager = side.spot.wager
                cite = clause_about(setup, "decided by the deal") or short_cite(wager.cite)
                text = f"{wager.title}: {_DECIDED_EARLY[side.family]}"
                yield Step(text, cite, (f"settled:{side.id}",), pace)
            continue
        assert side.spot.table is not None, "a side wager has a pay table"
        early = side.spot.wager.made is Moment.BEFORE_DEAL  # the offer of others has their note
        note = plain_note(side.spot.wager.note) if early else ""
        marks = [mark for spot in spots for mark in _settled(setup, spot.wager.id)]
        text = f"{group_title(spots)}: settle by pay table {side.spot.table.id}. {note}".strip()
        envy = [*_dealer_envy(setup, side)]
        own = Pace.TURN if envy and pace is not Pace.SEAT else pace
        yield Step(text, short_cite(side.spot.wager.cite), tuple(dict.fromkeys(marks)), own)
        yield from envy


def _settled(setup: Setup, *wagers: str) -> Iterator[str]:
    """Yield the marks of the settlement of side wagers, with what it pays beside them."""
    late = {wager.id for wager in setup.awarded_late}
    for side in setup.side_wagers:
        table = side.spot.table
        if side.id in wagers and table is not None:
            yield f"settled:{side.id}"
            has_shares = any(meter_share(row.pay) for row in table.rows)
            if side.spot.jackpot and side.id not in late and has_shares:
                yield "awarded"
            if table.envy_to == "dealer" and has_envy(table):
                yield "settled:dealer-envy"


def _dealer_envy(setup: Setup, side: SideWager) -> Words:
    """2115(6), 2119(26)(a)(iv): a fixed amount for the dealer on some rows."""
    table = side.spot.table
    if table is not None and table.envy_to == "dealer" and has_envy(table):
        cite = clause_about(setup, "dealer envy")
        lucky = "Lucky George" in setup.configured.game.clauses.get(cite, "")
        name = "Lucky George (dealer envy)" if lucky else "Dealer envy"
        rows = [f"{short_money(row.envy)} for {row.name}" for row in table.rows if row.envy]
        yield Step(
            f"{name} on {side.spot.wager.title}, for each winner: {join_names(rows)}, to the dealer"
            " as a tip.",
            cite,
            ("settled:dealer-envy",),
            Pace.TURN,
        )


# -- before the hands ----------------------------------------------------------------------------


def _blackjacks(setup: Setup, _: HouseWords) -> Words:
    rules = setup.blackjack
    if rules is None or not rules.blackjack_wins or not _has_blackjacks(setup):
        return
    about = clause_about(setup, "blackjacks")
    if rules.blackjack_double:
        text = "Ask every player with a blackjack: be paid, or keep it for a double."
        yield Step(text, about, ("take-blackjack", "keep-blackjack"))
    asked = ("take-blackjack", "keep-blackjack") if rules.blackjack_double else ()
    text = (
        f"Pay every player's blackjack {_pays(setup)} at once, before you look at your down card."
    )
    yield Step(text, about, ("settled:main:blackjack", *asked))


def _pays(setup: Setup) -> str:
    odds = f"{setup.blackjack_odds.to} to {setup.blackjack_odds.per}"
    return odds + posted_rules.suited_blackjack_words(setup)


def _has_blackjacks(setup: Setup) -> bool:
    """Whether an ace and a ten-value card are a blackjack for players; not with three cards."""
    return not KINDS[setup.round].first_three_may_pass_21


def _insured(setup: Setup) -> list[Spot]:
    return [spot for name, spot in setup.configured.spots.items() if name.startswith("insurance")]


def _insurance(setup: Setup, _: HouseWords) -> Words:
    spots = _insured(setup)
    if setup.blackjack is None or not spots:
        return
    pays = f"{setup.insurance_odds.to} to {setup.insurance_odds.per}"
    note = plain_note(spots[0].wager.note)
    if len(spots) > 1:
        units = [spot.wager.needs[-1] for spot in spots]
        exact = setup.blackjack.insurance == "half of each unit"
        half = "exactly half of it" if exact else "up to half of it"
        much = f"any of {_titles(setup, units)}, each by itself, for {half}"
    else:
        much = limit_words(spots[0])
    text = f"With an ace up, ask every player in turn: insurance, {much}. It pays {pays}. {note}"
    yield Step(text.strip(), short_cite(spots[0].wager.cite), ("insure", "decline"))


def _peek(setup: Setup, _: HouseWords) -> Words:
    rules = setup.blackjack
    about = clause_about(setup, "peek")
    if rules is None:
        return
    yield from posted_rules.early_surrender(setup)
    if not rules.peek:
        yield from _settlements(setup, Moment.AFTER_PEEK)
        yield Step("Do not look at your down card before the hands are played.", about)
        if not rules.blackjack_wins:
            text = (
                f"With neither an ace nor a ten-value card up, pay every blackjack {_pays(setup)}."
            )
            yield Step(text, clause_about(setup, "blackjacks"), ("settled:main:blackjack",))
        return
    under = posted_rules.looks_under(setup)
    yield Step(f"With {under} up, look at your down card.", about, ("peeked",))
    if _insured(setup) and rules.peeks_under(1):
        pays = f"{setup.insurance_odds.to} to {setup.insurance_odds.per}"
        text = f"Settle insurance: {pays} with a blackjack, else take it."
        yield Step(text, short_cite(_insured(setup)[0].wager.cite), ("settled:insurance",))
    yield from _settlements(setup, Moment.AFTER_PEEK)
    if not rules.blackjack_wins and not setup.plan.naturals_wait and _has_blackjacks(setup):
        turned = [*_settled(setup, *_turned(setup))]
        first = f" settle {_titles(setup, _turned(setup))} of it, then" if turned else ""
        text = f"You have no blackjack:{first} pay every player's blackjack {_pays(setup)}."
        about = clause_about(setup, "blackjacks")
        yield Step(text, about, (*turned, "settled:main:blackjack"), Pace.TURN)
    yield from _dealer_blackjack(setup)


def _dealer_blackjack(setup: Setup) -> Words:
    """With a blackjack the hands are over: what is settled then, in order."""
    rules = setup.rules
    about = clause_about(setup, "peek")
    waited = _turned(setup)
    sides = [side for side in setup.side_wagers if side.settled is Moment.DOWN_CARD]
    sides += [side for side in setup.side_wagers if side.id in waited]
    settled = f" Settle {join_names([side.spot.wager.title for side in sides])}." if sides else ""
    yield Step(
        f"You have a blackjack: turn it up. No hand is played.{settled}",
        about,
        ("exposed", *_settled(setup, *(side.id for side in sides))),
    )
    waiting = [
        side
        for side in setup.side_wagers
        if side.settled is Moment.AFTER_DEALER and side.spot.wager.made is Moment.BEFORE_DEAL
    ]
    marks = ["settled:main:dealer blackjack"]
    fates = {True: ("is paid", "blackjack"), False: ("is a push", "push")}
    fate, ending = fates[rules.blackjack_wins]
    own = "every hand still in loses"
    if _has_blackjacks(setup) and (rules.blackjack_double or not rules.blackjack_wins):
        own = f"a player's blackjack {fate}, every other hand loses"
        marks.append(f"settled:main:{ending}")
    hands = f"the hands ({own})"
    others = join_names([side.spot.wager.title for side in waiting])
    pair = (others, hands) if setup.plan.settle_order is wagers_first else (hands, others)
    after = " Then go on to the poker." if Phase.POKER in setup.plan.phases else ""
    yield Step(
        f"Then settle, seat by seat, {', then '.join(filter(None, pair))}.{after}",
        clause_about(setup, "dealer blackjack") or about,
        (*marks, *(f"settled:{side.id}" for side in waiting)),
        Pace.SEAT,
    )


def _turned(setup: Setup) -> list[str]:
    """The wagers that wait for cards that lie face down (2115(3)(b))."""
    sides = setup.side_wagers if setup.face_down else ()
    waiting = [side for side in sides if not side.spot.wager.must_expose]
    return [side.id for side in waiting if side.settled is Moment.AFTER_DEAL]


def _offer(moment: Moment) -> Callable[[Setup, HouseWords], Words]:
    def offer(setup: Setup, _: HouseWords) -> Words:
        wager = setup.wager_offered_at(moment)
        if wager is not None:
            note = plain_note(wager.spot.wager.note)
            text = f"Offer {wager.spot.wager.title} ({limit_words(wager.spot)}). {note}".strip()
            yield Step(text, short_cite(wager.spot.wager.cite), ("bust-bet", "decline"))

    return offer


# -- the hands -----------------------------------------------------------------------------------


def _hands(setup: Setup, _: HouseWords) -> Words:
    rules = setup.blackjack
    if rules is None:
        return
    if waiting := _turned(setup):
        shared = [name for name in waiting if setup.configured.spots[name].jackpot]
        own = _titles(setup, [name for name in waiting if name not in shared])
        settled = f" and settle {own}" if own else ""
        later = f" Settle {_titles(setup, shared)} when every hand is up." if shared else ""
        yield Step(
            f"Before a player acts, turn the player's cards up{settled}.{later}",
            clause_about(setup, "face down"),
            tuple(_settled(setup, *waiting)),
            Pace.SEAT,
        )
    if setup.plan.naturals_wait:
        text = f"Pay a blackjack {_pays(setup)} before you play the other hand."
        about = clause_about(setup, "blackjacks")
        yield Step(text, about, ("settled:main:blackjack",), Pace.SEAT)
    yield from _choices(setup)


def _turn(setup: Setup, topic: str, text: str, *marks: str) -> Step:
    """Return a step about something that may happen in a player's turn."""
    return Step(text, clause_about(setup, topic), marks, Pace.TURN)


def _choices(setup: Setup) -> Words:
    """Yield what may happen with a hand."""
    rules = setup.rules
    count = first_cards(setup)
    text = "From your left, one player after another: hit or stand. Finish a hand before the next."
    stood = () if rules.twenty_one_wins and rules.rescue else ("stood",)
    yield _turn(setup, "hands", text, "hit", "stand", "dealt:hand", *stood)
    if rules.twenty_one_wins:
        yield from _twenty_ones(setup)
    yield from _busts(setup)
    yield from posted_rules.charlies(setup)
    if rules.surrender in (True, "early") and count == 2:
        yield from posted_rules.surrender_words(setup)
    yield from _doubles(setup)
    if rules.rescue:
        text = (
            "Rescue after a double that has not bust: give the last doubled portion back and take"
            " the rest."
        )
        yield _turn(setup, "rescue", text, "rescue", "settled:main:rescued")
    yield from _splits(setup)
    if rules.free_bets:
        yield from _free_bets(setup)


def _units(setup: Setup) -> list[str]:
    """The ante and what rides with it: doubled, split and paid like it; none in most games."""
    riding = [name for name in setup.configured.spots if name.startswith(BET_BIGGER)]
    return [*setup.mains, *riding] if riding else []


def _twenty_ones(setup: Setup) -> Words:
    rules = setup.rules
    marks = ["settled:main:21"]
    text = "A 21 wins: pay it at once, 1 to 1"
    if setup.bonus_21:
        text += f", or by the Bonus 21 table if it was {rules.bonus_21}"
        marks.append("settled:main:bonus-21")
    text += "."
    if rules.blackjack_double:
        text += " A blackjack that was kept is paid when the player stands."
        marks.append("settled:main:blackjack")
    yield _turn(setup, "bonus 21" if setup.bonus_21 else "every 21", text, *marks)
    if prize := super_bonus_parts(setup):
        text = (
            f"{prize.hand}: pay the 7-7-7 bonus, leave the hand on the table and call the floor"
            " supervisor. Play the round out."
        )
        yield _turn(setup, "super bonus", text, "settled:main:bonus-21")


def _busts(setup: Setup) -> Words:
    if not setup.rules.free_bets:
        text = "Over 21: take the wager and the cards at once."
        yield _turn(setup, "hands", text, "settled:main:bust")
        yield from posted_rules.lying_busts(setup)
        return
    text = (
        "Over 21: take the wager and the cards, unless it is the original hand and free split hands"
        " are in play."
    )
    yield _turn(setup, "hands", text, "settled:main:bust")
    text = (
        "Then lay the original hand face down and put its bet on top: it measures the lammers."
        " Collect it at the end of the round, or at once when the last free hand busts too."
    )
    yield _turn(setup, "free bust", text, "busted")


def _doubles(setup: Setup) -> Words:
    rules = setup.rules
    start = f"the first {count_words(first_cards(setup))} cards"
    cards = "any number of cards" if rules.double_cards == "any" else start
    totals = posted_rules.doubled_totals(setup)
    much = "any amount up to the wager" if rules.double_for_less else "exactly the wager"
    if units := _units(setup):
        much = f"as much again on every one of {_titles(setup, units)} in play"
    text = f"Double on {cards}{totals}: {much}, then one card."
    yield _turn(setup, "double", text, "double", "dealt:hand")
    if rules.redouble:
        text = (
            "Double-double down: after a double card the whole wager may be doubled again."
            f" {count_words(rules.doublings).capitalize()} doublings and {2**rules.doublings} times"
            " the wager are the most."
        )
        yield _turn(setup, "redouble", text, "redouble", "dealt:hand")
        limit = f" of {short_money(setup.main_max)}" if setup.main_max is not None else ""
        text = f"No added portion may pass the maximum bet{limit}."
        yield _turn(setup, "double cap", text, "redouble")


def _splits(setup: Setup) -> Words:
    rules = setup.rules
    hands = count_words(setup.rules.max_hands)
    each = "each with a wager as large as the first"
    if units := _units(setup):
        each = f"each with as much again on every one of {_titles(setup, units)} in play"
    after = "may" if rules.double_after_split else "may not"
    text = (
        f"Split cards of equal value, up to {hands} hands, {each}. Split hands {after} be doubled."
    )
    yield _turn(setup, "split", text, "split", "dealt:hand")
    aces = "are played like other cards" if rules.hit_split_aces else "get one card each"
    again = " and may be split again" if rules.resplit_aces else ""
    yield _turn(setup, "split", f"Split aces {aces}{again}.")
    yield from posted_rules.split_words(setup)


def _free_bets(setup: Setup) -> Words:
    text = (
        "Free double of a two-card hard 9, 10 or 11, also after a split: put a lammer at your right"
        " of the wager, then deal one card."
    )
    yield _turn(setup, "free double", text, "free-double", "dealt:hand")
    hands = count_words(setup.rules.max_hands)
    text = (
        f"Free split of every pair but ten-values, up to {hands} hands: a lammer for each new hand."
    )
    yield _turn(setup, "free split", text, "free-split", "dealt:hand")


# -- the dealer and the settlement ---------------------------------------------------------------


def _dealer(setup: Setup, _: HouseWords) -> Words:
    rules = setup.blackjack
    if rules is None:
        text = "When every player has acted, turn your cards up."
        yield Step(text, clause_about(setup, "dealer"), ("shown",))
        return
    about = clause_about(setup, "dealer")
    yield Step("When every player has acted, turn your down card.", about, ("exposed",))
    if rules.peek is not True:
        yield from _without_peek(setup)
    pace = Pace.SEAT if setup.spot_by_spot else Pace.TABLE
    yield from _settlements(setup, Moment.DOWN_CARD, pace)
    if setup.face_down:
        sides = (side for side in _settlements(setup, Moment.AFTER_DEAL))
        shared = {
            f"settled:{name}" for name in _turned(setup) if setup.configured.spots[name].jackpot
        }
        yield from (step for step in sides if shared & {*step.marks})
    soft = "hit a soft 17" if rules.soft17 == "hit" else "stand on every 17"
    drawn = [wager.spot.wager.title for wager in setup.drawn_for]
    live = f" or {join_names(drawn, last='or')} is live" if drawn else ""
    text = f"If a hand is still in{live}, draw to 16 and {soft}."
    yield Step(text, about, ("dealt:dealer",))
    if rules.dealer_22_pushes:
        text = "A total of 22 pushes every hand still in, blackjacks apart."
        yield Step(text, clause_about(setup, "22"))
    yield from posted_rules.pushing_totals(setup)


def _without_peek(setup: Setup) -> Words:
    cite = short_cite(_insured(setup)[0].wager.cite) if _insured(setup) else ""
    if not setup.rules.peeks_under(1):
        yield Step("Settle insurance now.", cite, ("settled:insurance",))
    yield Step(
        f"You have a blackjack: {posted_rules.late_blackjack_words(setup)},"
        " a player's blackjack is a push."
        f" You have none: pay the blackjacks that waited {_pays(setup)}.",
        clause_about(setup, "no peek"),
        posted_rules.late_blackjack_marks(setup),
        Pace.SEAT,
    )


def _settle(setup: Setup, _: HouseWords) -> Words:
    """2109(9): the hands and what rode on them, then what waits for the end of the round."""
    side = "left" if setup.settled_from == "dealer's left" else "right"
    text = f"Settle seat by seat from your {side}. Round a part of a cent {setup.rounding}."
    yield Step(text, clause_about(setup, "settle"))
    wagers = [*_settlements(setup, Moment.AFTER_DEALER, Pace.SEAT)]
    if setup.plan.settle_order is wagers_first:
        yield from wagers
    units = _units(setup)
    text = f"{_titles(setup, units or setup.mains)}: {posted_rules.results_words(setup)}."
    if units:
        text += " Every unit is paid as the ante is, blackjacks and bonuses too."
    marks = ("settled:main:win", "settled:main:lose", "settled:main:push")
    cite = short_cite(setup.configured.spots[setup.mains[0]].wager.cite)
    yield Step(text, cite, marks, Pace.SEAT)
    if setup.blackjack is not None and setup.blackjack.free_bets:
        yield from _lammers(setup)
    if setup.blackjack is not None:
        yield from posted_rules.collected_busts(setup)
    if setup.plan.settle_order is not wagers_first:
        yield from wagers
    yield from _super_bonus(setup)
    yield from _player_envy(setup)
    yield from _late_awards(setup)


def _lammers(setup: Setup) -> Words:
    """2116(8), 2119(15)-(18): what lammers win, where they go, the bet that measured them."""
    text = "A lammer on a winning hand is paid the original wager; on any other it costs nothing."
    yield Step(text, clause_about(setup, "lammers"), (), Pace.SEAT)
    counted = [side.spot.wager.title for side in setup.side_wagers if side.family == "lammers"]
    text = "Take the lammers back."
    if counted:
        text = f"Move the lammers in front of the player's {counted[0]} wager, or take them back."
    yield Step(text, clause_about(setup, "lammers kept"), (), Pace.SEAT)
    text = (
        "When the free split hands are settled, collect the original bet that bust and its cards."
    )
    yield Step(text, clause_about(setup, "free bust"), ("settled:main:bust",), Pace.SEAT)


def _super_bonus(setup: Setup) -> Words:
    """DP10: once the round is settled."""
    if prize := super_bonus_parts(setup):
        about = clause_about(setup, "super bonus")
        text = f"Now pay the Super Bonus: {prize.bands}. It is void after a {prize.void}."
        yield Step(text, about, ("settled:super-bonus",))
        text = (
            f"Then pay the Envy Bonus: {prize.envy} to every other player with a wager, for each"
            " such hand."
        )
        yield Step(text, about, ("settled:envy",))


def _player_envy(setup: Setup) -> Words:
    """2118(13)(f)(i)(C): once a round, for the highest row that was won."""
    for side in setup.side_wagers:
        table = side.spot.table
        if table is not None and table.envy_to == "players" and has_envy(table):
            rows = [f"{short_money(row.envy)} for {row.name}" for row in table.rows if row.envy]
            scale = " for each $1 wagered" if table.envy_scales else ""
            text = (
                f"Envy on {side.spot.wager.title}: everybody else who made it and won no award gets"
                f" {join_names(rows)}{scale}. Only the highest hand counts."
            )
            yield Step(text, clause_about(setup, "envy"), ("settled:envy",))


def _late_awards(setup: Setup) -> Words:
    """JP-pays: percentages of a jackpot are paid after the round."""
    late = [w for w in setup.side_wagers if w in setup.awarded_late]
    for wager in late:
        terms = wager.spot.wager.jackpot
        assert terms, "only a jackpot pays percentages"
        yield Step(
            f"{wager.spot.wager.title}: pay what is a share of the jackpot now, after the round.",
            clause_about(setup, "late awards") or short_cite(terms.cite),
            (f"settled:{wager.id}", "awarded"),
        )


def _jackpots(setup: Setup, _: HouseWords) -> Words:
    """How the meters run; what is won from them has its step in the round."""
    for spot in setup.configured.spots.values():
        jackpot = spot.jackpot
        terms = spot.wager.jackpot
        if jackpot is None or terms is None:
            continue
        if jackpot.scheme == "progressive":
            share = f"{float(100 * jackpot.contribution):g}%"
            text = (
                f"{spot.wager.title}: {share} of each wager feeds the"
                f" meter. After an award of 100% it starts again at {short_money(jackpot.seed)}."
                f" Pay several awards of one round from the {terms.award_order}, each from what the"
                " one before left."
            )
        else:
            text = f"{spot.wager.title}: a house jackpot. Pay every winner the posted prize."
        yield Step(text, short_cite(terms.cite))
    spots = [
        spot for spot in setup.configured.spots.values() if spot.jackpot and spot.wager.jackpot
    ]
    if spots:
        assert spots[0].wager.jackpot
        text = "Call the supervisor before a jackpot is paid. Leave cards and chips in place."
        cite = clause_about(setup, "jackpot hit") or short_cite(spots[0].wager.jackpot.cite)
        yield Step(text, cite, ("called",))


_GENERAL: Mapping[Section, Callable[[Setup, HouseWords], Words]] = {
    Section.SHUFFLE: _shuffle,
    Section.BETS: _bets,
    Section.DEAL: _deal,
    Section.AFTER_DEAL: _after_deal,
    Section.BLACKJACKS: _blackjacks,
    Section.INSURANCE: _insurance,
    Section.PEEK: _peek,
    Section.EARLY_WAGERS: _offer(Moment.AFTER_PEEK),
    Section.HANDS: _hands,
    Section.LATE_WAGERS: _offer(Moment.AFTER_HANDS),
    Section.DEALER: _dealer,
    Section.SETTLE: _settle,
    Section.JACKPOTS: _jackpots,
}
