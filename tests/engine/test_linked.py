"""Jackpots shared with other tables: their meters are read when something is won from them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pitboss.engine.actions import Question, RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.events import JackpotAwarded, JackpotPaid, MeterFed, MeterRead, event_json
from pitboss.engine.meter import Meter, format_units
from pitboss.engine.record import replay, write_record
from pitboss.engine.rounds.plan import CardNeeded, MeterDue, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.text.history import story
from tests.engine.bets import random_bets
from tests.engine.houses import GAMES, cards_for, random_setup
from tests.engine.players import Player, random_player
from tests.rows import every_row
from tests.tiers import by_day


class Keeper:
    """Keeps meters outside of any round, and follows what the events of rounds do to them."""

    def __init__(self, meters: dict[str, Meter]) -> None:
        self.meters = meters
        self.followed = 0

    def follow(self, round_: Round) -> None:
        for event in round_.events[self.followed :]:
            self.followed += 1
            if isinstance(event, MeterFed):
                stake = round_.state.seat(event.seat).wagers[event.wager]
                fed = self.meters[event.wager].contribute(stake)
                assert fed.contributed - self.meters[event.wager].contributed == event.amount
                self.meters[event.wager] = fed
            elif isinstance(event, JackpotAwarded) and event.wager in self.meters:
                award, self.meters[event.wager] = self.meters[event.wager].award(event.percent)
                assert award == event.amount
            elif isinstance(event, JackpotPaid):
                self.meters[event.wager] = self.meters[event.wager].pay(event.amount)

    def answer(self, round_: Round) -> None:
        """Say what the meter that is due holds."""
        self.follow(round_)
        assert isinstance(round_.due, MeterDue)
        meter = self.meters[round_.due.wager]
        round_.read(MeterRead(round_.due.wager, meter.display, meter.reserve))


def play(round_: Round, rng: random.Random, player: Player, keeper: Keeper) -> None:
    cards = cards_for(rng, round_)
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            round_.deal(next(cards))
        elif isinstance(round_.due, ReshuffleNeeded):
            round_.reshuffle()
        elif isinstance(round_.due, MeterDue):
            keeper.answer(round_)
        else:
            assert isinstance(round_.due, Question)
            round_.act(player(round_.due))
    keeper.follow(round_)


def test_a_linked_meter_that_only_one_table_feeds_pays_what_a_private_one_pays() -> None:
    """And the record replays to the last event, though it does not know the meter's past."""
    rng = random.Random(17)
    read = Counter[str]()
    for game_id in GAMES:
        for _ in range(by_day(3, 6)):
            house, setup = random_setup(rng, game_id)
            if open_meters(setup, {}, {}):
                for _ in range(by_day(40, 80)):
                    read[game_id] += readings_of(rng, house, setup)
    assert len(+read) >= 5, "little was won out of linked meters"


def readings_of(rng: random.Random, house: dict[str, Any], setup: Setup) -> int:
    """Play a round with private meters, and again with linked ones; count the readings."""
    bets = random_bets(rng, setup)
    seed = rng.random()
    keeper = Keeper(open_meters(setup, {}, {}))
    private = Round.start(setup, bets)
    linked = Round.start(setup, bets, None, tuple(keeper.meters))
    for round_, keeps in ((private, Keeper(open_meters(setup, {}, {}))), (linked, keeper)):
        mind = random.Random(seed)
        play(round_, mind, random_player(mind), keeps)
    assert [e for e in linked.events if not isinstance(e, MeterRead)] == private.events
    for wager, meter in private.state.meters.items():
        kept = keeper.meters[wager]
        assert (kept.display, kept.reserve) == (meter.display, meter.reserve)
    count = len(linked.events) - len(private.events)
    if count:
        check_record(linked, house)
    return count


def check_record(round_: Round, house: dict[str, Any]) -> None:
    record = json.loads(json.dumps(write_record(round_, house)))
    again = replay(record)
    assert again.round.events == round_.events
    assert again.round.state.settled == round_.state.settled
    completed = json.loads(json.dumps(again.complete_record()))
    assert replay(completed).difference() is None
    assert not set(completed["meters_after"]) & set(record.get("linked", ()))


TWO_JACKPOTS = Path(__file__).parents[1] / "playthroughs" / "wa-spanish-21-two-jackpots.json"
READ_1 = {"wager": "jackpot-1", "display": "50002.0134", "reserve": "12.5500"}
READ_2 = {"wager": "jackpot-2", "display": "1234.9428"}


def linked_record(*readings: object, **changes: object) -> dict[str, Any]:
    """Both jackpots won in one round: 100% of each by seat 1, 10% of the second by seat 2."""
    given: dict[str, Any] = json.loads(TWO_JACKPOTS.read_text(encoding="utf-8"))
    del given["meters"], given["reserves"]
    return given | {"linked": ["jackpot-1", "jackpot-2"], "readings": list(readings)} | changes


