"""Small jobs of every kind of round and of counting, with strategies that do anything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pitboss
from pitboss.counts import Counter, Cover, IndexPlay, find_system, parse_ramp
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.solver import Rules
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.ante_up.layout import lay_out
from pitboss.simulator.blackjack.job import make_job
from pitboss.simulator.cells.job import cell_job
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from tests.simulator.random_ante_up import random_play
from tests.simulator.random_strategies import random_strategy
from tests.tiers import IS_NIGHT, by_day

SHOES = by_day(4, 9)
LAID_OUT = "step_job", "lanes", "seat_walk", "counted_seat"
"""What is laid out before a job is sent to numba's simulator, and cached by the job."""
PLAYED_AGAIN = "whole rounds, counted, played again"
"""A job for whose splits there is no room, so that its launch is played again."""
HITS_AT_FIRST = 2
"""Room for fewer hits than some of them have, so that these are played again."""
WITH_JACKPOTS: dict[str, Any] = {
    "game": "wa/spanish-21",
    "options": {"decks": 6, "soft17": "hit", "redouble": True},
    "tables": {"match-up": "2", "match-down": "2", "jackpot-1": "3c-5"},
    "jackpots": {
        "jackpot-1": {
            "scheme": "progressive",
            "wager": 500,
            "contribution": "21%",
            "seed": "5000.00",
        }
    },
}
WITH_WILD_CARDS: dict[str, Any] = {
    "game": "co/deuces-wild-xtreme",
    "tables": {
        "odds": "PT-FLT-DWHF-ODS-01",
        "bad-beat": "PT-FLT-DWHF-BBX-01",
        "trips-plus-wild": "PT-FLT-DWHF-TPW-01",
        "goin-wild": "PT-FLT-TW-GW-01",
        "five-card-linked": "PT-BJS-5CL-E01",
    },
    "jackpots": {
        "five-card-linked": {
            "scheme": "progressive",
            "wager": 100,
            "contribution": "21%",
            "seed": "5000.00",
        }
    },
}
PAI_JACK: dict[str, Any] = {"game": "co/pai-jack", "tables": {"pai-jack-bonus": "1"}}
WITH_A_LIMIT = {
    "game": "co/21-plus-3",
    "tables": {"21-plus-3": "standard"},
    "limits": {"21-plus-3": {"aggregate": 1000}},
}
"""What such a wager is paid has to be worked out in the order of rounds."""
Described = tuple[dict[str, Any], dict[str, int]]
"""A house, and how its shoes are dealt."""
JOBS: dict[str, Described] = {
    "one seat": ({"game": "reference/blackjack"}, {"cut": 60}),
    "one seat, fresh shoes": ({"game": "reference/blackjack"}, {}),
    "one seat, suits": ({**WITH_JACKPOTS, "tables": {}, "jackpots": {}}, {"cut": 100}),
    "one seat, a shoe dealt to its end": (
        {"game": "reference/blackjack", "options": {"decks": 1}},
        {"cut": 50},
    ),
    "early surrender": (
        {"game": "reference/blackjack", "options": {"surrender": "early", "charlie": 5}},
        {"seats": 2, "cut": 60},
    ),
    "original bets only": (
        {"game": "reference/blackjack", "options": {"peek": False, "obo": True}},
        {"seats": 2, "cut": 60},
    ),
    "a look under an ace alone": (
        {
            "game": "reference/blackjack",
            "options": {
                "peek": "ace",
                "surrender": "late",
                "hands_of": "A:2,10:2",
                "suited_blackjack": "2:1",
                "ties_lost": "17",
            },
        },
        {"seats": 2, "cut": 60},
    ),
    "lammers": ({"game": "co/free-bet"}, {"seats": 2, "cut": 60}),
    "two hands": ({"game": "co/blackjack-switch"}, {"seats": 2, "cut": 60}),
    "jackpots": (WITH_JACKPOTS, {"seats": 3, "cut": 150}),
    "straights": (
        {"game": "co/straight-jack", "tables": {"straight-jack": "standard"}},
        {"seats": 2, "cut": 90},
    ),
    "one seat, a posted limit": (
        {**WITH_A_LIMIT, "limits": {"21-plus-3": {"aggregate": 500}}},
        {"cut": 200},
    ),
    "a posted limit": (WITH_A_LIMIT, {"seats": 3, "cut": 90}),
    "a posted limit, fresh shoes": (WITH_A_LIMIT, {"seats": 7}),
}

