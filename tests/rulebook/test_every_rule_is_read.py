"""Every field of the rule book is played or priced, is a clause, or is text: nothing is only shown.

Method: each field of each dataclass of the model is changed to another value. The table must then
play, refuse or price something otherwise. What is text stands in a list with the reason. A new
field that is in neither list fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from itertools import product
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.actions import Action, ActionKind, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import IrregularityRuled
from pitboss.engine.setup import make_setup
from pitboss.engine.side_wagers import envy_units
from pitboss.engine.state import State
from pitboss.exact.ante_up.hands import AnteUpPays
from pitboss.exact.odds.wagers import odds
from pitboss.exact.pai_jack.solution import pai_jack_solution
from pitboss.floor.linked_wagers import LinkedWager, link_problems, terms_for
from pitboss.rulebook import model
from pitboss.rulebook.check import problems
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House, JackpotSetup, ShoeSettings
from pitboss.rulebook.model import Condition, Game, Moment, OptionValue, PayRow, PayTable
from pitboss.rulebook.pays import Odds
from pitboss.rulebook.reading import library
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.deck_entry import begin_round, refuse_entry
from pitboss.sitting.shoe import make_shoe
from tests.engine.houses import GAMES
from tests.rows import every_row
from tests.rulebook.changed_games import Change, happenings, is_rule_seen, is_seen, sittings
from tests.rulebook.conftest import smallest_house

SHAPES = {
    name: shape
    for name, shape in ((name, getattr(model, name)) for name in model.__all__)
    if isinstance(shape, type) and is_dataclass(shape)
}
FIELDS = {(name, item.name) for name, shape in SHAPES.items() for item in fields(shape)}
CLAUSES = {
    (name, item.name) for name, shape in SHAPES.items() for item in fields(shape) if not item.init
}

REFERENCE = "reference/blackjack"
WASHINGTON = "wa/spanish-21"
BET_BIGGER = "bet-bigger/spanish-21"
FREE_BET, TRILUX, PAI_JACK, WILD = (
    *("co/free-bet", "co/trilux", "co/pai-jack"),
    "co/deuces-wild-xtreme",
)

BLACKJACK: dict[str, tuple[str, object]] = {
    "decks": (REFERENCE, 3),
    "soft17": (TRILUX, "other"),
    "peek": (TRILUX, False),
    "blackjack": (TRILUX, "7:5"),
    "blackjack_wins": (TRILUX, True),
    "blackjack_double": (WASHINGTON, False),
    "twenty_one_wins": (TRILUX, True),
    "double_soft_21": (WASHINGTON, "never"),
    "insurance": (TRILUX, "half of each unit"),
    "insurance_pays": (TRILUX, "3:1"),
    "surrender": (REFERENCE, "other"),
    "double_cards": (TRILUX, "any"),
    "double_totals": (TRILUX, "10-11"),
    "double_for_less": (WASHINGTON, "other"),
    "double_minimum": (WASHINGTON, "other"),
    "double_after_split": (TRILUX, "other"),
    "redouble": (WASHINGTON, "other"),
    "doublings": (WASHINGTON, 1),
    "rescue": (WASHINGTON, False),
    "max_hands": (TRILUX, 2),
    "resplit_aces": (WASHINGTON, "other"),
    "hit_split_aces": (WASHINGTON, "other"),
    "bonus_21": (WASHINGTON, "none"),
    "dealer_22_pushes": (FREE_BET, False),
    "free_bets": (FREE_BET, False),
    "settled_from": (TRILUX, "other"),
    "tip_shares_free_bets": (FREE_BET, "other"),
    "charlie": (REFERENCE, 5),
    "original_bets_only": (REFERENCE, "other"),
    "charlie_pays": (REFERENCE, "2:1"),
    "double_split_aces": (REFERENCE, "always"),
    "never_split": (REFERENCE, "A,8"),
    "hands_of": (REFERENCE, "8:2,10:2"),
    "surrender_after_split": (REFERENCE, "other"),
    "ties_lost": (REFERENCE, "17-21"),
    "dealer_pushes": (REFERENCE, "17-21"),
    "split_blackjack": (REFERENCE, "other"),
    "suited_blackjack": (REFERENCE, "5:1"),
    "suited_blackjack_in": (REFERENCE, "other"),
}
"""Blackjack rule -> a game and another value; "other": whichever of two a house does not have."""
OTHERS: dict[str, tuple[object, ...]] = {
    "soft17": ("hit", "stand"),
    "suited_blackjack_in": ("any", "clubs", "diamonds", "hearts", "spades"),
    "surrender": (True, "early", "early-against-ten", "early-against-ace"),
    "double_minimum": ("table minimum", "one cent"),
    "settled_from": ("dealer's left", "dealer's right"),
}
"""The values of a rule that is not yes or no."""


def part(name: str, item_id: str, **changes: Any) -> Change:  # noqa: ANN401 - any field's value
    """Return the change of one option, wager or table of a game."""

    def change(game: Game) -> Game:
        items = getattr(game, name)
        assert any(item.id == item_id for item in items), item_id
        new: dict[str, Any] = {
            name: tuple(replace(item, **changes) if item.id == item_id else item for item in items)
        }
        return replace(game, **new)

    return change


def option(option_id: str, **changes: Any) -> Change:  # noqa: ANN401
    return part("options", option_id, **changes)


def wager(wager_id: str, **changes: Any) -> Change:  # noqa: ANN401
    return part("wagers", wager_id, **changes)


def tables(**changes: Any) -> Change:  # noqa: ANN401
    """Return the change of every table; a callable is given the table."""

    def changed(table: PayTable) -> PayTable:
        values = {k: v(table) if callable(v) else v for k, v in changes.items()}
        return replace(table, **values)

    return lambda game: replace(game, tables=tuple(map(changed, game.tables)))


def rows(**changes: Any) -> Change:  # noqa: ANN401
    """Return the change of every row of every table; a callable is given the row."""

    def changed(row: PayRow) -> PayRow:
        return replace(row, **{k: v(row) if callable(v) else v for k, v in changes.items()})

    return tables(rows=lambda table: tuple(map(changed, table.rows)))


def terms(wager_id: str, **changes: Any) -> Change:  # noqa: ANN401
    """Return the change of a jackpot's terms."""

    def change(game: Game) -> Game:
        jackpot = game.wager(wager_id).jackpot
        assert jackpot
        return wager(wager_id, jackpot=replace(jackpot, **changes))(game)

    return change


