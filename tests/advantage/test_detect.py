"""The detector of counters: its error rates are what it says, on honest players and on counters."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import pytest

from pitboss.advantage.detect.columns import LinearValue
from pitboss.advantage.detect.observe import watch
from pitboss.advantage.detect.score import SHOES_LEAST, score
from pitboss.advantage.detect.verdict import (
    COUNTING_ERROR,
    SUSPECT_ERROR,
    Departures,
    Verdict,
    WagerColumns,
    compute_true_counts,
    departures,
    judge,
)
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.advantage.removal import removal
from pitboss.cards import Unseen
from pitboss.counts import find_system
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.engine.record import write_record
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.export.rounds import play_rounds
from pitboss.simulator.kinds import make_named_job
from tests.advantage.honest_players import COUNTERS, HONEST, Player, sitting
from tests.tiers import by_day

SHOES = 15


def errors_of(player: Player, sittings: int, seed: int) -> list[float]:
    random = np.random.Generator(np.random.Philox(seed))
    errors = []
    for number in range(sittings):
        line, counts = sitting(player, random, SHOES)
        judged = score(line, counts, seed=number, exchanges=2499)
        errors.append(1.0 if judged is None else judged.error)
    return errors


def test_honest_players_are_suspected_no_more_often_than_is_said() -> None:
    """Goal: the error is no smaller than it says, whatever the reason to change a bet.

    An error below e comes up in at most the part e of sittings. Four standard errors are allowed
    for chance.
    """
    sittings = by_day(30, 2500)
    often_by_player = {}
    for seed, player in enumerate(HONEST):
        errors = np.array(errors_of(player, sittings, seed))
        for level in (0.2, 0.05, SUSPECT_ERROR, COUNTING_ERROR):
            often = float((errors <= level).mean())
            allowed = level + 4 * sqrt(level * (1 - level) / sittings)
            if often > allowed:
                often_by_player[player.__name__, level] = often
    assert often_by_player == {}


def test_counters_are_told() -> None:
    """Fifteen shoes tell nearly every counter, and most of those who bet by chance in between."""
    shares = {}
    for player in COUNTERS:
        errors = np.array(errors_of(player, by_day(12, 400), 7))
        shares[player.__name__] = float((errors <= COUNTING_ERROR).mean())
    assert shares["counter"] > 0.8
    assert shares["counter_with_errors"] > 0.8
    assert shares["counter_with_cover"] > 0.4


def test_nothing_is_said_of_flat_bets_and_of_few_shoes() -> None:
    random = np.random.Generator(np.random.Philox(3))
    assert score(*sitting(HONEST[0], random, SHOES_LEAST - 1)) is None
    flat, counts = sitting(lambda _, c, __: iter(np.ones(len(c))), random, SHOES)
    assert flat.is_flat
    assert score(flat, counts) is None


HOUSE = {"game": "reference/blackjack", "options": {"decks": 6}}


@pytest.fixture(scope="module")
def rounds() -> list[dict[str, Any]]:
    """Return rounds of real shoes, three seats, six decks dealt to three quarters."""
    setup = prepare(house_from(HOUSE))
    job = make_named_job(setup, "optimal", seed=5, seats=3, cut=234)
    records = []
    for played in play_rounds(job, by_day(300, 900)):
        record = write_record(played.round, HOUSE)
        records.append(record | {"note": {"shoe": played.shoe}})
    return records


def with_bets(records: list[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """Let seat 1 spread by Hi-Lo, seat 2 bet by chance, and seat 3 always the same."""
    random = np.random.Generator(np.random.Philox(seed))
    system = find_system("hi-lo")
    table = watch(records)
    made = []
    for record, round_ in zip(records, table.rounds, strict=True):
        count = float(system.true(round_.unseen, table.setup.shoe))
        units = (int(np.clip(2 * (count - 1), 1, 8)), int(random.choice((1, 2, 5))), 1)
        seats = [
            {"seat": n + 1, "player": name, "wagers": {"main": 1000 * units[n]}}
            for n, name in enumerate(("ann", "bob", "cy"))
        ]
        decisions = [
            {k: v for k, v in decision.items() if k != "amount"} for decision in record["decisions"]
        ]
        made.append(record | {"seats": seats, "decisions": decisions})
    return made


def test_a_counter_is_told_from_records_of_real_rounds(rounds: list[dict[str, Any]]) -> None:
    table = watch(with_bets(rounds, 1))
    effects = removal(table.setup)
    assert effects is not None
    value = LinearValue.from_removal(effects).values([round_.unseen for round_ in table.rounds])
    counts = compute_true_counts(table, [find_system(name) for name in ("hi-lo", "ten-count")])
    columns = {"main": WagerColumns(value=value, full=effects.expectation, counts=counts)}
    ann, bob, cy = judge(table, columns).players
    assert [player.worst.verdict for player in (ann, cy)] == [Verdict.COUNTING, Verdict.FLAT]
    assert bob.worst.verdict in {Verdict.NO_SIGN, Verdict.TOO_FEW}
    assert ann.worst.count == "Hi-Lo"
    assert ann.worst.error is not None
    assert ann.worst.error <= COUNTING_ERROR
    assert ann.theoretical is not None
    assert ann.worst.flat is not None
    # The same money without regard to the cards loses more.
    assert ann.theoretical > ann.worst.flat
    assert json.loads(json.dumps(ann.as_json()))["verdict"] == "counting"
    assert judge(table, columns, ["bob"]).as_rows()[0]["name"] == "bob"


def test_the_shoe_is_followed_by_its_number_its_cut_card_and_its_cards(
    rounds: list[dict[str, Any]],
) -> None:
    marked = watch(rounds)
    assert marked.rounds[0].unseen == Unseen.from_shoe(marked.setup.shoe)
    assert marked.rounds[1].unseen.size == 312 - len(str(rounds[0]["cards"]).split())
    # Without a mark, a cut card of 78 cards shuffles at the same rounds.
    plain = [{**record, "shoe": {"burn": 1, "cut": 78}} for record in rounds]
    for record in plain:
        record.pop("note")
    assert [round_.shoe for round_ in watch(plain).rounds] == [
        round_.shoe for round_ in marked.rounds
    ]
    # With the cut card at the very end, a card that cannot be left begins a shoe.
    late = [record | {"shoe": {"burn": 0, "cut": 1}} for record in plain]
    assert max(round_.shoe for round_ in watch(late).rounds) >= 1


def test_records_that_cannot_be_watched_are_refused(rounds: list[dict[str, Any]]) -> None:
    with pytest.raises(RulesError, match="no round"):
        watch([])
    other = rounds[0] | {"options": {"decks": 8}}
    with pytest.raises(RulesError, match="several tables"):
        watch([rounds[0], other])
    with pytest.raises(RefusedError):
        watch([{"game": "reference/blackjack"}])


def test_a_shoe_without_a_card_is_valued_by_its_removal() -> None:
    setup = prepare(House(game="reference/blackjack", options={"decks": 6}))
    effects = removal(setup)
    assert effects is not None
    full = Unseen.from_shoe(setup.shoe)
    linear = LinearValue.from_removal(effects)
    for row in effects.rows:
        value = linear.values([full.without(row.cards[0])])[0]
        assert value - effects.expectation == pytest.approx(row.fixed, abs=1e-12)


def test_departures_from_basic_strategy_are_counted(rounds: list[dict[str, Any]]) -> None:
    """A play that is due where the count is low enough, of hands that the records have."""
    usual = RatedPlay(
        hand="16",
        up="T",
        action=ActionKind.STAND,
        otherwise=ActionKind.HIT,
        difference=-0.01,
        slope=0.01,
        correlation=0.6,
        first_order=0.0,
        critical=0.0,
        index=-100,
        below=False,
        frequency=0.03,
        gain=0.001,
    )
    table = watch(rounds)
    always = departures(table, "seat 1", [usual])
    # Optimal play of a full shoe stands on some sixteens: those of many cards.
    assert always.due > 5
    assert always.share is not None
    assert always.share < 0.5
    other = replace(usual, action=ActionKind.HIT, otherwise=ActionKind.STAND, difference=0.01)
    assert departures(table, "seat 1", [other]).due == 0
    assert departures(table, "nobody", [usual]) == Departures(0, 0)
