"""The dealer's sheet against rounds: every event has its step, in the order of the sheet.

The rounds are the golden playthroughs and seeded random rounds of random houses of every game, with
shoes that have sevens, aces or a handful of equal cards on top. An event becomes a mark here, by
rules of this file alone; a step of the sheet says which marks it speaks of.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from pitboss.engine import events as happened
from pitboss.engine.drive import Round
from pitboss.engine.events import TIP, Event, Phase, event_name
from pitboss.engine.record import replay
from pitboss.engine.setup import Setup, prepare
from pitboss.report.sheets.parts import HouseWords, Pace, Step
from pitboss.report.sheets.procedure import procedure_sections
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Section
from tests.engine.bets import random_bets
from tests.engine.houses import GAMES, random_setup
from tests.engine.test_rounds import finish
from tests.playthroughs.transcript import paths, record
from tests.rows import every_row
from tests.rules import table

TABLES = 30
ROUNDS = 8
"""Random tables of each game, and rounds at each: enough for everything but a rare jackpot."""
OUTSIDE = {"shuffled", "cut", "burned", "called"}
"""What dealers do with cards and jackpots that is no event of a round."""
HANDS = ("main", "main-1", "main-2", "bet-bigger-1", "bet-bigger-2", "bet-bigger-3")
ENDINGS = frozenset(
    {
        *(f"{cards}-card Charlie" for cards in (5, 6, 7)),
        "original bets only",
        *("blackjack", "bust", "21", "win", "lose", "push", "surrendered", "rescued", "fold"),
        *("dealer blackjack", "foul", "Pai Jack", "dealer Pai Jack"),
    }
)


FURTHER = re.compile(r"(?<=trilux-progressive)-[23]$")


class Mark(NamedTuple):
    """An event as a step names it, in its part of the round."""

    section: Section
    name: str
    seat: int


def marks_of(round_: Round) -> Iterator[Mark]:
    section = Section.BETS
    seats = {seat.number for seat in round_.state.seats}
    for event in round_.events:
        if isinstance(event, happened.PhaseEnded):
            phases = [*round_.state.setup.plan.phases]
            section = named(phases[phases.index(event.phase) + 1])
            continue
        if section is Section.BETS and isinstance(event, happened.CardDealt):
            section = Section.DEAL
        seat = getattr(event, "seat", 0)
        assert seat in seats | {0}
        yield Mark(section, name_event(event, round_.state.setup), seat)


def named(phase: Phase) -> Section:
    return Section.SETTLE if phase is Phase.OVER else Section(phase.name.lower().replace("_", "-"))


def name_event(event: Event, setup: Setup) -> str:
    match event:
        case happened.WagerPlaced(wager=wager):
            return "placed:tip" if wager.startswith(TIP) else f"placed:{wager}"
        case happened.CardDealt(place=place):
            return f"dealt:{place.name.lower()}"
        case happened.ActionTaken(action=action):
            return str(action)
        case happened.WagerSettled():
            return name_settlement(event, setup)
        case happened.JackpotPaid(wager=wager):
            return f"settled:{wager}"
        case _:
            return NAMES[event_name(type(event))]


NAMES = {
    "meter-fed": "fed",
    "dealer-peeked": "peeked",
    "down-card-exposed": "exposed",
    "dealer-shown": "shown",
    "hand-stood": "stood",
    "hand-busted": "busted",
    "hand-set": "set",
    "hand-split": "split-made",
    "cards-reshuffled": "reshuffled",
    "jackpot-awarded": "awarded",
}


def name_settlement(line: happened.WagerSettled, setup: Setup) -> str:
    wager = line.wager.removeprefix(TIP)
    if wager.startswith("insurance"):
        return "settled:insurance"
    if wager in setup.mains or wager in HANDS:
        bonuses = {row.name for row in setup.bonus_21.values()}
        ending = "bonus-21" if line.outcome in bonuses else line.outcome
        assert ending in ENDINGS | {"bonus-21"}, line
        return f"settled:main:{ending}"
    return f"settled:{wager}"


Places = Mapping[tuple[Section, str], list[int]]
"""A mark in its section -> the places of the steps about it."""


class Order(NamedTuple):
    """The steps of a sheet by their marks."""

    for_seat: Places
    """Places as one seat sees the steps: those of a player's turn are in one place."""
    for_table: Places
    """Places as the table sees them: what is done seat by seat is in one place."""


@cache
def order_of(setup: Setup) -> Order:
    order = Order(defaultdict(list), defaultdict(list))
    turn = seat = 0
    for section, steps in procedure_sections(setup, HouseWords()):
        before: Step | None = None
        for step in steps:
            turn += not (before and before.pace is step.pace is Pace.TURN)
            seat += not (before and Pace.TABLE not in {before.pace, step.pace})
            for mark in step.marks:
                order.for_seat[section, mark].append(turn)
                order.for_table[section, mark].append(seat)
            before = step
    return order