def whole(**changes: Any) -> Change:  # noqa: ANN401
    return lambda game: replace(game, **changes)


def bonus(**changes: Any) -> Change:  # noqa: ANN401
    """Return the change of the Super Bonus; a callable is given it."""

    def change(game: Game) -> Game:
        terms = game.super_bonus
        assert terms
        values = {k: v(terms) if callable(v) else v for k, v in changes.items()}
        return replace(game, super_bonus=replace(terms, **values))

    return change


def condition(option_id: str, **changes: Any) -> Change:  # noqa: ANN401
    def change(game: Game) -> Game:
        first, *others = game.option(option_id).conditions
        return option(option_id, conditions=(replace(first, **changes), *others))(game)

    return change


def default_when(option_id: str, **changes: Any) -> Change:  # noqa: ANN401
    def change(game: Game) -> Game:
        first, *others = game.option(option_id).default_when
        return option(option_id, default_when=(replace(first, **changes), *others))(game)

    return change


NEVER = Condition(value=True, needs={"soft17": ()}, reason="never", cite="")


def _swap_rules(game: Game) -> Game:
    """Swap what two options decide: doubling after a split, and hitting split aces."""
    swapped = option("das", rule="hit_split_aces")(game)
    return option("hit_split_aces", rule="double_after_split")(swapped)


