"""Random tables: any approved set-up of any game, any bets it takes, any shoe.

Everything is drawn from a `random.Random`. A seed gives bulk tests thousands of rounds; hypothesis'
own `randoms()` gives the same generators choices that it can shrink.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import takewhile
from typing import Any

from pitboss.cards import JOKER, RANK_LETTERS, Card, Shoe, card_rank, card_suit, parse_cards
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.check import problems
from pitboss.rulebook.check.jackpots import printed_seed
from pitboss.rulebook.check.tables import find_table, fits, offered_tables, percentages
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Game, Moment, OptionValue, PayTable, Wager
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import games

GAMES = tuple(sorted(game.id for game in games()))
TRIES_MAX = 200


def random_house(rng: random.Random, game_id: str | None = None) -> dict[str, Any]:
    """Return a configuration without problems, as JSON has it.

    What an option or a table needs is only found out by `problems`, so one that has some is drawn
    again; most have none.
    """
    for _ in range(TRIES_MAX):
        house = _drawn_house(rng, game_of(game_id or rng.choice(GAMES)))
        if not problems(house_from(house)):
            return house
    raise AssertionError("no configuration without problems was drawn")


def random_setup(rng: random.Random, game_id: str | None = None) -> tuple[dict[str, Any], Setup]:
    house = random_house(rng, game_id)
    return house, prepare(house_from(house))


def _drawn_house(rng: random.Random, game: Game) -> dict[str, Any]:
    options = _options(rng, game)
    house: dict[str, Any] = {"game": game.id, "options": options}
    decks = options.get("decks", game.option("decks").default)
    # Where a game offers something by itself, a house may leave that as it is.
    if not game.default_tables or rng.random() < 0.8:
        house["tables"] = _tables(rng, game, decks)
    _add_jackpots(rng, game, house, decks)
    if rng.random() < 0.6:
        house["limits"] = _limits(rng, game, house, decks)
    return house


def _options(rng: random.Random, game: Game) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = {}
    for option in game.options:
        if option.required or rng.random() < 0.5:
            chosen[option.id] = rng.choice(option.values)
            several = [value for value in option.combined if rng.random() < 0.4]
            if len(several) > 1:  # W36
                chosen[option.id] = ", ".join(several)
    if chosen.get("redouble") is True:  # the two conditions that would refuse most draws
        chosen["soft17"] = "hit"
        chosen.pop("double_for_less", None)
    return {name: value for name, value in chosen.items() if _needs_met(game, chosen, name)}


def _needs_met(game: Game, chosen: Mapping[str, OptionValue], name: str) -> bool:
    """Whether a value goes with the other options, where the document ties it to them."""
    option = game.option(name)
    return option.required or not any(
        condition.value == chosen[name]
        and any(
            chosen.get(other, game.option(other).default) not in allowed
            for other, allowed in condition.needs.items()
        )
        for condition in option.conditions
    )


def _tables(rng: random.Random, game: Game, decks: object) -> dict[str, str]:
    tables: dict[str, str] = {}
    for wager in game.wagers:
        alike = game.alike(wager.id)
        taken = [tables.get(other) for other in alike]
        fitting = [
            table.id
            for table in game.tables_of(wager.id)
            if decks in table.decks and table.id not in taken
        ]
        if None in taken[: alike.index(wager.id)]:  # a second one only beside the first
            continue
        bonus_spot = wager.id.startswith("match-bonus-")  # offered by the number of bonus cards
        if fitting and not bonus_spot and (wager.compulsory or rng.random() < 0.7):
            tables[wager.id] = rng.choice(fitting)
    if "match-down" in tables and game.id.startswith("wa/"):
        tables.setdefault("match-up", tables["match-down"])
    return {
        wager_id: table
        for wager_id, table in tables.items()
        if all(
            any(other in tables or not game.tables_of(other) for other in need.split(" or "))
            for need in game.wager(wager_id).needs
        )
    }


def _add_jackpots(rng: random.Random, game: Game, house: dict[str, Any], decks: object) -> None:
    options = house["options"]
    offered = offered_tables(game, house_from(house), {"bonus_cards": 0} | options)
    scheme = rng.choice(("progressive", "progressive", "house"))
    pays: dict[str, Any] = {}
    jackpots: dict[str, Any] = {}
    for wager_id, table_id in offered.items():
        terms = game.wager(wager_id).jackpot
        table = find_table(game, wager_id, table_id, decks)
        if terms is None or table is None:
            continue
        rows, given = _pays(rng, game, table)
        if given:
            pays[wager_id] = given
        if scheme == "house" and scheme in terms.schemes:
            jackpots[wager_id] = _house_jackpot(rng, rows)
        else:
            jackpots[wager_id] = _progressive(rng, game.wager(wager_id), table)
    if jackpots:
        house["jackpots"] = jackpots
    if pays:
        house["pays"] = pays


def _pays(
    rng: random.Random, game: Game, table: PayTable
) -> tuple[tuple[int, ...], dict[str, Any]]:
    """Return the percentages of the table in use, and what the house must say about its pays."""
    alternates = [other for other in game.tables if fits(other, table)]
    given: dict[str, Any] = {}
    rows = table.operator_rows
    shares = percentages(table)
    if alternates and rng.random() < 0.5:
        alternate = rng.choice(alternates)
        given["alternate"] = alternate.id
        rows = alternate.operator_rows
        shares = percentages(alternate)
    for row in rows:
        pay = rng.choice(("50 for 1", "$100", "7 for 2", "25 to 1", "$0.33"))
        source = rng.choice(("house", "jackpot"))
        given[row.name] = rng.choice((pay, {"pay": pay, "from": source}))
    return shares, given


def _house_jackpot(rng: random.Random, shares: tuple[int, ...]) -> dict[str, Any]:
    amounts = sorted((rng.choice((5000, 500, Decimal("0.01"))) for _ in shares), reverse=True)
    prizes = {f"{share}%": str(amount) for share, amount in zip(shares, amounts, strict=True)}
    return {"scheme": "house", "wager": _jackpot_wager(rng, 100), "prize": prizes}


def _jackpot_wager(rng: random.Random, least: int, *, whole_dollars: bool = False) -> int:
    amounts = [100, 500, 1000, 2500, *([] if whole_dollars else [101, 333])]
    return rng.choice([amount for amount in amounts if amount >= least])


def _progressive(rng: random.Random, wager: Wager, table: PayTable) -> dict[str, Any]:
    """A meter: seed and share as printed where the document prints them (C67), else any (C68)."""
    terms = wager.jackpot
    assert terms
    jackpot: dict[str, Any] = {"scheme": "progressive"}
    if terms.fixed_wager or rng.random() < 0.5:
        least = (table.base_wager or 1) if table.seed else 1
        jackpot["wager"] = _jackpot_wager(rng, least, whole_dollars=terms.whole_dollars)
    if table.seed is None:
        jackpot["seed"] = rng.choice(("5000.00", "0", "0.01", 750))
    elif rng.random() < 0.5:
        cents = printed_seed(table, jackpot["wager"])
        jackpot["seed"] = f"{cents // 100}.{cents % 100:02}"
    must_say = terms.contribution is None and table.increment is None
    if must_say or (table.increment is None and rng.random() < 0.7):
        jackpot["contribution"] = rng.choice(("21%", "0%", "0.5%", "33.33%", "100%"))
    if table.increment is None and rng.random() < 0.5:
        jackpot["reserve"] = rng.choice(("0%", "10%", "33.33%", "100%"))
    return jackpot


def _limits(
    rng: random.Random, game: Game, house: Mapping[str, Any], decks: object
) -> dict[str, Any]:
    """Limits of any wager but a jackpot; side wagers may share an aggregate (C74)."""
    limits: dict[str, dict[str, Any]] = {}
    for wager in game.wagers:
        if wager.jackpot or rng.random() >= 0.4:
            continue
        if wager.made == Moment.INSURANCE:
            continue  # the document says how much may be insured
        table_id = house.get("tables", {}).get(wager.id)
        table = table_id and find_table(game, wager.id, table_id, decks)
        limits[wager.id] = _range(rng, wager, (table.min_wager if table else None) or 1)
        if wager.aggregate and rng.random() < 0.5:
            limits[wager.id]["aggregate"] = rng.choice((1, 777, 5000, 100_000))
            limits[wager.id]["aggregate_per"] = rng.choice(tuple(wager.aggregate))
        tips = house["options"].get("tips", True)
        if wager.tip_max and tips and rng.random() < 0.5:
            limits[f"tip:{wager.id}"] = {"max": rng.choice((100, 250, 5000))}
    equal = {wager.id: wager.equals for wager in game.wagers if wager.equals}
    for wager_id, other in equal.items():  # as large as another, so within the same limits
        limits.pop(wager_id, None)
        if other in limits:
            limits[wager_id] = limits[other]
    if house["options"].get("poker") == "required" and "main" in limits:
        limits["main"]["max"] = 100_000  # 2104(2)(b): room for both wagers together
    if any(wager.within_table for wager in game.wagers) and "main" in limits:
        limits["main"]["max"] = 100_000  # 2115(1): no wager is larger
    return limits


def _range(rng: random.Random, wager: Wager, least: int) -> dict[str, int]:
    low, high = max(wager.min or 1, least), wager.max or 100_000
    low = rng.choice((low, min(low * 3, high), max(low, min(500, high))))
    most = rng.choice((high, max(low, high // 3), low))
    if wager.whole_dollars:  # there must be a dollar to bet
        most = max(most, -(-low // CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR)
    return {"min": low, "max": most}


RICH: Mapping[str, tuple[str, ...]] = {
    "sevens": ("6", "7", "8"),
    "aces": ("A", "J", "Q", "K"),
    "low": ("A", "2", "3", "4"),
    "straight": ("A", "2", "3", "4", "5", "6"),
    "nines": ("A", "9", "T"),
}
"""Ranks that come to the top of a shoe: bonus 21s, blackjacks, hands of many cards, straights."""


def random_cards(rng: random.Random, shoe: Shoe) -> Iterator[Card]:
    """Yield the shoe in a random order, as often as not with some ranks or few cards on top."""
    cards = list(shoe.cards())
    rng.shuffle(cards)
    kinds = sorted(set(cards))
    plenty = (*_POKER, *["royal"] * 3, "suited") if len(kinds) > _SPANISH_KINDS else ()
    kind = rng.choice((*["plain"] * 3, "sevens", "aces", "low", "few", "alike", "one", *plenty))
    if JOKER in kinds and rng.random() < 0.3:
        top = {card for card in kinds if _letter(card) in {"2", "*"}}
    elif kind == "alike":  # a handful of equal cards: matches, pairs, suited sevens, jackpots
        top = {*rng.sample(kinds, rng.randint(1, 3)), *rng.sample(parse_cards("As Ks 7h 7s"), 2)}
    elif kind == "few":
        top = set(rng.sample(kinds, 6))
    elif kind == "one":
        top = {rng.choice(parse_cards("8h 8s Ks Qh As Ad" if plenty else "7h 7s 7d As Ad 9c"))}
    elif kind == "royal":  # jackpots on queens and kings, with blackjacks against them
        top = set(parse_cards(rng.choice(("Qh As Ks", "Ks Qs As", "Ah Kh Qh", "Ks Kh Ad"))))
    elif kind == "suited":
        suit = rng.choice("shdc")
        top = {card for card in kinds if card in parse_cards(" ".join(r + suit for r in _SUITED))}
    else:
        top = {card for card in kinds if _letter(card) in RICH.get(kind, ())}
    cards.sort(key=lambda card: rng.random() - (card in top) * 0.9)
    return iter(cards)


def _letter(card: Card) -> str:
    return "*" if card == JOKER else RANK_LETTERS[card_rank(card)]


def cards_for(rng: random.Random, round_: Round) -> Iterator[Card]:
    """Yield what a round is dealt; where its cards are reshuffled, from the whole shoe again.

    2104(6): all but the two community cards, some of which often come close to those.
    """
    setup = round_.state.setup
    yield from takewhile(lambda _: not round_.state.was_reshuffled, random_cards(rng, setup.shoe))
    community = round_.state.dealer[:2]
    cards = [card for card in setup.shoe.cards() if card not in community]
    rng.shuffle(cards)
    ranks = {card_rank(card) for card in community}
    suits = {card_suit(card) for card in community}
    near = {(rank + step) % 13 for rank in ranks for step in (-2, -1, 1, 2)}
    wanted = rng.choice((ranks, near, range(13)))
    suits = rng.choice((suits, set(range(4))))
    yield from sorted(
        cards,
        key=lambda card: (
            rng.random() - (card_rank(card) in wanted and card_suit(card) in suits) * 0.9
        ),
    )


_SUITED = "A23456789TJQK"
_SPANISH_KINDS = 48
_POKER = ("straight", "nines")
"""What matters only to the games with tens and wagers on straights and twenties."""