def first_out_of_order(marks: Iterable[Mark], places: Places) -> Mark | None:
    """Return the first event that no step from the one before it onwards speaks of."""
    reached = 0
    for mark in marks:
        following = [p for p in places.get((mark.section, mark.name), ()) if p >= reached]
        if not following:
            return mark
        reached = min(following)
    return None


RARE = [
    *(
        table.record(game_id, "7h 9c 7s 7h Kd 5c 7h Kc", "1 hit, 2 stand", {1: 2500, 2: 500})
        for game_id in (table.V002, table.V003)
    ),
    table.record(
        "reference/blackjack",
        "2s Kc 2h 9c 2d 3c 4s",
        "1 hit, 1 hit, 1 hit",
        options={"charlie": 5},
    ),
    table.record(
        "reference/blackjack",
        "2s Kc 2h 9c 2d 3c 4s 2c",
        "1 hit, 1 hit, 1 hit, 1 hit",
        options={"charlie": 6},
    ),
    # Nobody looked, so half of a surrendered wager waits for the dealer's second card.
    table.record(
        "reference/blackjack",
        "Th Ac 6d 5h",
        "1 decline, 1 surrender",
        options={"peek": False, "surrender": "late"},
    ),
    table.record(
        "reference/blackjack",
        "2s Kc 2h 9c 2d 3c 4s 2c 3s",
        "1 hit, 1 hit, 1 hit, 1 hit, 1 hit",
        options={"charlie": 7},
    ),
    table.record(
        "co/trilux",
        "As Qs Ks 5c",
        "",
        "1000, trilux-progressive 500",
        tables={"trilux-progressive": "progressive-01"},
        jackpots={"trilux-progressive": {"scheme": "progressive", "wager": 500}},
    ),
]
"""A Super Bonus with its envy, a Charlie, and the top award of a TriLux Progressive."""


@cache
def rounds_of(game_id: str) -> tuple[Round, ...]:
    rounds = [
        replay(given | {"note": ""}).round
        for given in map(record, paths())
        if given["game"] == game_id
    ]
    rounds += [replay(given).round for given in RARE if given["game"] == game_id]
    for seed in range(TABLES):
        rng = random.Random(seed)
        _, setup = random_setup(rng, game_id)
        meters = None
        for _ in range(ROUNDS):
            round_ = Round.start(setup, random_bets(rng, setup), meters)
            finish(round_, rng)
            meters = round_.state.meters
            rounds.append(round_)
    # A ruling on an irregularity may come at any moment: it has no place in the order.
    return tuple(round_ for round_ in rounds if not round_.state.rulings)


games = every_row("game_id", GAMES)


@games
def test_every_event_of_a_round_has_its_step_in_the_order_of_the_sheet(game_id: str) -> None:
    wrong = []
    for number, round_ in enumerate(rounds_of(game_id)):
        order = order_of(round_.state.setup)
        marks = list(marks_of(round_))
        late = [first_out_of_order(marks, order.for_table)]
        for seat in round_.state.seats:
            own = (mark for mark in marks if mark.seat in {0, seat.number})
            late.append(first_out_of_order(own, order.for_seat))
        wrong += [(number, mark) for mark in late if mark is not None]
    assert wrong == []


@games
def test_no_step_is_about_something_that_never_happens(game_id: str) -> None:
    seen: set[tuple[Section, str]] = set()
    claimed: set[tuple[Section, str]] = set()
    for round_ in rounds_of(game_id):
        seen |= {(mark.section, mark.name) for mark in marks_of(round_)}
        claimed |= order_of(round_.state.setup).for_seat.keys()
    # A second or third progressive of TriLux is settled with the first.
    seen |= {pair for pair in claimed if (pair[0], FURTHER.sub("", pair[1])) in seen}
    # An award of a meter is rare at each moment; it belongs to a settlement that is checked.
    if "awarded" in {name for _, name in seen}:
        seen |= {pair for pair in claimed if pair[1] == "awarded"}
    assert {pair for pair in claimed - seen if pair[1] not in OUTSIDE} == set()


@every_row("seen", ["hit", "settled:main:bust", "exposed"])
def test_an_event_that_comes_too_early_is_noticed(seen: str) -> None:
    """The comparison itself: the settlement of a hand before *seen* is out of order."""
    setup = prepare(House(game="co/free-bet"))
    sections = {"hit": Section.HANDS, "settled:main:bust": Section.HANDS, "exposed": Section.DEALER}
    win = Mark(Section.SETTLE, "settled:main:win", 1)
    late = Mark(sections[seen], seen, 1)
    assert first_out_of_order([late, win], order_of(setup).for_seat) is None
    assert first_out_of_order([win, late], order_of(setup).for_seat) == late
