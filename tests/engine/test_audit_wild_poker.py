"""Random rounds of Deuces Wild Xtreme, each settled a second time by an auditor of its own.

Method: a seed draws an approved house, meters, bets with tips, and a shoe in which somebody often
holds one of the rarer hands; bets and folds are drawn too. A failing test names its seed.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pitboss.cards import JOKER_DECK, format_cards
from pitboss.engine.record import Replay, replay
from pitboss.rulebook.reading.library import game
from tests.engine.audit import wild_poker as auditor
from tests.engine.audit.wild_poker import BY_CARDS, PROGRESSIVES, Audit
from tests.rows import every_row
from tests.tiers import by_day

GAME = "co/deuces-wild-xtreme"
DECK = format_cards(JOKER_DECK.cards).split()
LIMITED = ("odds", *BY_CARDS)
PLAYERS = ("ann", "bob", None, None)
ROUNDS = 40


def random_record(rng: random.Random) -> dict[str, Any]:
    """Return a round at a table of its own."""
    tables = {"odds": "PT-FLT-DWHF-ODS-01"}
    for wager in (*BY_CARDS, *PROGRESSIVES):
        if rng.random() < 0.7:
            tables[wager] = rng.choice([table.id for table in game(GAME).tables_of(wager)])
    jackpots = {wager: _terms(rng) for wager in PROGRESSIVES if wager in tables}
    alone = rng.random() < 0.4
    numbers = rng.sample(range(1, 12), rng.randint(1, 9))
    cards = list(_cards(rng, len(numbers), replaced="five-card-linked" in tables))
    seats = [_seat(rng, number, tables, jackpots, alone=alone) for number in numbers]
    return {
        "game": GAME,
        "options": {"bonus_alone": True} if alone else {},
        "tables": tables,
        "jackpots": jackpots,
        "meters": {wager: _dollars(rng) for wager in jackpots if rng.random() < 0.8},
        "reserves": {wager: _dollars(rng) for wager in jackpots if rng.random() < 0.3},
        "limits": {
            wager: {"aggregate": rng.choice((1, 999, 5000, 60_000))}
            for wager in LIMITED
            if wager in tables and rng.random() < 0.15
        },
        "seats": seats,
        "cards": " ".join(cards),
        "decisions": [
            _decision(rng, seat["seat"], seat["wagers"]["ante"])
            for seat in sorted(seats, key=lambda row: int(row["seat"]))
            if "ante" in seat["wagers"]
        ],
    }


def _terms(rng: random.Random) -> dict[str, Any]:
    return {
        "scheme": "progressive",
        "wager": rng.choice((100, 100, 200, 500, 2500)),
        "contribution": rng.choice(("0%", "0.5%", "21%", "33.33%", "100%")),
        "seed": rng.choice(("0", "0.01", "1000.00", 750)),
        "reserve": rng.choice(("0%", "0%", "10%", "33.33%", "100%")),
    }


def _dollars(rng: random.Random) -> str:
    return f"{rng.choice((0, 7, 12_345))}.{rng.randint(0, 9999):04}"


def _seat(
    rng: random.Random,
    number: int,
    tables: dict[str, str],
    jackpots: dict[str, Any],
    *,
    alone: bool,
) -> dict[str, Any]:
    bonuses = {
        wager: jackpots[wager]["wager"] if wager in jackpots else rng.choice((1, 333, 500))
        for wager in tables
        if wager != "odds" and rng.random() < 0.6
    }
    ante = rng.choice((1, 333, 500, 1000))
    standard = {} if alone and bonuses and rng.random() < 0.3 else {"ante": ante, "odds": ante}
    wagers = list((bonuses | standard).items())
    rng.shuffle(wagers)
    tipped = [bet for bet in wagers if bet[0] not in jackpots and rng.random() < 0.3]
    tips = {wager: rng.choice((1, cents, rng.randint(1, cents))) for wager, cents in tipped}
    player = rng.choice(PLAYERS)
    seat: dict[str, Any] = {"seat": number, "wagers": dict(wagers)}
    return seat | ({"tips": tips} if tips else {}) | ({"player": player} if player else {})


def _decision(rng: random.Random, seat: int, ante: int) -> dict[str, Any]:
    if rng.random() < 0.3:
        return {"seat": seat, "action": "fold"}
    decision: dict[str, Any] = {"seat": seat, "action": "bet"}
    if rng.random() < 0.5:
        decision |= {"amount": 2 * ante}
    if rng.random() < 0.4:
        decision |= {"tip": rng.randint(1, 2 * ante)}
    return decision


def _cards(rng: random.Random, seat_count: int, *, replaced: bool) -> Iterator[str]:
    """Yield five cards a seat, five for the dealer and perhaps the joker's replacement."""
    left = rng.sample(DECK, len(DECK))
    hands = [list(_start(rng, left)) for _ in range(seat_count + 1)]
    rng.shuffle(hands)
    for hand in hands:
        hand += [left.pop() for _ in range(5 - len(hand))]
        yield from rng.sample(hand, 5)
    if replaced:
        yield left.pop()


