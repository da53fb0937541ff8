"""Bad input: one clear sentence and a code for each problem, all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pitboss

WRONG: dict[str, tuple[Callable[[], object], list[str]]] = {
    "an unknown game": (lambda: pitboss.table("wa/spanish21"), ["game/unknown"]),
    "no game": (pitboss.table, ["game/unknown"]),
    "two options": (
        lambda: pitboss.table("wa/spanish-21", decks=7, soft17="maybe"),
        ["option/invalid", "option/invalid"],
    ),
    "an unknown option": (lambda: pitboss.table("co/trilux", dekcs=6), ["option/unknown"]),
    "an unknown wager": (
        lambda: pitboss.table("co/trilux", also={"trilux-bonu": "TRI-01"}),
        ["wager/not-offered"],
    ),
    "a wager that is not there to take off": (
        lambda: pitboss.table("wa/spanish-21", also={"jackpot-9": None}),
        ["wager/not-offered"],
    ),
    "a house of another game": (
        lambda: pitboss.table("co/trilux", house=pitboss.House(game="co/pai-jack")),
        ["option/conflict"],
    ),
    "a house file that is not there": (
        lambda: pitboss.table(house=Path("nowhere.toml")),
        ["file/missing"],
    ),
    "a setting of the wrong type": (
        lambda: pitboss.table("co/trilux", limits={"main": {"min": "low"}}),
        ["house/malformed"],
    ),
    "odds of an unknown wager": (
        lambda: pitboss.odds("co/trilux", "super3"),
        ["wager/not-offered"],
    ),
    "odds of the main wager": (lambda: pitboss.odds("co/trilux", "main"), ["wager/not-offered"]),
    "a meter without a wager": (
        lambda: pitboss.table("co/trilux").odds(meter=5),  # type: ignore[call-overload]
        ["option/conflict"],
    ),
    "a meter where there is none": (
        lambda: pitboss.table("co/trilux").odds("super-3", meter="5000.00"),
        ["option/conflict"],
    ),
    "a meter that is no amount": (
        lambda: pitboss.table("co/trilux").odds("trilux-progressive", meter="much"),
        ["option/invalid"],
    ),
    "a table and settings of a run": (
        lambda: pitboss.simulate("wa/spanish-21", rounds=0, seats=99, decks=7),
        ["option/invalid", "option/invalid", "option/invalid"],
    ),
    "rounds that are no number": (
        lambda: pitboss.simulate("co/trilux", rounds="many"),
        ["option/invalid"],
    ),
    "a count of other types": (
        lambda: pitboss.count("co/trilux", gone=["As"], unseen=5),
        ["option/invalid"] * 2,
    ),
    "a counter of other types": (
        lambda: pitboss.simulate(
            "co/trilux",
            rounds=10,
            penetration=0.75,
            count=pitboss.CounterSettings(count="hi-lo", enter="1", hands=2, side="x"),  # type: ignore[arg-type]
        ),
        ["option/invalid"] * 3,
    ),
    "a counter who is a number": (
        lambda: pitboss.simulate("co/trilux", rounds=10, count=5),
        ["option/invalid"],
    ),
    "a risk of other types": (
        lambda: pitboss.risk(ev="x", sd=1, rounds="y"),  # type: ignore[arg-type]
        ["option/invalid"] * 2,
    ),
    "a protection of other types": (
        lambda: pitboss.table("co/pai-jack").protect(low=5.5, penetration="75%"),  # type: ignore[arg-type]
        ["option/invalid"] * 2,
    ),
    "a check of nothing": (lambda: pitboss.check("nowhere.toml"), ["file/missing"]),
    "a replay of no file": (lambda: pitboss.replay("nowhere.json"), ["file/missing"]),
}

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no JSON": (lambda: pitboss.replay("{nothing"), "record/malformed"),
    "no record": (lambda: pitboss.replay({"name": "x"}), "record/malformed"),
    "a wager below the limit": (
        lambda: pitboss.table("wa/spanish-21", limits={"main": {"min": 500}}).deal(100),
        "wager/off-limits",
    ),
    "a wager that is not offered": (
        lambda: pitboss.table("co/trilux").deal(wagers={"match-up": 500}),
        "wager/not-offered",
    ),
    "no seats": (lambda: pitboss.table("co/trilux").deal(seats=0), "record/malformed"),
    "a card that the shoe has not": (
        lambda: pitboss.table("wa/spanish-21").deal(cards="Th"),
        "record/card-not-in-shoe",
    ),
    "an unknown action": (
        lambda: pitboss.table("reference/blackjack").deal(seed=7).act("dobule"),
        "action/illegal",
    ),
    "an action that is not legal": (
        lambda: pitboss.table("reference/blackjack").deal(seed=7).act("split"),
        "action/illegal",
    ),
    "an amount that is not legal": (
        lambda: pitboss.table("reference/blackjack").deal(seed=7).act("double", amount=5000),
        "action/amount",
    ),
    "an action after the round": (
        lambda: pitboss.table("reference/blackjack").deal(seed=7).act("stand").act("hit"),
        "action/illegal",
    ),
}


@pytest.mark.parametrize(("call", "codes"), WRONG.values(), ids=WRONG)
def test_everything_that_is_wrong_is_raised_at_once(
    call: Callable[[], object], codes: list[str]
) -> None:
    with pytest.raises(pitboss.RulesError) as raised:
        call()
    problems = raised.value.problems
    assert [problem.code for problem in problems] == codes
    assert all(problem.message and "\n" not in problem.message for problem in problems)


@pytest.mark.parametrize(("call", "code"), REFUSED.values(), ids=REFUSED)
def test_a_round_refuses_with_a_code(call: Callable[[], object], code: str) -> None:
    with pytest.raises(pitboss.RefusedError) as raised:
        call()
    assert raised.value.refusal.code == code
    assert "\n" not in str(raised.value)


def test_unknown_options_actions_and_wagers_are_named_with_a_suggestion() -> None:
    with pytest.raises(pitboss.RulesError, match="did you mean decks"):
        pitboss.table("co/trilux", dekcs=6)
    with pytest.raises(pitboss.IllegalAction, match="did you mean double"):
        pitboss.table("reference/blackjack").deal(seed=7).act("dobule")
    with pytest.raises(pitboss.RulesError, match="it has super-3"):
        pitboss.odds("co/trilux", "super3")


def test_an_illegal_action_changes_nothing() -> None:
    hand = pitboss.table("reference/blackjack").deal(seed=7)
    before = hand.events
    with pytest.raises(pitboss.IllegalAction):
        hand.act("split")
    assert hand.events == before


def test_bad_notation_is_a_notation_error() -> None:
    with pytest.raises(pitboss.NotationError):
        pitboss.parse_cards("1h")
    with pytest.raises(pitboss.NotationError):
        pitboss.table("co/trilux").deal(cards="1h")
