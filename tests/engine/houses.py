"""Random tables: any approved set-up of a Spanish 21 game, any bets it takes, any shoe.

Everything is drawn from a `random.Random`. A seed gives bulk tests thousands of rounds; hypothesis'
own `randoms()` gives the same generators choices that it can shrink.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.cards import RANK_LETTERS, Card, Shoe, parse_cards, rank_of
from pitboss.engine.setup import PLAYABLE, Setup, prepare
from pitboss.engine.wagers import Bets, refused_bets
from pitboss.rulebook.check import find_table, fits, offered_tables, percentages, problems
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import house_from
from pitboss.rulebook.library import game as game_of
from pitboss.rulebook.model import Game, Moment, OptionValue, PayTable

GAMES = tuple(sorted(PLAYABLE))
PLAYERS = ("ann", "bob", "cid", None, None, None)
SEATS_MAX = 7
TRIES_MAX = 200
CARDS_A_SEAT = 8
"""Fewer seats are taken where a shoe has less than four times that for each."""


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
    if rng.random() < 0.8:
        house["tables"] = _tables(rng, game, decks)
    _add_jackpots(rng, game, house, decks)
    if rng.random() < 0.6:
        house["limits"] = _limits(rng, game)
    return house


def _options(rng: random.Random, game: Game) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = {}
    for option in game.options:
        if option.required or rng.random() < 0.5:
            chosen[option.id] = rng.choice(option.values)
    if chosen.get("redouble") is True:  # the two conditions that would refuse most draws
        chosen["soft17"] = "hit"
        chosen.pop("double_for_less", None)
    return chosen


def _tables(rng: random.Random, game: Game, decks: object) -> dict[str, str]:
    tables = {}
    for wager in game.wagers:
        fitting = [table.id for table in game.tables_of(wager.id) if decks in table.decks]
        bonus_spot = wager.id.startswith("match-bonus-")  # offered by the number of bonus cards
        if fitting and not bonus_spot and rng.random() < 0.7:
            tables[wager.id] = rng.choice(fitting)
    if "match-down" in tables and game.id.startswith("wa/"):
        tables.setdefault("match-up", tables["match-down"])
    return tables


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
        mine = scheme if scheme in terms.schemes else "progressive"
        jackpots[wager_id] = _jackpot(rng, mine, rows)
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
        rows, shares = alternate.operator_rows, percentages(alternate)
    for row in rows:
        pay = rng.choice(("50 for 1", "$100", "7 for 2", "25 to 1", "$0.33"))
        source = rng.choice(("house", "jackpot"))
        given[row.name] = rng.choice((pay, {"pay": pay, "from": source}))
    return shares, given


def _jackpot(rng: random.Random, scheme: str, shares: tuple[int, ...]) -> dict[str, Any]:
    wager = rng.choice((100, 101, 333, 500, 2500))
    if scheme == "house":
        prizes = {f"{share}%": rng.choice(("5000.00", 500, "0.01")) for share in shares}
        return {"scheme": scheme, "wager": wager, "prize": prizes}
    jackpot = {"scheme": scheme, "wager": wager, "seed": rng.choice(("5000.00", "0", "0.01", 750))}
    if rng.random() < 0.7:
        jackpot["contribution"] = rng.choice(("21%", "0%", "0.5%", "33.33%", "100%"))
    if rng.random() < 0.5:
        jackpot["reserve"] = rng.choice(("0%", "10%", "33.33%", "100%"))
    return jackpot


def _limits(rng: random.Random, game: Game) -> dict[str, Any]:
    limits = {}
    for wager in game.wagers:
        if wager.made == Moment.BEFORE_DEAL and not wager.jackpot and rng.random() < 0.4:
            low, high = wager.min or 1, wager.max or 100_000
            least = rng.choice((low, min(low * 3, high), min(500, high)))
            most = rng.choice((high, max(least, high // 3), least))
            limits[wager.id] = {"min": least, "max": most}
    equal = [wager.id for wager in game.wagers if wager.equals == "main"]
    if "main" in limits:  # units are as large as the ante
        limits |= dict.fromkeys(equal, limits["main"])
    else:
        limits = {wager: limit for wager, limit in limits.items() if wager not in equal}
    return limits


def random_bets(rng: random.Random, setup: Setup) -> list[Bets]:
    """Return what one to seven seats put down, in any order; the table takes it."""
    seats_max = min(SEATS_MAX, max(1, setup.shoe.size // (4 * CARDS_A_SEAT)))
    count = rng.randint(1, seats_max)
    numbers = rng.sample(range(1, 10), count)
    several = setup.configured.options.get("multiple_hands", True)
    players = [rng.choice(PLAYERS) for _ in numbers]
    if not several:
        players = [None] * count
    bets = [
        Bets(number, _wagers(rng, setup), player)
        for number, player in zip(numbers, players, strict=True)
    ]
    refused = refused_bets(setup, bets)
    assert refused is None, refused
    return bets


def _wagers(rng: random.Random, setup: Setup) -> dict[str, int]:
    options, spots = setup.configured.options, setup.configured.spots
    wagers: dict[str, int] = {}
    for wager_id, spot in spots.items():
        wager = spot.wager
        if wager.made != Moment.BEFORE_DEAL:
            continue
        wanted = wager_id == "main" or rng.random() < 0.5
        wanted |= any(options.get(name) in on for name, on in wager.compulsory_when.items())
        if wanted:
            wagers[wager_id] = wagers[wager.equals] if wager.equals else _amount(rng, spot)
    return dict(rng.sample(list(wagers.items()), len(wagers)))  # in any order


def _amount(rng: random.Random, spot: Spot) -> int:
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        return spot.jackpot.wager
    high = spot.max if spot.max is not None else max(spot.min, 5000)
    usual = [amount for amount in (500, 1000, 2500, 333, 499) if spot.min <= amount <= high]
    return rng.choice([spot.min, high, rng.randint(spot.min, high), *usual])


RICH: Mapping[str, tuple[str, ...]] = {
    "sevens": ("6", "7", "8"),
    "aces": ("A", "J", "Q", "K"),
    "low": ("A", "2", "3", "4"),
}
"""Ranks that come to the top of a shoe: bonus 21s, blackjacks, hands of many cards."""


def random_cards(rng: random.Random, shoe: Shoe) -> Iterator[Card]:
    """Yield the shoe in a random order, as often as not with some ranks or few cards on top."""
    cards = list(shoe.cards())
    rng.shuffle(cards)
    kind = rng.choice(("plain", "plain", "plain", *RICH, "few", "alike", "one"))
    kinds = sorted(set(cards))
    if kind == "alike":  # a handful of equal cards: matches, pairs, suited sevens, jackpots
        top = {*rng.sample(kinds, rng.randint(1, 3)), *rng.sample(parse_cards("As Ks 7h 7s"), 2)}
    elif kind == "few":
        top = set(rng.sample(kinds, 6))
    elif kind == "one":
        top = {rng.choice(parse_cards("7h 7s 7d As Ad 9c"))}
    else:
        top = {card for card in kinds if RANK_LETTERS[rank_of(card)] in RICH.get(kind, ())}
    cards.sort(key=lambda card: rng.random() - (card in top) * 0.9)
    return iter(cards)
