"""The odds of wagers: printed figures, identities, and play at the table."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from pitboss.cards import SeededBits, shuffled
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bots import basic_play
from pitboss.engine.setup import prepare
from pitboss.engine.state import State
from pitboss.engine.table import Round
from pitboss.engine.wagers import Bets
from pitboss.exact import MeterValue, all_odds, meter_value, odds
from pitboss.exact.distributions import Shoe
from pitboss.exact.odds import WagerOdds
from pitboss.exact.played import ALWAYS, NEVER, straights
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.library import game_ids
from pitboss.rulebook.problems import RulesError


@pytest.fixture(scope="module")
def book() -> tuple[WagerOdds, ...]:
    """The odds of the whole rule book, counted once."""
    return tuple(all_odds())


def test_every_printed_figure_is_reproduced(book: tuple[WagerOdds, ...]) -> None:
    assert [item for item in book if item.agrees is False] == []
    assert sum(item.agrees is True for item in book) >= 433


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
    (found,) = odds("co/21-plus-3", wager="21-plus-3", table="standard", decks=6)

    assert {row.name: row.probability for row in found.rows} == {
        name: Fraction(count, 5013320) for name, count in published.items()
    }
    assert f"{float(found.edge):.4%}" == "3.2386%"


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
    (found,) = odds("wa/spanish-21", wager="jackpot-1", table="3c-5")
    value = meter_value(found, MeterValue())
    at = meter_value(found, MeterValue(meter=int(value.break_even * 100)))

    assert at.edge_at_meter is not None
    assert abs(at.edge_at_meter) < Fraction(1, 10**6)


def test_a_printed_seed_and_increment_give_the_long_run_edge() -> None:
    """TriLux 06: $2,000 seed and 17 % at $1; what is fed and seeded comes back in the end."""
    (found,) = odds("co/trilux", wager="trilux-progressive", table="progressive-06", decks=6)
    value = meter_value(found, MeterValue())
    assert found.meter
    expected = found.edge - Fraction(17, 100) - found.meter.full_awards * 2000

    assert value.long_run_edge == expected


def test_always_drawing_only_lengthens_straights() -> None:
    shoe = Shoe(deck="french-52", decks=6)
    never, always = straights(shoe, NEVER), straights(shoe, ALWAYS)

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
        ({"pays": {"2 Suited Matches": "10%"}}, "option/invalid", "no prize"),
    ],
)
def test_what_does_not_exist_is_refused(question: dict[str, object], code: str, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        odds("wa/spanish-21", **question)  # type: ignore[arg-type]

    assert refused.value.problems[0].code == code
    assert says in refused.value.problems[0].message


JACKPOT = {"scheme": "progressive", "wager": 100, "seed": "5000.00"}
TABLES: tuple[tuple[dict[str, object], dict[str, str]], ...] = (
    (
        {"game": "wa/spanish-21", "options": {"decks": 6, "soft17": "hit", "bonus_cards": 5}},
        {
            "match-up": "2",
            "match-down": "2",
            **{f"match-bonus-{number}": "2" for number in range(1, 6)},
            "jackpot-1": "3c-5",
            "jackpot-2": "4d-1",
        },
    ),
    (
        {"game": "wa/spanish-21", "options": {"decks": 2, "soft17": "stand"}},
        {"match-up": "2", "jackpot-1": "4a-8"},
    ),
    (
        {"game": "wa/spanish-21", "options": {"decks": 8, "soft17": "stand"}},
        {"match-up": "2", "jackpot-1": "6-5", "jackpot-2": "5d-3"},
    ),
    (
        {"game": "wa/spanish-21-v003", "options": {"decks": 4, "soft17": "hit"}},
        {"match-up": "2", "match-down": "2", "jackpot-1": "3a-2"},
    ),
    (
        {"game": "wa/spanish-21-v002", "options": {"decks": 5, "soft17": "hit"}},
        {"match-up": "7", "match-down": "7", "jackpot-1": "9b-3"},
    ),
    ({"game": "ilani/spanish-21"}, {"match-up": "match-the-dealer", "jackpot-1": "progressive"}),
    (
        {"game": "bet-bigger/spanish-21"},
        {
            "match-up": "bonus-options",
            "match-down": "probability-block",
            "break-bonus": "break-bonus",
        },
    ),
)


def house_of(base: dict[str, object], tables: dict[str, str]) -> House:
    jackpots = {wager: JACKPOT for wager in tables if wager.startswith("jackpot")}
    rows = {"4a": "Any 4 Same Rank: 2s - Ks", "5d": "2 Suited Matches"}
    pays = {
        wager: {name: "1 for 1000"}
        for wager, table in tables.items()
        for prefix, name in rows.items()
        if table.startswith(prefix)
    }
    return house_from({**base, "tables": tables, "jackpots": jackpots, "pays": pays})


@pytest.mark.parametrize(
    ("base", "tables"), TABLES, ids=["six", "two", "eight", "v003", "v002", "ilani", "bigger"]
)
def test_the_table_agrees_with_the_exact_odds(
    base: dict[str, object], tables: dict[str, str]
) -> None:
    """Deal many rounds at the engine's table; each wager's hits must be as frequent as computed.

    Only the deal matters for most wagers, so every round is a fresh shoe. The bound is five
    standard errors of the hit frequency; the seed is fixed, so that it either holds or does not.
    """
    rounds, seed = 2500, "odds at the table"
    setup = prepare(house_of(base, tables))
    stakes = dict.fromkeys(tables, 100)
    hits = dict.fromkeys(tables, 0)
    insured: list[bool] = []
    for number in range(rounds):
        cards = iter(shuffled(setup.shoe.cards(), SeededBits(f"{seed}/{number}")))
        this = Round.start(setup, [Bets(1, {"main": 500, **stakes})])
        this.play(cards, insuring)
        for line in this.state.settled:
            hits[line.wager] = hits.get(line.wager, 0) + (line.pays != "")
            if line.wager == "insurance":
                insured.append(line.net > 0)
    decks = setup.rules.decks
    for wager, table in tables.items():
        options = {"soft17": setup.rules.soft17} if wager == "break-bonus" else {}
        (found,) = odds(str(base["game"]), wager=wager, table=table, decks=decks, options=options)
        p = float(found.hit_frequency)
        error = sqrt(p * (1 - p) / rounds)
        assert abs(hits[wager] / rounds - p) < 5 * error, (wager, table, seed)
    (found,) = odds(str(base["game"]), wager="insurance", decks=decks)
    p = float(found.hit_frequency)
    assert abs(sum(insured) / len(insured) - p) < 5 * sqrt(p * (1 - p) / len(insured))


def insuring(state: State, asked: Question) -> Action:
    """Play sensibly, and insure wherever that is asked."""
    insure = next((c for c in asked.choices if c.kind == ActionKind.INSURE), None)
    if insure is None:
        return basic_play(state, asked)
    kind, amount, wager = ActionKind.INSURE, insure.high, asked.wager
    return Action(seat=asked.seat, hand=asked.hand, kind=kind, amount=amount, wager=wager)
