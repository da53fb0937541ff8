"""`pitboss advise` as a person and a program call it, and everything it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Run

SPANISH = ("wa/spanish-21", "-o", "decks=6", "-o", "soft17=hit", "-o", "redouble=true")


def advised(called: Run, *arguments: str) -> dict[str, Any]:
    done = called("advise", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def test_every_legal_action_has_a_value_and_the_best_is_first(called: Run) -> None:
    output = advised(called, *SPANISH, "--hand", "6h 7h", "--up", "2s")

    assert (output["hand"], output["up"], output["best"]) == ("6h 7h", "2s", "hit")
    assert [action["action"] for action in output["actions"]] == [
        "hit",
        "stand",
        "surrender",
        "double",
    ]
    values = [action["value"] for action in output["actions"]]
    assert values == sorted(values, reverse=True)
    assert values[2] == -0.5


def test_a_suit_that_may_make_a_bonus_is_worth_more(called: Run) -> None:
    """The eight of hearts pays 2 to 1 on 6h 7h, 3 to 2 on 6h 7c; of spades 3 to 1."""
    values = [
        advised(called, *SPANISH, "--hand", hand, "--up", "2c")["actions"][0]["value"]
        for hand in ("6h 7c", "6h 7h", "6s 7s")
    ]

    assert values == sorted(values)
    assert len(set(values)) == 3


def test_a_doubled_hand_may_be_rescued_or_redoubled(called: Run) -> None:
    output = advised(called, *SPANISH, "--hand", "6h 5h 5c", "--up", "Ks", "--doubled", "1")

    assert {action["action"] for action in output["actions"]} == {"stand", "rescue", "redouble"}
    assert output["best"] == "rescue"
    # Half of what lies on the hand is given up: one first wager.
    assert output["actions"][0]["value"] == -1


def test_a_hand_made_by_a_split_is_not_surrendered(called: Run) -> None:
    output = advised(called, "wa/spanish-21", "--hand", "8h 3c", "--up", "6s", "--after-split")

    assert "surrender" not in {action["action"] for action in output["actions"]}
    assert output["assumed"] == ["decks=6", "soft17=hit"]


def test_a_free_hand_loses_nothing(called: Run) -> None:
    free = advised(called, "co/free-bet", "--hand", "9h 8c", "--up", "7d", "--free")
    paid = advised(called, "co/free-bet", "--hand", "9h 8c", "--up", "7d", "--after-split")

    assert (free["best"], paid["best"]) == ("hit", "stand")
    assert free["actions"][0]["value"] > 0 > paid["actions"][0]["value"]


def test_text_is_short_and_says_what_was_assumed(called: Run) -> None:
    done = called("advise", "wa/spanish-21", "--hand", "9h 8c", "--up", "7d")

    assert done.stdout.splitlines()[0].startswith("9h 8c against 7d")
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "decks=6" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (("no/game", "--hand", "6h 7h", "--up", "2s"), ["game/unknown"]),
        (("wa/spanish-21", "--hand", "Th 7h", "--up", "2s"), ["record/card-not-in-shoe"]),
        (("co/21-holdem", "--hand", "7h 7h", "--up", "2s"), ["record/card-not-in-shoe"]),
        (("wa/spanish-21", "--hand", "6h 1x", "--up", "2s"), ["record/card-unknown"]),
        (("wa/spanish-21", "--hand", "6h 9c 8d", "--up", "2s"), ["hand/over"]),
        (("wa/spanish-21", "--hand", "6h 7h"), ["hand/no-up-card"]),
        (("wa/spanish-21", "--up", "2s"), ["hand/impossible"]),
        (("wa/spanish-21", "--hand", "6h 7h", "--up", "2s 3s"), ["hand/no-up-card"]),
        (("wa/spanish-21", "--hand", "6h 7h", "--up", "2s", "--doubled", "5"), ["hand/impossible"]),
        (("wa/spanish-21", "--hand", "6h 7h", "--up", "2s", "--doubled", "1"), ["hand/impossible"]),
        (("wa/spanish-21", "--hand", "6h 7h", "--up", "2s", "--free"), ["option/conflict"]),
        (("wa/spanish-21", "--hand", "6h 7h 8h", "--up", "2s"), ["hand/nothing-asked"]),
        (("wa/spanish-21", "--hand", "6h 7h", "--up", "2s", "-o", "decks=3"), ["option/invalid"]),
        (
            ("wa/spanish-21", "--hand", "Th 9h 8h zz", "--up", "", "--doubled", "7"),
            [
                "record/card-unknown",
                "hand/no-up-card",
                "hand/over",
                "record/card-not-in-shoe",
                "hand/impossible",
            ],
        ),
    ],
)
def test_what_cannot_be_advised_is_refused_with_all_its_reasons(
    arguments: tuple[str, ...], codes: list[str], called: Run
) -> None:
    done = called("advise", *arguments)

    assert done.returncode == 2
    assert [line.rpartition("[")[2].rstrip("]") for line in done.stderr.splitlines()] == codes
    assert done.stdout == ""


def test_a_refusal_is_json_too(called: Run) -> None:
    done = called("advise", "wa/spanish-21", "--hand", "Th 9h", "--up", "2s", "--json")

    assert json.loads(done.stdout)["refused"]["code"] == "record/card-not-in-shoe"
    assert done.returncode == 2


def test_cards_are_read_as_people_type_them_and_suits_left_out_where_they_do_not_matter(
    called: Run,
) -> None:
    """Plain blackjack has no suits; 6-7 may become a suited 6-7-8 in Spanish 21, 9-7 may not."""
    exact = called("advise", "reference/blackjack", "--hand", "6h Th", "--up", "Ks", "--json")
    values = json.loads(exact.stdout)["actions"]
    for hand, up in (("6H10h", "K\u2660"), ("6,10", "k"), ("6 T", "K")):
        done = called("advise", "blackjack", "--hand", hand, "--up", up, "--json")
        assert json.loads(done.stdout)["actions"] == values, hand
    spanish = ("advise", "wa/spanish-21", "-o", "decks=6", "--up", "2", "--hand")
    assert called(*spanish, "9 7").returncode == 0
    refused = called(*spanish, "6 7")
    assert refused.returncode == 2
    assert "the suits make a difference here; write them" in refused.stderr
