"""DP12: the house determines the order of dealing and the sequence of resolving the spots."""

from __future__ import annotations

from typing import Any

from pitboss.engine.setup import prepare
from pitboss.report.sheets.parts import HouseWords, Steps
from pitboss.report.sheets.procedure import procedure
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, ruling, washington
from tests.rules.table import Played, play

WA = "wa/spanish-21"
LEFT = "dealer's left"
RIGHT = "dealer's right"
SPOTS = ("match-up", "match-bonus-1", "match-bonus-2")
SEATS = dict.fromkeys((1, 3), "1000, match-up 100, match-bonus-1 100, match-bonus-2 100")
CARDS = "9h Kd 9s 8c Jd 7s Kh 9c"
"""Seat 1: 9h 8c, seat 3: Kd Jd, the dealer 9s 7s; bonus cards Kh and 9c; then the dealer draws."""


def resolved(**options: str) -> tuple[list[tuple[int, str]], Played]:
    """Return the spots in the order in which their wagers were resolved before play."""
    done = play(WA, f"{CARDS} 2c", "1 stand, 3 stand", SEATS, options={"bonus_cards": 2, **options})
    events: list[dict[str, Any]] = done.result["events"]
    lines = [event for event in events if event["event"] == "wager-settled"]
    return [(line["seat"], line["wager"]) for line in lines if line["wager"] in SPOTS], done


@clause(WA, "DP12")
@ruling("W37")
def test_wsgc_dp12_the_house_determines_the_sequence_of_resolving_the_spots() -> None:
    by_wager, usual = resolved()
    assert by_wager == [(seat, spot) for spot in SPOTS for seat in (1, 3)]
    for side, seats in ((LEFT, (1, 3)), (RIGHT, (3, 1))):
        order, done = resolved(spots_resolved_from=side)
        assert order == [(seat, spot) for spot in SPOTS for seat in seats]
        assert done.nets == usual.nets, "no amount depends on it"
        order, done = resolved(spots_resolved_from=side, match_resolved="spot by spot")
        assert order == [(seat, spot) for seat in seats for spot in SPOTS]
        assert done.nets == usual.nets
    assert usual.won("match-up", 1) == 400, "9h against 9s"


@clause(WA, "DP12", "JP-sequence")
@ruling("W37")
@every_row("order", ["wager by wager", "spot by spot"])
def test_wsgc_dp12_shares_of_a_jackpot_are_paid_from_the_left_all_the_same(order: str) -> None:
    """Whoever sits nearer to the dealer's left is paid before, whatever the house chose."""
    nets = []
    for side in (LEFT, RIGHT):
        done = play(
            WA,
            "7h 7h 7h 7h 7h 8c Ks",
            "1 stand, 3 stand",
            dict.fromkeys((1, 3), "1000, match-up 100, jackpot-1 500"),
            tables={"match-up": "2", "jackpot-1": "3c-5"},
            jackpots={
                "jackpot-1": {
                    "scheme": "progressive",
                    "wager": 500,
                    "contribution": "21%",
                    "seed": "5000.00",
                }
            },
            meters={"jackpot-1": "10000.0000"},
            options={"spots_resolved_from": side, "match_resolved": order},
        )
        nets.append(done.nets)
        awards = [event for event in done.result["events"] if event["event"] == "jackpot-awarded"]
        assert [award["seat"] for award in awards] == [1, 3]
        assert awards[0]["amount"] > awards[1]["amount"], "the second share is of what is left"
    assert nets[0] == nets[1]


@washington("DP12", how="posted", words="the order in which the")
def test_wsgc_dp12_the_sheet_posts_the_order_of_dealing(game: str) -> None:
    order = (
        "One card face up to every player from your left, then one face up to yourself. A second"
        " card face up to every player in the same order, then one face down to yourself."
    )
    assert order in sheet(game)
    cards = "9h 7d 9s 8c Jd 7s 2c"
    done = play(game, cards, "1 stand, 2 stand", dict.fromkeys((1, 2), 1000))
    first = [event for event in done.events if event["event"] == "card-dealt"][:6]
    places = [(card["place"], card.get("seat", 0)) for card in first]
    assert places == [("hand", 1), ("hand", 2), ("dealer", 0)] * 2


@clause(WA, "DP12", how="posted", words="the sequence in which spots")
@every_row("order", ["wager by wager", "spot by spot"])
def test_wsgc_dp12_the_sheet_posts_the_sequence_of_resolving(order: str) -> None:
    for side in (LEFT, RIGHT):
        text = sheet(WA, spots_resolved_from=side, match_resolved=order)
        assert f"Match The Dealer wagers are resolved: {order}." in text
        assert f"from your {side.partition(' ')[2]}" in text


def sheet(game: str, **options: str) -> str:
    """Return the steps of the dealer's sheet."""
    house = house_from({"game": game, "options": {"decks": 6, "soft17": "hit", **options}})
    parts = procedure(prepare(house), HouseWords()).parts
    return " ".join(step.text for part in parts if isinstance(part, Steps) for step in part.steps)