def _start(rng: random.Random, left: list[str]) -> Iterator[str]:
    """Take the beginning of a rare hand out of the cards that are left."""
    suit = rng.choice("shdc")
    rank = rng.choice(auditor.RANKS)
    top = rng.randint(4, 13)
    run = [("A" + auditor.RANKS)[place] + suit for place in range(top - 4, top + 1)]
    wilds = ["2s", "2h", "2d", "2c", "Jk"]
    starts: tuple[list[str], ...] = (
        [],
        rng.sample(run, rng.randint(3, 5)),
        ["A" + suit, "K" + suit, "Q" + suit, "J" + suit, "T" + suit],
        [rank + suit for suit in "shdc"],
        [card for card in DECK if card[1] == suit][:6],
        rng.sample(wilds, rng.randint(1, 5)),
        [rng.choice(wilds), *rng.sample(run, 3)],
    )
    wanted = [card for card in dict.fromkeys(rng.choice(starts)) if card in left][:5]
    for card in wanted:
        left.remove(card)
    yield from wanted


def compare(done: Replay, record: dict[str, Any]) -> Audit:
    """Hold the engine's result against the auditor's, line by line."""
    audit = Audit(record)
    result = done.result()
    lines = {(line["seat"], line["wager"]): line["net"] for line in result["settlement"]}
    assert len(lines) == len(result["settlement"])
    assert lines == audit.lines, record
    assert {int(seat): net for seat, net in result["net"].items()} == auditor.settle(record)
    assert {
        wager: (meter.display, meter.reserve) for wager, meter in done.round.state.meters.items()
    } == auditor.meters(record)
    assert all(meter.is_conserved for meter in done.round.state.meters.values())
    dealers = sum(line["net"] for line in result["settlement"] if line["wager"][:4] == "tip:")
    assert dealers == auditor.tips(record)
    return audit


@every_row("seed", range(by_day(3, 12)))
def test_a_random_round_is_settled_as_the_auditor_settles_it(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(ROUNDS):
        record = random_record(rng)
        done = replay(record)
        compare(done, record)
        again = replay(json.loads(json.dumps(done.complete_record())))
        assert again.difference() is None


def test_the_random_rounds_meet_every_row_and_every_kind_of_line() -> None:
    """Otherwise the agreement would say little; the auditor alone is asked."""
    rng = random.Random(0)
    rows: Counter[tuple[str, str]] = Counter()
    kinds: Counter[str] = Counter()
    for _ in range(1500):
        audit = Audit(random_record(rng))
        for seat in audit.seats:
            for wager in audit.tables.keys() & seat.wagers.keys() - {"odds"}:
                names = [name for name, _ in audit._names(wager, seat.cards)]  # noqa: SLF001
                rows.update((wager, name) for name in names)
        kinds.update(wager for _, wager in audit.lines)
    for wager in (*BY_CARDS, *PROGRESSIVES):
        for table in game(GAME).tables_of(wager):
            for row in table.rows:
                if (wager, row.name) != ("bad-beat", "Royal Flush"):  # only five wilds beat it
                    assert rows[wager, row.name], (wager, row.name)
    tipped = {f"tip:{wager}" for wager in ("ante", "odds", "play", *BY_CARDS)}
    assert kinds.keys() == {*tipped, "ante", "odds", "play", "envy", *BY_CARDS, *PROGRESSIVES}