def awards(record: dict[str, Any]) -> list[tuple[int, str, int]]:
    events = replay(record).round.events
    return [(e.seat, e.wager, e.amount) for e in events if isinstance(e, JackpotAwarded)]


def test_an_award_is_a_share_of_what_was_read() -> None:
    """Rulings W19 and W25: other tables may have fed the meter since the wagers were locked."""
    assert awards(linked_record(READ_1, READ_2)) == [
        (1, "jackpot-1", 5000201),
        (1, "jackpot-2", 123494),
        (2, "jackpot-2", 10000),
    ]
    fed = READ_2 | {"display": "2000.9950", "reserve": "500.0000"}
    assert awards(linked_record(READ_1, fed)) == [
        (1, "jackpot-1", 5000201),
        (1, "jackpot-2", 200099),
        (2, "jackpot-2", 15000),  # after 100 %: the seed and the reserve
    ]


def test_a_reading_comes_right_before_the_step_that_needs_it() -> None:
    played = replay(linked_record(READ_1, READ_2))
    names = [event_json(event)["event"] for event in played.round.events]
    first, second = (place for place, name in enumerate(names) if name == "meter-read")
    # JP-pays: after the last main wager is settled, both meters are read and both are awarded.
    assert names[first - 1 : second + 2] == [
        *("wager-settled", "meter-read", "meter-read", "jackpot-awarded")
    ]
    assert event_json(played.round.events[first - 1])["wager"] == "main"
    read = event_json(played.round.events[first])
    assert read == {"event": "meter-read", **READ_1}
    result = played.result()
    assert result["meters_after"] == {}
    assert "reserves_after" not in result
    line = next(line for line in story(played.round) if "50002.0134" in line)
    assert line == "meter   Match The Dealer Jackpot stands at $50002.0134"


def test_readings_are_found_in_whatever_order_a_record_has_them() -> None:
    """Older records have them in the order in which rounds were paid then."""
    assert awards(linked_record(READ_2, READ_1)) == awards(linked_record(READ_1, READ_2))


def test_a_linked_jackpot_that_nobody_wins_is_never_read() -> None:
    quiet = linked_record(cards="5s 6c 7s 8d Kc Kd Kh 9s")
    quiet["decisions"] = [{"seat": seat, "action": "stand"} for seat in (1, 2, 3)]
    assert awards(quiet) == []
    fed = [e for e in replay(quiet).round.events if isinstance(e, MeterFed)]
    assert [format_units(event.amount) for event in fed] == ["1.0500", "0.1250"] * 2 + ["0.1250"]


@every_row(
    ("record", "code", "words"),
    [
        (linked_record(READ_1), "record/reading-missing", "of jackpot-2, and none is left"),
        (linked_record(READ_2), "record/reading-missing", "of jackpot-1, and none is left"),
        (linked_record(READ_1, READ_2, READ_2), "record/reading-left-over", "of jackpot-2"),
        (linked_record(READ_1, READ_2, linked=["jackpot-1"]), "record/reading-left-over", "one"),
        (linked_record(READ_1, READ_2, linked="jackpot-1"), "record/malformed", "list"),
        (linked_record(READ_1, READ_2, linked=[1]), "record/malformed", "list of wagers"),
        (linked_record(READ_1, READ_2, linked=["main"]), "record/malformed", "no progressive"),
        (linked_record(READ_1, meters={"jackpot-1": "1"}), "record/malformed", "linked"),
        (linked_record(READ_1, reserves={"jackpot-1": "1"}), "record/malformed", "linked"),
        (linked_record({"wager": "jackpot-1"}), "record/malformed", "the keys wager, display"),
        (linked_record(READ_1 | {"speed": "1"}), "record/malformed", "the keys wager, display"),
        (linked_record(READ_1 | {"wager": 1}), "record/malformed", "a name"),
        (linked_record(READ_1 | {"display": "-1"}), "record/malformed", "not a meter"),
        (linked_record(READ_1 | {"reserve": "1.23456"}), "record/malformed", "not a meter"),
        (linked_record("jackpot-1"), "record/malformed", "the keys wager, display"),
    ],
)
def test_a_record_whose_readings_do_not_fit_is_refused(
    record: dict[str, Any], code: str, words: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        replay(record)
    assert refused.value.refusal.code == code
    assert words in refused.value.refusal.message


def test_a_record_that_claims_another_reading_than_it_was_played_with_differs() -> None:
    completed = replay(linked_record(READ_1, READ_2)).complete_record()
    completed["readings"][0]["display"] = "50002.0135"
    difference = replay(completed).difference()
    assert difference is not None
    assert "50002.0134" in difference


def test_what_a_meter_is_fed_is_written_even_where_it_is_nothing() -> None:
    fed = event_json(MeterFed(1, "jackpot-1", 0))
    assert fed == {"event": "meter-fed", "seat": 1, "wager": "jackpot-1", "amount": "0.0000"}