WALKED_JOBS: dict[str, Described] = {
    "whole rounds": ({"game": "reference/blackjack"}, {"cut": 150, "burn": 2, "seed": 11}),
    "whole rounds, early surrender": (
        {"game": "reference/blackjack", "options": {"surrender": "early-against-ace"}},
        {"cut": 150, "burn": 2, "seed": 11},
    ),
    "whole rounds, a look under a ten alone": (
        {"game": "reference/blackjack", "options": {"peek": "ten", "hands_of": "A:2"}},
        {"cut": 150, "burn": 2, "seed": 11},
    ),
    "whole rounds, fresh shoes": ({"game": "reference/blackjack"}, {"seed": 2}),
    "whole rounds, suits": ({**WITH_JACKPOTS, "tables": {}, "jackpots": {}}, {"seed": 10}),
}
"""Jobs that are walked through one table of whole rounds, by the best play: tables of any other are
larger. With these seeds some pairs are split, which fresh shoes leave to another kernel."""
OTHER_JOBS: dict[str, Described] = {
    "poker beside blackjack": (
        {"game": "co/ante-up-21", "tables": {"poker-bonus": "A"}},
        {"seats": 3, "cut": 90},
    ),
    "poker after blackjack": (
        {"game": "co/21-holdem", "tables": {"poker": "poker"}},
        {"seats": 3},
    ),
    "three hands": (
        {"game": "co/3-card-21", "tables": {"3-card-bonus": "2"}},
        {"seats": 3, "cut": 90},
    ),
    "wild poker": (WITH_WILD_CARDS, {"seats": 3}),
    "wild poker, one seat": (WITH_WILD_CARDS, {}),
    "three hands, one seat": (
        {"game": "co/3-card-21", "tables": {"3-card-bonus": "2"}},
        {"cut": 90},
    ),
    "poker beside blackjack, one seat": (
        {"game": "co/ante-up-21", "tables": {"poker-bonus": "A"}},
        {"cut": 150},
    ),
    "set hands": (PAI_JACK, {"seats": 3}),
    "set hands, a low ace of either value": (
        {**PAI_JACK, "options": {"low_hand_ace": "either"}},
        {},
    ),
    "poker after blackjack, one seat": ({"game": "co/21-holdem", "tables": {"poker": "poker"}}, {}),
}
"""Jobs of games that are not blackjack alone, by the best play; several seats of Ante Up 21 by
any."""
AT_NIGHT = frozenset(
    {
        "one seat, fresh shoes",
        "one seat, suits",
        "straights",
        "whole rounds, fresh shoes",
        "whole rounds, suits",
        "wild poker",
        "lammers",
        "poker after blackjack",
        "poker beside blackjack",
        "three hands",
        "set hands",
        "a table with a counter",
        "a seat, busts by the up card",
    }
)
"""Jobs of which others have the parts: a lean round, suits, fresh shoes, wagers and hands."""


COUNTED_JOBS: dict[str, Described] = {
    "one seat that counts": ({"game": "reference/blackjack"}, {"cut": 90}),
    "a table with a counter": (
        {"game": "co/21-plus-3", "tables": {"21-plus-3": "standard"}},
        {"seats": 2, "cut": 90},
    ),
}
"""Jobs with a counter who has index plays, insures, watches, and plays two hands."""
COUNTED_WALKS: dict[str, Described] = {
    "whole rounds, counted": ({"game": "reference/blackjack"}, {"cut": 150, "seed": 13}),
    "whole rounds, suits, counted": (
        {**WITH_JACKPOTS, "tables": {}, "jackpots": {}},
        {"cut": 150, "burn": 9, "seed": 6},
    ),
    PLAYED_AGAIN: ({"game": "reference/blackjack"}, {"cut": 20, "seed": 60}),
}
"""Jobs whose counter is walked through one table too, by the best play but for his index plays.
With these seeds he insures, and some pairs cannot be split again."""
SWITCH: dict[str, Described] = {
    "two hands that switch": ({"game": "co/blackjack-switch"}, {"cut": 150, "seed": 9}),
}
"""One seat of Blackjack Switch with Buster, by the best play."""
SEATS: dict[str, Described] = {
    "a seat, matches and busts": ({"game": "bet-bigger/spanish-21"}, {"cut": 150, "seed": 3}),
    "a seat, busts by the up card": ({"game": "co/extreme-21"}, {"cut": 150, "seed": 4}),
    "a seat, straights": ({"game": "co/straight-jack"}, {"cut": 150, "seed": 5}),
    "a seat, nine wagers": ({"game": "co/ride-free"}, {"cut": 150, "seed": 6}),
    "a seat, wins deferred": (
        {
            "game": "co/buffalo-2",
            "tables": {"21-plus-3": "A", "bust-bonus": "bust-bonus"},
            "limits": {"21-plus-3": {"aggregate": 500}},
        },
        {"cut": 200, "seed": 7},
    ),
}
"""Jobs of one seat with side wagers that no look at the deal alone settles."""
COUNTED_SEATS: dict[str, Described] = {
    "a counted seat, matches": (WITH_JACKPOTS, {"cut": 150, "burn": 2, "seed": 8}),
    "a counted seat, nine wagers": ({"game": "co/ride-free"}, {"cut": 150, "seed": 25}),
}
"""Seats with side wagers and a counter who has index plays, insures, and watches."""


