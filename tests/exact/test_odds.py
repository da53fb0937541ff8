"""The odds of wagers: printed figures and identities."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.odds.play_bounds import ALWAYS, NEVER, straights
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.exact.odds.wagers import odds
from pitboss.report.catalogue.pay_tables import edge_line, pay_table_edges
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game_ids, games
from tests.own_games import OwnGame


@pytest.fixture(scope="module")
def book() -> tuple[WagerOdds, ...]:
    """The odds of the whole rule book, counted once."""
    return tuple(item for game in games() for item in odds(game.id, solved=False))


def test_every_printed_figure_is_reproduced(book: tuple[WagerOdds, ...]) -> None:
    assert [item for item in book if item.agrees is False] == []
    assert sum(item.agrees is True for item in book) >= 433


def test_the_kept_edges_of_pay_tables_are_the_exact_ones(book: tuple[WagerOdds, ...]) -> None:
    """`pitboss find` reads a file; every line that needs no solution of a game is held to these.

    Lines of wagers that play decides are in tests/report/test_pay_tables.py.
    """
    counted = [edge_line(item) for item in book if item.table]
    kept = [line for line in pay_table_edges() if not line.play]
    assert [line for line in counted if not line.play] == kept, "run tools/generate_pay_tables.py"


def test_the_book_has_over_a_thousand_records_of_every_game(book: tuple[WagerOdds, ...]) -> None:
    assert len(book) > 1000
    assert {item.game for item in book} == set(game_ids())


def test_a_record_stands_once(book: tuple[WagerOdds, ...]) -> None:
    keys = [
        (i.game, i.wager, i.table, i.decks, tuple(sorted(i.options.items())), i.bound) for i in book
    ]
    assert len(set(keys)) == len(keys)


def test_rows_explain_the_edge(book: tuple[WagerOdds, ...]) -> None:
    """What the rows give back and the edge make one, for everything that is staked and not free."""
    for item in book:
        if item.wager != "super-bonus" and item.table not in PAID_PER_CARD:
            assert sum(row.returns for row in item.rows) + item.edge == 1, item


PAID_PER_CARD = frozenset({"2", "7"})
"""Match The Dealer pays each card but gives the stake back once."""


def test_probabilities_are_probabilities(book: tuple[WagerOdds, ...]) -> None:
    for item in book:
        assert all(0 <= row.probability <= 1 for row in item.rows)
        assert 0 < item.hit_frequency < 1
        assert item.variance > 0


def test_21_plus_3_has_the_published_combinations() -> None:
    """Six decks at 9 to 1, as published for the first casino that offered it: 3.2386 % in all.

    Out of 5,013,320 combinations; the published list counts flushes with a pair by themselves.
    """
    published = {"Straight Flush": 10368, "3 of a Kind": 26312, "Straight": 155520}
    published["Flush"] = 236736 + 56160
    (item,) = odds("co/21-plus-3", wager="21-plus-3", table="standard", decks=6)

    assert {row.name: row.probability for row in item.rows} == {
        name: Fraction(count, 5013320) for name, count in published.items()
    }
    assert f"{float(item.edge):.4%}" == "3.2386%"


def test_alternates_and_house_prizes_change_the_rows() -> None:
    """Three suited 2s to kings at 50 for 1 gives back fifty times its probability."""
    row = "3-Card Suited Match: 2s - Ks"
    base = {"wager": "jackpot-1", "table": "3c-5", "options": {"alternate": "3-alt-1"}}
    (without,) = odds("wa/spanish-21", **base)  # type: ignore[arg-type]
    (priced,) = odds("wa/spanish-21", **base, pays={row: "50 for 1"})  # type: ignore[arg-type]
    probability = next(r.probability for r in priced.rows if r.name == row)

    assert without.edge - priced.edge == 50 * probability
    # 44 kinds other than aces (W7 leaves the aces to the other rows), two of five left match.
    assert probability == Fraction(44 * 6 * 5 * 4, 288 * 287 * 286)


def test_the_meter_pays_for_itself_at_break_even() -> None:
    (item,) = odds("wa/spanish-21", wager="jackpot-1", table="3c-5")
    value = meter_value(item, MeterValue())
    at = meter_value(item, MeterValue(meter=int(value.break_even * 100)))

    assert at.edge_at_meter is not None
    assert abs(at.edge_at_meter) < Fraction(1, 10**6)


def test_a_printed_seed_and_increment_give_the_long_run_edge() -> None:
    """TriLux 06: $2,000 seed and 17 % at $1; what is fed and seeded comes back in the end."""
    (item,) = odds("co/trilux", wager="trilux-progressive", table="progressive-06", decks=6)
    value = meter_value(item, MeterValue())
    assert item.meter
    expected = item.edge - Fraction(17, 100) - item.meter.full_awards * 2000

    assert value.long_run_edge == expected


def test_always_drawing_only_lengthens_straights() -> None:
    shoe = ShoeKey(deck="french-52", decks=6)
    never = straights(shoe, NEVER)
    always = straights(shoe, ALWAYS)

    assert sum(never.values()) == sum(always.values())
    # 2-3 drawn to 2-3-4 first: two cards of 24 in 310 continue it on two sides.
    assert always["2-cards"] < never["2-cards"]
    assert always["6-cards-other-ace"] == 3 * always["6-cards-spade-ace"]


@pytest.mark.parametrize(
    ("question", "code", "says"),
    [
        ({"wager": "match-pu"}, "wager/not-offered", "match-up"),
        ({"table": "3c-9"}, "option/invalid", "3c-"),
        ({"table": "4a-1", "decks": 6}, "option/conflict", "2 decks"),
        (
            {"wager": "jackpot-1", "table": "4a-1", "options": {"alternate": "4-alt"}},
            "option/conflict",
            "none",
        ),
        ({"pays": {"No such row": "5 for 1"}}, "option/unknown", "2 Suited Matches"),
        ({"pays": {"2 Suited Matches": "10%"}}, "option/invalid", "not a prize"),
    ],
)
def test_what_does_not_exist_is_refused(question: dict[str, object], code: str, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        odds("wa/spanish-21", **question)  # type: ignore[arg-type]

    assert refused.value.problems[0].code == code
    assert says in refused.value.problems[0].message


def test_insurance_is_priced_as_the_table_pays_it(own_game: OwnGame) -> None:
    """At 3 to 1 it wins 3 with a chance of 96/311 and loses 1 otherwise."""
    own = own_game("co/trilux", more='[rules]\ninsurance_pays = "3:1"')
    (item,) = odds(own, wager="insurance", decks=6)
    tens = Fraction(96, 311)

    assert item.edge == -(3 * tens - (1 - tens))
    assert item.variance == 16 * tens * (1 - tens)
    assert [row.pay for row in item.rows] == ["3 to 1"]


def test_insurance_that_the_house_may_choose_is_priced_for_each_choice(own_game: OwnGame) -> None:
    option = """
