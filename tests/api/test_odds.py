"""The odds of the wagers of a table."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import pitboss
from pitboss.exact.odds.wagers import odds as exact_odds

QUICK = [
    game.id
    for game in pitboss.games()
    if game.id not in {"co/straight-jack", "co/straight-jack-progressive", "co/ride-free"}
]


def test_an_edge_is_a_fraction() -> None:
    table = pitboss.table("wa/spanish-21", decks=6, soft17="hit", also={"match-up": "2"})
    match = table.odds("match-up")
    assert match.edge == Fraction(114, 3731)
    assert match.rows[0].probability == Fraction(36, 287)
    assert match.agrees


@pytest.mark.parametrize("game", QUICK)
def test_every_wager_of_a_table_is_priced_as_the_book_prices_it(game: str) -> None:
    table = pitboss.table(game)
    priced = table.odds()
    for wager, odds in priced.items():
        book = exact_odds(game, wager=wager, decks=int(table.options["decks"]), solved=False)
        assert odds.wager == wager
        # Prizes that only the house sets are assumed here, and open in the book.
        if not table.house.pays.get(wager) and not odds.play:
            assert odds.edge in {item.edge for item in book if item.table == odds.table}
        assert json.loads(json.dumps(odds.as_json()))["edge"] == str(odds.edge)
        assert f"{wager}" in repr(odds)
        assert odds._repr_html_().count("<tr>") == len(odds.rows) + 1
    assert not {"main", "main-1", "main-2", "ante"} & set(priced)


def test_a_meter_is_priced_for_the_wager_of_the_house() -> None:
    """Twice the wager on the same meter needs twice the meter to break even."""
    single, double = (
        pitboss.table(
            "wa/spanish-21",
            also={"jackpot-1": "3c-5"},
            jackpots={"jackpot-1": {"wager": cents, "contribution": "21%", "seed": "5000.00"}},
        ).odds("jackpot-1", meter="20000.00")
        for cents in (500, 1000)
    )
    assert single.progressive is not None
    assert double.progressive is not None
    assert single.edge == double.edge
    assert double.progressive.break_even == 2 * single.progressive.break_even
    assert double.progressive.edge_at_meter == (
        (single.edge + (single.progressive.edge_at_meter or 0)) / 2
    )


def test_a_house_jackpot_is_priced_with_its_posted_prizes() -> None:
    table = pitboss.table(
        "wa/spanish-21",
        also={"jackpot-1": "3c-5"},
        jackpots={
            "jackpot-1": {
                "scheme": "house",
                "wager": 500,
                "prize": {"100%": "5000.00", "10%": "500.00"},
            }
        },
    )
    odds = table.odds("jackpot-1")
    assert odds.progressive is None
    assert odds.edge_with_prizes is not None
    assert odds.meter is not None
    assert odds.edge_with_prizes < odds.edge
    # Prizes of 100 % and 10 % of $5,000 are worth the share of a meter that shows as much.
    assert odds.edge_with_prizes == odds.edge - odds.meter.share * 500_000 / 500


def test_the_shortcut_is_the_same() -> None:
    table = pitboss.table("ilani/spanish-21")
    assert pitboss.odds("ilani/spanish-21", "match-up") == table.odds("match-up")
    assert pitboss.odds("ilani/spanish-21") == table.odds()


def test_tables_warns_where_it_leaves_out_what_the_next_major_version_takes_off() -> None:
    """`also=` changes some; `tables=` is on its way to name all, as a house file does."""
    changed = pitboss.table("wa/spanish-21", also={"jackpot-1": "3c-5"})
    assert changed.wagers["jackpot-1"] == "3c-5"
    assert "match-down" in changed.wagers
    with pytest.warns(FutureWarning, match=r"write also= to keep .*match-down") as caught:
        older = pitboss.table("wa/spanish-21", tables={"jackpot-1": "3c-5"})
    assert older.digest == changed.digest
    assert caught[0].filename == __file__
    every = {wager: table for wager, table in changed.wagers.items() if table}
    assert pitboss.table("wa/spanish-21", tables=every).digest == changed.digest
    both = pitboss.table("wa/spanish-21", tables=every, also={"match-down": None})
    assert "match-down" not in both.wagers