def _without_last_wager(game: Game) -> Game:
    last = game.wagers[-1].id
    kept = tuple(table for table in game.tables if last not in table.wagers)
    return replace(game, wagers=game.wagers[:-1], tables=kept)


def _replaces_everything(table: PayTable) -> tuple[str, ...]:
    every = library.game(WASHINGTON).tables
    return tuple({row.outcome for other in every for row in other.rows}) if table.replaces else ()


SEEN: dict[tuple[str, str], tuple[str, Change]] = {
    ("Condition", "value"): (WASHINGTON, condition("redouble", value=False)),
    ("Condition", "needs"): (WASHINGTON, condition("redouble", needs={"soft17": ("stand",)})),
    ("Condition", "needs_wagers"): (
        WASHINGTON,
        condition("redouble", needs={}, needs_wagers=("nothing",)),
    ),
    ("DefaultWhen", "when"): (WASHINGTON, default_when("double_for_less", when={"decks": 99})),
    ("DefaultWhen", "value"): (WASHINGTON, default_when("double_for_less", value=False)),
    ("Option", "values"): (TRILUX, option("decks", values=(99,))),
    ("Option", "default"): (TRILUX, option("decks", default=1)),
    ("Option", "default_when"): (WASHINGTON, option("double_for_less", default_when=())),
    ("Option", "required"): (TRILUX, option("decks", required=True)),
    ("Option", "conditions"): (WASHINGTON, option("redouble", conditions=(NEVER,))),
    ("Option", "rule"): (REFERENCE, _swap_rules),
    ("Option", "means"): (REFERENCE, option("surrender", means={"none": True, "late": False})),
    ("Option", "offers"): (WASHINGTON, option("bonus_cards", offers=None)),
    ("Option", "combined"): (WASHINGTON, option("match_required", combined=())),
    ("Option", "offers_like"): (WASHINGTON, option("bonus_cards", offers_like="main")),
    ("JackpotTerms", "schemes"): (WASHINGTON, terms("jackpot-1", schemes=("progressive",))),
    ("JackpotTerms", "fixed_wager"): (
        "co/straight-jack-progressive",
        terms("straight-jack", fixed_wager=True),
    ),
    ("JackpotTerms", "wager_min"): (WASHINGTON, terms("jackpot-1", wager_min=10**6)),
    ("JackpotTerms", "wager_max"): (WASHINGTON, terms("jackpot-1", wager_max=1)),
    ("JackpotTerms", "whole_dollars"): (WASHINGTON, terms("jackpot-1", whole_dollars=True)),
    ("JackpotTerms", "contribution"): (WASHINGTON, terms("jackpot-1", contribution="99%")),
    ("JackpotTerms", "award_order"): (WASHINGTON, terms("jackpot-1", award_order="dealer's right")),
    ("JackpotTerms", "percentages_paid"): (
        WASHINGTON,
        terms("jackpot-1", percentages_paid="when decided"),
    ),
    ("Wager", "made"): (TRILUX, wager("trilux-bonus", made=Moment.IN_PLAY)),
    ("Wager", "settled"): (TRILUX, wager("trilux-bonus", settled=Moment.AFTER_DEALER)),
    ("Wager", "needs"): (TRILUX, wager("trilux-bonus", needs=("super-3",))),
    ("Wager", "offered_with"): (WASHINGTON, wager("match-down", offered_with=("jackpot-1",))),
    ("Wager", "compulsory"): (TRILUX, wager("trilux-bonus", compulsory=True)),
    ("Wager", "compulsory_when"): (
        WASHINGTON,
        wager("match-up", compulsory_when={"soft17": ("hit", "stand")}),
    ),
    ("Wager", "another_of"): (WASHINGTON, wager("match-down", another_of="match-up")),
    ("Wager", "follows"): ("co/21-holdem", wager("poker-2", follows=None)),
    ("Wager", "equals"): (TRILUX, wager("super-3", equals="main")),
    ("Wager", "min"): (TRILUX, wager("main", min=10**6)),
    ("Wager", "max"): (TRILUX, wager("main", max=1)),
    ("Wager", "whole_dollars"): (TRILUX, wager("main", whole_dollars=True)),
    ("Wager", "min_rule"): (BET_BIGGER, wager("main", min_rule="exact")),
    ("Wager", "within_table"): (FREE_BET, wager("push-22", within_table=True)),
    ("Wager", "aggregate"): ("co/ride-free", wager("hedge-22", aggregate={})),
    ("Wager", "tip_max"): (TRILUX, wager("main", tip_max="")),
    ("Wager", "tip"): (TRILUX, wager("main", tip="forbidden")),
    ("Wager", "tip_needs"): ("co/buffalo-3", wager("main", tip_needs="buffalo")),
    ("Wager", "tip_added"): ("co/blackjack-switch", wager("main-1", tip_added=False)),
    ("Wager", "must_expose"): ("co/21-plus-3", wager("21-plus-3", must_expose=False)),
    ("Wager", "loses_on_total"): ("co/ride-free", wager("hedge-22", loses_on_total=17)),
    ("Wager", "jackpot"): (WASHINGTON, wager("jackpot-1", jackpot=None)),
    ("PayRow", "outcome"): (TRILUX, tables(rows=lambda table: table.rows[1:])),
    ("PayRow", "pay"): (TRILUX, rows(pay=Odds(77))),
    ("PayRow", "envy"): (TRILUX, rows(envy=12345)),
    ("PayRow", "from_jackpot"): (WASHINGTON, rows(from_jackpot=True)),
    ("PayTable", "wagers"): (TRILUX, tables(wagers=())),
    ("PayTable", "family"): (
        "ilani/spanish-21",
        part("tables", "match-the-dealer", family="match-each-card"),
    ),
    ("PayTable", "decks"): (TRILUX, tables(decks=(99,))),
    ("PayTable", "automatic"): (WASHINGTON, tables(automatic=False)),
    ("PayTable", "settled"): (TRILUX, tables(settled=Moment.AFTER_DEALER)),
    ("PayTable", "alternate_for"): (WASHINGTON, tables(alternate_for=())),
    ("PayTable", "replaces"): (WASHINGTON, tables(replaces=_replaces_everything)),
    ("PayTable", "envy_to"): (TRILUX, tables(envy_to=None)),
    ("PayTable", "needs_options"): (TRILUX, tables(needs_options={"decks": (99,)})),
    ("PayTable", "min_wager"): (TRILUX, tables(min_wager=10**6)),
    ("PayTable", "seed"): (TRILUX, tables(seed="123456")),
    ("PayTable", "increment"): (TRILUX, tables(increment="99%")),
    ("Game", "jurisdiction"): (TRILUX, whole(jurisdiction="Nevada")),
    ("Game", "deck"): (TRILUX, whole(deck="spanish-48")),
    ("Game", "seats_max"): (PAI_JACK, whole(seats_max=1)),
    ("Game", "fixed"): (TRILUX, lambda game: replace(game, fixed={**game.fixed, "peek": False})),
    ("Game", "options"): (TRILUX, lambda game: replace(game, options=game.options[:2])),
    ("Game", "wagers"): (TRILUX, _without_last_wager),
    ("Game", "tables"): (TRILUX, whole(tables=())),
    ("Game", "default_tables"): ("ilani/spanish-21", whole(default_tables={})),
    ("PayTable", "rows"): (TRILUX, tables(rows=lambda table: table.rows[:1])),
}
"""Field -> a game, and a change of that field that must be seen at its table."""