[options.insurance_pays]
title = "What insurance pays"
values = ["2:1", "5:2"]
default = "2:1"
cite = "none"
"""
    own = own_game("co/trilux", more=option)
    tens = Fraction(96, 311)
    edges = {
        item.options["insurance_pays"]: item.edge for item in odds(own, wager="insurance", decks=6)
    }
    (chosen,) = odds(own, wager="insurance", decks=6, options={"insurance_pays": "5:2"})

    assert edges == {"2:1": 1 - 3 * tens, "5:2": 1 - Fraction(7, 2) * tens}
    assert chosen.edge == edges["5:2"]


def test_each_band_of_the_super_bonus_is_priced_by_itself(own_game: OwnGame) -> None:
    """From $5 it pays $1,000, 200 for one; from $20 only $1,500, 75 for one."""
    bands = "[super_bonus]\nbands = [{ wager_min = 500, pays = 100000 }"
    bands += ", { wager_min = 2000, pays = 150000 }, { wager_min = 2500, pays = 90000 }]"
    (printed,) = odds("wa/spanish-21", wager="super-bonus", decks=6)
    own = own_game("wa/spanish-21", more=bands)
    by_main = {item.options["main"]: item for item in odds(own, wager="super-bonus", decks=6)}
    chance = printed.hit_frequency

    assert printed.edge == -200 * chance
    # A band that pays less than one below it pays what that one does.
    assert {main: item.edge / chance for main, item in by_main.items()} == {
        "$5": -200,
        "$20": -75,
        "$25": -60,
    }
    assert {item.hit_frequency for item in by_main.values()} == {chance}
