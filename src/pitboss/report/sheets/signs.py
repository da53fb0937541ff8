"""The sheets that players read: the felt sign, the rack card, and the posting at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.report.sheets.parts import (
    HouseStatement,
    HouseWords,
    Note,
    Page,
    Panels,
    Part,
    Sheet,
    SignLines,
    Statements,
    Step,
    Steps,
    Title,
    What,
)
from pitboss.report.sheets.procedure import TITLES, procedure_sections
from pitboss.report.sheets.steps import may_stand_alone, own_text
from pitboss.report.sheets.words import (
    decks_line,
    foot,
    group_title,
    join_names,
    limit_statements,
    limits,
    name_on_signs,
    panels,
    phrases,
    short_cite,
    spot_groups,
)
from pitboss.rulebook.configured import Jackpot
from pitboss.rulebook.model import Wager
from pitboss.text import posted_rules
from pitboss.text.felt import printed_lines, rule_words, super_bonus_sentences
from pitboss.text.kinds import KINDS
from pitboss.text.numbers import percent, short_money
from pitboss.text.rules import rule_text


def felt_sign(setup: Setup, house: HouseWords) -> Sheet:
    """Return the sign beside the table: the game, the rules on its felt, the limits."""
    game = setup.configured.game
    lines = tuple(line[0].upper() + line[1:] for line in printed_lines(setup))
    printed = {line.lower() for line in lines}
    fine = (*rule_words(setup), *_special_rules(setup))
    small: list[str] = []
    for words in fine:
        said = printed | {other.lower() for other in small}
        if not _is_printed(words.lower().removeprefix("your "), said):
            small.append(words)
    parts: list[Part] = [SignLines(lines), Note(phrases(small))]
    parts.append(limits(setup))
    return Sheet(
        what=What.FELT_SIGN,
        page=Page.LANDSCAPE,
        title=name_on_signs(game),
        subtitle=house.name,
        parts=tuple(parts),
        foot=foot(setup),
    )


def _is_printed(words: str, lines: set[str]) -> bool:
    """Return whether the large lines say it already, perhaps in other words."""
    is_soft_17 = words.endswith("soft 17") and any("17" in line for line in lines)
    return is_soft_17 or any(words in line for line in lines)


def _special_rules(setup: Setup) -> Iterator[str]:
    """Return the rules on a felt beyond those of every table, a few words each."""
    rules = setup.blackjack
    if rules is None:
        return
    if rules.twenty_one_wins:
        yield "your 21 always wins"
    if rules.double_cards == "any":
        yield "double on any number of cards"
    if rules.rescue:
        yield "rescue after a double"
    if rules.surrender:
        yield _SURRENDERS.get(str(rules.surrender), "late surrender")
    if rules.charlie:
        pays = "" if rules.charlie_pays == "1:1" else f" {rule_text(rules.charlie_pays)}"
        yield f"{rules.charlie}-card Charlie wins{pays}"
    if rules.original_bets_only:
        yield "a blackjack takes original bets only"
    yield f"split to {rules.max_hands} hands"
    yield from posted_rules.sign_words(setup)


_SURRENDERS = {
    "early": "early surrender",
    "early-against-ten": "early surrender against a ten",
    "early-against-ace": "early surrender against an ace",
}


def rack_card(setup: Setup, house: HouseWords) -> Sheet:
    """Return the card that explains the game to players: how to play, and the pays."""
    game = setup.configured.game
    posted = (own_text(setup, step) for step in setup.configured.procedure if step.posted)
    play = KINDS[setup.round].how_to_play(setup)
    steps = tuple(Step(text) for text in (*_wagers(setup), *play, *posted))
    bonus = " ".join(super_bonus_sentences(setup))
    parts: list[Part] = [Title("How to play"), Steps(steps)]
    if bonus:
        parts.append(Note(bonus))
    if pays := tuple(panels(setup)):
        parts += [Title("What it pays"), Panels(pays)]
    return Sheet(
        what=What.RACK_CARD,
        page=Page.RACK,
        title=name_on_signs(game),
        subtitle=house.name or decks_line(setup),
        parts=tuple(parts),
        foot=foot(setup),
    )


def _wagers(setup: Setup) -> Iterator[str]:
    """Return which wagers are compulsory and which are optional before the deal."""
    spots = [spot.wager for spot in setup.configured.spots.values()]
    early = [wager for wager in spots if wager.made == "before the deal"]
    compulsory = [w for w in early if w.id in setup.mains or is_compulsory(setup, w)]
    optional = [wager for wager in early if wager not in compulsory]
    alone = [spot for spot in setup.configured.spots.values() if may_stand_alone(setup, spot)]
    lone = [spot.wager.title for spot in alone if spot.wager in early]
    without = f", or on {join_names(lone, last='or')} alone" if lone else ""
    yield f"Before the deal, {join_names([_bet_on(wager) for wager in compulsory])}{without}."
    groups = [spots for spots in spot_groups(setup) if spots[0].wager in optional]
    if groups:
        names = join_names([group_title(spots) for spots in groups])
        yield f"You may also bet on {names}."


def is_compulsory(setup: Setup, wager: Wager) -> bool:
    """Return whether *wager* is compulsory at this table."""
    return wager.id in setup.required


def _bet_on(wager: Wager) -> str:
    is_wager = wager.title.lower().endswith("wager")
    return f"make the {wager.title.lower()}" if is_wager else f"bet on {wager.title}"


_POSTED = "WAC 230-15-060"
_JACKPOTS = "WAC 230-15-671"


def posting(setup: Setup, house: HouseWords) -> Sheet:
    """Return the notice that is posted at the table."""
    game = setup.configured.game
    lines = (line[0].upper() + line[1:] for line in printed_lines(setup))
    parts: list[Part] = [
        Note(phrases((*lines, decks_line(setup)))),
        Title("Wagering limits"),
        limits(setup),
    ]
    if pays := tuple(panels(setup)):
        parts += [Title("Prizes"), Panels(pays)]
    statements = tuple(_statements(setup, house))
    parts += [Title("Notices"), Statements(statements)]
    return Sheet(
        what=What.POSTING,
        page=Page.PORTRAIT,
        title=name_on_signs(game),
        subtitle=house.name,
        parts=tuple(parts),
        foot=foot(setup),
    )


def _statements(setup: Setup, house: HouseWords) -> Iterator[HouseStatement]:
    if bonus := " ".join(super_bonus_sentences(setup)).removeprefix("Super Bonus: "):
        terms = setup.configured.game.super_bonus
        cite = terms.cite.partition(";")[0] if terms else ""
        yield HouseStatement("Super Bonus", bonus[0].upper() + bonus[1:], cite)
    yield from _jackpots(setup)
    yield from limit_statements(setup)
    for section, steps in procedure_sections(setup, house):
        if rules := [step for step in steps if step.posted]:
            cites = ", ".join(dict.fromkeys(step.cite for step in rules))
            title = f"House rules: {TITLES[section].lower()}"
            yield HouseStatement(title, " ".join(step.text for step in rules), cites)
    yield from _REGIMES.get(setup.configured.game.jurisdiction, _elsewhere)(setup, house)


def _jackpots(setup: Setup) -> Iterator[HouseStatement]:
    in_washington = setup.configured.game.jurisdiction == "Washington"
    law = _JACKPOTS if in_washington else ""
    for spot in setup.configured.spots.values():
        if spot.jackpot is None or spot.wager.jackpot is None:
            continue
        amount = f"The wager is {short_money(spot.jackpot.wager)}. " if spot.jackpot.wager else ""
        words = _house_jackpot if spot.jackpot.scheme == "house" else _progressive
        order = spot.wager.jackpot.award_order
        cite = law or short_cite(spot.wager.jackpot.cite)
        text = amount + words(spot.jackpot, order)
        if in_washington and spot.jackpot.scheme == "progressive":
            text += " The house holds the prize as custodian for the players."
        yield HouseStatement(spot.wager.title, text, cite)


def _house_jackpot(jackpot: Jackpot, _: str) -> str:
    prizes = ", ".join(short_money(prize) for prize in jackpot.prizes.values())
    return (
        f"House jackpot of {prizes}: a fixed amount. It is a house jackpot and involves no"
        " player-funded money. It may be removed without notice. The posted prize is paid to each"
        " player who makes the hand."
    )


def _progressive(jackpot: Jackpot, order: str) -> str:
    start = f"at {short_money(jackpot.seed)}"
    kept = jackpot.contribution * jackpot.reserve
    reserve = ""
    if kept:
        reserve = f", and {percent(kept, 2)} is kept in reserve for its next start"
        start += " plus the reserve"
    return (
        "Progressive jackpot: the amount that can be won is on the meter at this table."
        f" {percent(jackpot.contribution - kept, 2)} of each wager is added to it{reserve}."
        f" After 100% is won it starts again {start}. If several percentages are won in one round"
        f" they are paid from the {order}, each from what the one before left."
    )


def _washington(_: Setup, house: HouseWords) -> Iterator[HouseStatement]:
    yield HouseStatement("Fees to play", house.fees, _POSTED)
    yield HouseStatement("Play by employees", house.employees, _POSTED)
    yield HouseStatement("Disputes", house.disputes, _POSTED)
    yield HouseStatement(
        "Rules of play",
        "The rules of play, the house rules and every rule that restricts a win are available on"
        " request.",
        _POSTED,
    )


def _colorado(setup: Setup, house: HouseWords) -> Iterator[HouseStatement]:
    clauses = setup.configured.game.clauses.items()
    shown = next((c for c, text in clauses if "display" in text or "on the layout" in text), "")
    yield HouseStatement(
        "Pay schedules",
        "The schedules above are those in use at this table.",
        f"30-{shown}" if shown else "",
    )
    disputes = house.disputes or (
        "The pit supervisor decides all disputes and payments, and may call a hand, or all hands, a"
        " push."
    )
    yield from _elsewhere(setup, replace(house, disputes=disputes), "Rule 8, 30-828")


def _elsewhere(_: Setup, house: HouseWords, cite: str = "") -> Iterator[HouseStatement]:
    """Yield how disputes are settled, and what a house may post."""
    yield HouseStatement("Disputes", house.disputes, cite)
    if house.fees:
        yield HouseStatement("Fees to play", house.fees)
    if house.employees:
        yield HouseStatement("Play by employees", house.employees)


_REGIMES: Mapping[str, Callable[[Setup, HouseWords], Iterator[HouseStatement]]] = {
    "Washington": _washington,
    "Colorado": _colorado,
}
"""Jurisdiction of a game -> the postings that its law requires."""