BONUS: dict[tuple[str, str], Change] = {
    ("SuperBonusBand", "wager_min"): bonus(
        bands=lambda bonus_rules: tuple(
            replace(band, wager_min=10**6) for band in bonus_rules.bands
        )
    ),
    ("SuperBonusBand", "pays"): bonus(
        bands=lambda bonus_rules: tuple(replace(band, pays=777) for band in bonus_rules.bands)
    ),
    ("SuperBonusHand", "decks"): bonus(
        hands=lambda bonus_rules: tuple(
            replace(hand, decks=other.decks)
            for hand, other in zip(bonus_rules.hands, bonus_rules.hands[::-1], strict=True)
        )
    ),
    ("SuperBonusHand", "player"): bonus(
        hands=lambda bonus_rules: tuple(
            replace(hand, player="7h 7c 7d") for hand in bonus_rules.hands
        )
    ),
    ("SuperBonus", "envy"): bonus(envy=77),
    ("Game", "super_bonus"): whole(super_bonus=None),
    ("SuperBonus", "bands"): bonus(bands=lambda bonus_rules: bonus_rules.bands[1:]),
    ("SuperBonus", "hands"): bonus(
        hands=lambda bonus_rules: tuple(
            replace(bonus_rules.hands[0], decks=hand.decks) for hand in bonus_rules.hands
        )
    ),
}
"""Field -> a change that is seen where the Super Bonus is won."""

