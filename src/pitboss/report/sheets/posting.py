"""The posting of a table: limits, prizes, jackpots, and the statements the law asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.engine.setup import Setup
from pitboss.report.sheets.parts import (
    HouseStatement,
    HouseWords,
    Note,
    Page,
    Panels,
    Part,
    Sheet,
    Statements,
    Title,
    What,
)
from pitboss.report.sheets.words import (
    decks_line,
    foot,
    group_title,
    limits,
    name_on_signs,
    panels,
    phrases,
    short_cite,
    spot_groups,
)
from pitboss.rulebook.configured import Jackpot
from pitboss.text.felt import printed_lines, super_bonus_sentences
from pitboss.text.numbers import percent, short_money

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
    yield from _aggregates(setup)
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
    return (
        "Progressive jackpot: the amount that can be won is on the meter at this table."
        f" {percent(jackpot.contribution, 2)} of each wager is added to it. After 100% is won it"
        f" starts again at {short_money(jackpot.seed)}. If several percentages are won in one round"
        f" they are paid from the {order}, each from what the one before left."
    )


def _aggregates(setup: Setup) -> Iterator[HouseStatement]:
    for spots in spot_groups(setup):
        most = spots[0].aggregate
        if most is not None:
            text = f"All players together are paid at most {short_money(most)} on it in one round."
            yield HouseStatement(f"{group_title(spots)}: aggregate limit", text, "")


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
    yield HouseStatement("Disputes", disputes, "Rule 8, 30-828")
    if house.fees:
        yield HouseStatement("Fees to play", house.fees)
    if house.employees:
        yield HouseStatement("Play by employees", house.employees)


def _elsewhere(_: Setup, house: HouseWords) -> Iterator[HouseStatement]:
    yield HouseStatement("Disputes", house.disputes)
    if house.fees:
        yield HouseStatement("Fees to play", house.fees)
    if house.employees:
        yield HouseStatement("Play by employees", house.employees)


_REGIMES: Mapping[str, Callable[[Setup, HouseWords], Iterator[HouseStatement]]] = {
    "Washington": _washington,
    "Colorado": _colorado,
}
"""Jurisdiction of a game -> the postings that its law requires."""