def select_jobs(table: dict[str, Described]) -> list[tuple[str, Described]]:
    """Return the jobs of a table that are played: by day those that stand for the others."""
    return [entry for entry in table.items() if IS_NIGHT or entry[0] not in AT_NIGHT]


def _open(house: dict[str, Any]) -> Setup:
    """Return a table; a game alone is opened with every side wager that its document offers."""
    opened = set(house) == {"game"}
    return pitboss.table(house["game"]).setup if opened else prepare(house_from(house))


def jobs() -> Iterator[tuple[str, Job]]:
    """Yield every job."""
    for name, (house, dealing) in select_jobs(JOBS):
        rules = Rules.from_setup(prepare(house_from(house)))
        yield name, make_job(random_strategy(rules, random.Random(name)), seed=5, **dealing)
    for name, (house, dealing) in select_jobs(WALKED_JOBS):
        best = make_named_job(prepare(house_from(house)), "optimal", **dealing)
        assert best.step_job is not None
        assert best.step_job.walk is not None, "it is walked"
        yield name, best
    for name, (house, dealing) in select_jobs(OTHER_JOBS):
        setup = prepare(house_from(house))
        if (
            setup.round == RoundKind.ANTE_UP and "seats" in dealing
        ):  # any play, if there are several
            layout = lay_out(setup, random_play(setup, random.Random(name)))
        else:
            layout = make_named_job(setup, "optimal").layout
        yield name, cell_job(layout, seed=5, **dealing)
    for name, (house, dealing) in select_jobs(COUNTED_JOBS):
        rules = Rules.from_setup(prepare(house_from(house)))
        job = make_job(random_strategy(rules, random.Random(name)), seed=5, **dealing)
        yield name, counted_job(job, counter(job))
    for name, (house, dealing) in select_jobs(COUNTED_WALKS):
        best = make_named_job(prepare(house_from(house)), "optimal", **dealing)
        system = replace(find_system("hi-lo"), indices=(*index_plays(), *SPLIT_PLAYS))
        moving = Counter(system=system, ramp=parse_ramp("1-4"), enter=-1, leave=-2)
        walked = counted_job(best, moving)
        assert walked.counted_walk is not None, "it is walked"
        yield name, walked
    for name, (house, dealing) in select_jobs(SWITCH):
        yield name, make_named_job(_open(house), "optimal", **dealing)
    for name, (house, dealing) in select_jobs(SEATS):
        best = make_named_job(_open(house), "optimal", **dealing)
        assert best.step_job is None
        assert best.seat_walk is not None, "it is walked"
        yield name, best
    for name, (house, dealing) in select_jobs(COUNTED_SEATS):
        best = make_named_job(_open(house), "optimal", **dealing)
        system = replace(find_system("hi-lo"), indices=tuple(index_plays()))
        moving = Counter(system=system, ramp=parse_ramp("1-4"), enter=-1, leave=-2)
        seat = counted_job(best, moving)
        assert seat.counted_seat is not None, "it is walked"
        yield name, seat


SPLIT_PLAYS = tuple(
    IndexPlay(hand=hand, up=up, action=action, at=at)
    for hand, action, at in (("T,T", ActionKind.SPLIT, -3), ("20", ActionKind.HIT, 0))
    for up in "23456789"
)
"""Tens are split so often that some cannot be split again: then there is another question."""


def index_plays() -> list[IndexPlay]:
    """Return many index plays, and insurance."""
    plays = [IndexPlay(hand="insurance", up="A", action=ActionKind.INSURE, at=0)]
    plays += [
        IndexPlay(hand=str(total), up=up, action=ActionKind.STAND, at=total % 3 - 1)
        for up in (*"23456789", "T")
        for total in range(12, 18)
    ]
    return plays


def counter(job: Job) -> Counter:
    """Return a counter with many index plays; where there are several seats, with all the rest."""
    system = replace(find_system("hi-lo"), indices=tuple(index_plays()))
    more: dict[str, Any] = {}
    if job.seats > 1:
        more = {"enter": 1, "leave": -1, "hands": ((2, 1),), "after_cut": 1}
    cover = Cover(play_errors=0.2)
    return Counter(system=system, ramp=parse_ramp("1-4"), cover=cover, **more)