BY_HAND = {
    ("JackpotTerms", "same_scheme"),
    ("JackpotTerms", "stays_until_won"),
    ("JackpotTerms", "shared_by"),
    ("Wager", "opening_hand_when"),
    ("PayTable", "envy_scales"),
    ("PayTable", "base_wager"),
    *(("Irregularity", name) for name in ("scope", "effect", "wagers", "during")),
    *(("Game", "shoe"), ("ShoeTerms", "burn"), ("ShoeTerms", "cut")),
}
"""What random rounds hardly ever come to has a test of its own below."""

_NAME = "a name, by which files and records speak of it"
_SHOWN = "words that are shown"
_CITED = "where it is written"
TEXT: dict[tuple[str, str], str] = {
    **dict.fromkeys([("Ruling", item.name) for item in fields(model.Ruling)], "a ruling is text"),
    **dict.fromkeys([(n, "cite") for n in SHAPES if (n, "cite") in FIELDS], _CITED),
    **dict.fromkeys([(n, "title") for n in SHAPES if (n, "title") in FIELDS], _SHOWN),
    **dict.fromkeys([(n, "id") for n in SHAPES if (n, "id") in FIELDS], _NAME),
    **dict.fromkeys([(n, "note") for n in SHAPES if (n, "note") in FIELDS], _SHOWN),
    **dict.fromkeys(
        [(n, "printed") for n in SHAPES if (n, "printed") in FIELDS],
        "figures that the document prints: `documents` compares them, nothing is paid by them",
    ),
    ("PayTable", "printed_for"): "which deck counts those figures are about",
    ("Condition", "reason"): "the message of the refusal",
    ("Option", "added"): "whether its default is in the digest, and nothing that is played",
    ("Irregularity", "when"): _SHOWN,
    ("Game", "procedure"): "sentences of the dealer's sheet, compared with rounds in tests/report",
    **dict.fromkeys(
        [("ProcedureStep", item.name) for item in fields(model.ProcedureStep)],
        "a sentence of the dealer's sheet, and where it stands there",
    ),
    ("Irregularity", "option"): "the message of the refusal; the option itself is played",
    ("JackpotTerms", "contribution_status"): "whether the document prints the share or implies it",
    ("Wager", "limits_cite"): _CITED,
    ("Wager", "at_most"): "words; the amount is that of the rule `insurance`",
    ("Wager", "pays"): "words; the loader holds them to the rule that decides the pay",
    ("Wager", "decks"): "deck counts of its tables; the loader puts them into each table",
    ("Wager", "played"): "words for a bound of the odds",
    ("PayRow", "name"): _NAME,
    ("PayRow", "column"): "the printed column; its word is part of the outcome",
    ("PayRow", "text"): "the pay as the document writes it; `pay` is what is paid",
    ("SuperBonusHand", "up_card"): "goes with the three sevens; the loader refuses any other",
    ("Game", "document"): _CITED,
    ("Game", "section"): _CITED,
    ("Game", "effective"): "a date that is shown",
    ("Game", "rights_holder"): _SHOWN,
    ("Game", "summary"): _SHOWN,
    ("Game", "clauses"): "the clauses in our words",
    ("Game", "rulings"): "the rulings of the game, which are text",
    ("Game", "round"): "the kind of round: every module of a kind is chosen by it",
    ("Game", "kind_rules"): "each of its fields is proven by itself",
    ("Game", "irregularities"): "each of their fields is proven by itself",
}
"""Field -> why nothing is played or priced by it."""


def configured(game: Game, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a setup
    """Return the table of a changed game, as its house leaves it."""
    with monkeypatch.context() as patched:
        patched.setattr(library, "_catalogue_game", lambda _: game)
        return make_setup(configure(smallest_house(game.id)))


KIND: dict[tuple[str, str], tuple[str, object]] = {
    ("ThreeCardRules", "three_card_21_pays"): ("co/3-card-21", "3:1"),
    ("AnteUpRules", "dealer_qualifies"): ("co/ante-up-21", "ace high"),
    ("PaiJackRules", "pai_jack_pays"): (PAI_JACK, "2:1"),
    ("PaiJackRules", "win_pays"): (PAI_JACK, "2:1"),
    ("WildPokerRules", "play_multiple"): (WILD, 3),
    ("WildPokerRules", "win_pays"): (WILD, "2:1"),
}
"""Setting of another kind of round -> a game and another value, seen at its table."""

PRICED: dict[tuple[str, str], Callable[[Any], Any]] = {
    ("AnteUpRules", "dealer_qualifies"): lambda setup: AnteUpPays(setup).poker.tolist(),
    ("PaiJackRules", "pai_jack_pays"): lambda setup: pai_jack_solution(setup).house_edge,
    ("PaiJackRules", "win_pays"): lambda setup: pai_jack_solution(setup).house_edge,
}
"""Such settings -> what the solver makes of them; Deuces Wild Xtreme is solved at the table."""


def test_every_field_is_played_or_is_text() -> None:
    rules = {("BlackjackRules", name) for name in BLACKJACK}
    proven = rules | set(SEEN) | set(BONUS) | BY_HAND | set(KIND)
    assert proven | set(TEXT) | CLAUSES == FIELDS
    assert not proven & set(TEXT)
    assert not CLAUSES & (proven | set(TEXT))
    assert all(TEXT.values())


@every_row("game_id", GAMES)
def test_a_game_without_a_change_is_played_as_it_was(game_id: str) -> None:
    """What is drawn depends on nothing else: a difference comes from the change alone."""
    sitting = next(sittings(game_id))
    assert happenings(sitting) == happenings(sitting) != []


@every_row("name", BLACKJACK)
def test_a_blackjack_rule_is_played(name: str) -> None:
    game_id, value = BLACKJACK[name]
    values = (value,) if value != "other" else OTHERS.get(name, (True, False))
    assert any(is_rule_seen(game_id, name, other) for other in values)


@pytest.mark.parametrize("name", SEEN, ids=".".join)
def test_a_field_of_the_book_is_played_or_refused(
    name: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, change = SEEN[name]
    assert is_seen(game_id, change, monkeypatch)


@pytest.mark.parametrize("name", KIND, ids=".".join)
def test_a_setting_of_another_kind_of_round_is_played(
    name: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, value = KIND[name]

    def change(game: Game) -> Game:
        assert game.kind_rules
        changes: dict[str, Any] = {name[1]: value}
        return replace(game, kind_rules=replace(game.kind_rules, **changes))

    assert is_seen(game_id, change, monkeypatch)
    if name in PRICED:
        price = PRICED[name]
        game = library.game(game_id)
        before, after = (configured(edition, monkeypatch) for edition in (game, change(game)))
        assert price(before) != price(after)


SEVENS = ("7h 9c 7d 7h 9d Ts 7h Ts Ts", "7h 9c 7s 7c 9d Ts 7d Ts Ts", "7h 9c 7s 7h 9d Ts 7h Ts Ts")
"""Two seats, the first of which makes three sevens; suited, or in three suits against spades."""


def sevens(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return every event where the first of two seats makes three sevens."""
    with monkeypatch.context() as patched:
        patched.setattr(library, "_catalogue_game", lambda _: game)
        events: list[str] = []
        for decks, cards, wager in product((2, 6), SEVENS, (500, 2500)):
            options: dict[str, OptionValue] = {"decks": decks, "soft17": "hit"}
            setup = make_setup(configure(House(game=game.id, options=options, tables={})))
            round_ = Round.start(setup, [Bets(seat, {"main": wager}) for seat in (1, 2)])
            round_.play(iter(parse_cards(cards)), _hits_sevens)
            events += map(repr, round_.events)
    return events


def _hits_sevens(state: State, question: Question) -> Action:
    cards = state.seat(question.seat).hand(question.hand).cards
    hits = question.seat == 1 and len(cards) == 2
    kinds = (ActionKind.HIT,) if hits else (ActionKind.STAND, ActionKind.DECLINE)
    kind = next(choice.kind for choice in question.choices if choice.kind in kinds)
    return Action(seat=question.seat, hand=question.hand, kind=kind)


@pytest.mark.parametrize("name", BONUS, ids=".".join)
def test_a_term_of_the_super_bonus_is_played(
    name: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = library.game(WASHINGTON)
    assert sevens(game, monkeypatch) != sevens(BONUS[name](game), monkeypatch)


@pytest.mark.parametrize("changes", [{"burn": 2}, {"cut": (1, 2)}, None])
def test_the_handling_of_the_cards_is_judged(
    changes: dict[str, Any] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = library.game(BET_BIGGER)
    house = House(game=BET_BIGGER, shoe=ShoeSettings(cut=48))
    bare = replace(house, shoe=ShoeSettings(burn=0, cut=48))
    assert game.shoe
    assert (len(problems(house)), len(problems(bare))) == (0, 1)
    shoe = None if changes is None else replace(game.shoe, **changes)
    monkeypatch.setattr(library, "_catalogue_game", lambda _: replace(game, shoe=shoe))
    assert (len(problems(house)), len(problems(bare))) != (0, 1)


def test_jackpots_of_one_table_run_under_one_scheme_where_the_terms_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    schemes = {
        "jackpot-1": JackpotSetup(scheme="house"),
        "jackpot-2": JackpotSetup(scheme="progressive"),
    }
    two = House(
        game=WASHINGTON, tables={"jackpot-1": "3c-5", "jackpot-2": "3c-5"}, jackpots=schemes
    )
    keys = {problem.key for problem in problems(two)}
    changed = terms("jackpot-1", same_scheme=False)(library.game(WASHINGTON))
    monkeypatch.setattr(library, "_catalogue_game", lambda _: changed)
    assert keys - {problem.key for problem in problems(two)} == {"jackpots"}


def test_the_wagers_of_the_opening_hand_are_read_from_the_book(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = configured(library.game(TRILUX), monkeypatch)
    changed = wager("main", opening_hand_when={"decks": tuple(range(1, 9))})
    after = configured(changed(library.game(TRILUX)), monkeypatch)
    assert (before.opening_hand, after.opening_hand) == ((), ("main",))
    shoe = make_shoe(after, ShoeSettings(), "1")
    begin_round(shoe, after, [Bets(1, {"main": 100}, "ann")])
    late = [Bets(2, {"main": 100}, "bob")]
    refused = refuse_entry(after, shoe, late)
    assert refused is not None
    assert refused.code == "wager/mid-deck"
    assert refuse_entry(before, shoe, late) is None


def test_terms_of_a_shared_jackpot_are_read_from_the_book() -> None:
    """The document decides whether it stays until it is won, and which option links it."""

    def linked(game_id: str, name: str, **changes: Any) -> LinkedWager:  # noqa: ANN401
        changed = terms(name, **changes)(library.game(game_id))
        return LinkedWager("t1", name, replace(house, configured=configured_with(changed)))

    def configured_with(game: Game) -> ConfiguredGame:
        spots = {
            name: replace(spot, wager=game.wager(name))
            for name, spot in house.configured.spots.items()
        }
        return replace(house.configured, game=game, spots=spots)

    straight = "co/straight-jack-progressive"
    house = make_setup(configure(ready_tables()[straight].house))
    for stays in (True, False):
        jackpot = linked(straight, "straight-jack", stays_until_won=stays)
        assert terms_for(jackpot).may_be_removed is not stays
    alone = {"five_card_linked_jackpot": "standalone"}
    deuces = ready_tables()[WILD].house
    house = make_setup(configure(replace(deuces, options={**deuces.options, **alone})))
    assert [*link_problems([linked(WILD, "five-card-linked")] * 2)]
    assert not [*link_problems([linked(WILD, "five-card-linked", shared_by=None)] * 2)]


def test_envy_is_paid_for_each_unit_of_the_wager_where_the_table_scales_it() -> None:
    table = next(table for table in library.game(WILD).tables if table.envy_scales)
    assert table.base_wager == 100
    assert envy_units(table, 500) == 5
    assert envy_units(replace(table, envy_scales=False), 500) == 1
    assert envy_units(replace(table, base_wager=250), 500) == 2


def test_odds_follow_the_pay_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    query = {"wager": "trilux-bonus", "decks": 6}
    before = odds(TRILUX, **query)  # type: ignore[arg-type]
    changed = rows(pay=Odds(77))(library.game(TRILUX))
    with monkeypatch.context() as patched:
        patched.setattr(library, "_catalogue_game", lambda _: changed)
        after = odds(TRILUX, **query)  # type: ignore[arg-type]
    assert [item.edge for item in before] != [item.edge for item in after]


@every_row(
    ("field", "value"),
    [("scope", "hand"), ("effect", "option"), ("wagers", ("super-match",)), ("during", "poker")],
)
def test_every_field_of_an_irregularity_is_played(
    field: str,
    value: Any,  # noqa: ANN401 - of any field
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The misdeal of Blackjack Switch returns everything of a seat (2105(4))."""
    switch = library.game("co/blackjack-switch")
    own = switch.irregularities[0]
    changed = replace(
        switch, irregularities=(replace(own, **{field: value}), *switch.irregularities[1:])
    )

    def returned(game: Game) -> object:
        with monkeypatch.context() as patched:
            patched.setattr(library, "_catalogue_game", lambda _: game)
            tables = {"super-match": "super-match-1"}
            setup = make_setup(configure(House(game=game.id, tables=tables)))
        bets = [Bets(1, {"main-1": 500, "main-2": 500, "super-match": 100}), Bets(2, BOTH)]
        round_ = Round.start(setup, bets)
        for card in parse_cards("2h 3h 4h 5h"):
            round_.deal(card)
        try:
            round_.rule(IrregularityRuled(own.id, 1))
        except RefusedError as refused:
            return refused.refusal.code
        return [(line.wager, line.net) for line in round_.state.settled]

    everything = [("main-1", 0), ("main-2", 0), ("super-match", 0)]
    assert (own.id, returned(switch)) == ("misdeal", everything)
    assert returned(changed) != everything


BOTH = {"main-1": 500, "main-2": 500}
