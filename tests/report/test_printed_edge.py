"""The search for the rules under which Bet Bigger's printed edge holds."""

from __future__ import annotations

from dataclasses import fields

from pitboss.engine.setup import make_setup
from pitboss.exact.kinds import house_edge
from pitboss.exact.odds.wager_odds import agrees_with
from pitboss.report.documents.bet_bigger_edge import (
    COMBINED,
    ELSEWHERE,
    FELT,
    GAME,
    OTHERS,
    by_its_own_rules,
    tried_rule_sets,
    yielding,
)
from pitboss.report.documents.readings import MainReading
from pitboss.rulebook.model import BlackjackRules, Game, OptionValue
from pitboss.rulebook.reading.library import game, games

NOT_FELT = frozenset(
    {
        *("insurance", "double_for_less", "double_minimum"),
        *("blackjack_double", "double_soft_21"),
        "settled_from",
    }
)
"""Differences that cannot change play: the best never insures, doubles for less or doubles a 21."""
PRINTED = ".42%"


def values(a_game: Game, rule: str) -> set[OptionValue]:
    """Return what a rule may be in a game, fixed or by the house's choice."""
    decided = (
        option.decides(value)
        for option in a_game.options
        for value in option.values
        if option.decides(value)[0] == rule
    )
    fixed = {a_game.fixed[rule]} if rule in a_game.fixed else set()
    return fixed | {value for _, value in decided}


def others() -> list[Game]:
    return [game(game_id) for game_id in OTHERS]


def test_the_others_are_all_spanish_21s_of_the_catalogue() -> None:
    spanish = {rules.id for rules in games() if rules.deck == game(GAME).deck}
    assert spanish == {GAME, *OTHERS}


def test_every_rule_in_which_another_spanish_21_differs_is_tried_or_cannot_be_felt() -> None:
    tried_values = {
        (rule, value)
        for choices in ELSEWHERE
        for choice in choices
        for rule, value in choice.items()
    }
    for rule in (field.name for field in fields(BlackjackRules)):
        own = values(game(GAME), rule)
        for other in others():
            for value in values(other, rule) - own:
                assert rule in NOT_FELT or (rule, value) in tried_values, (other.id, rule, value)


def test_no_best_play_doubles_a_21_or_a_blackjack() -> None:
    """Where doubling pays most, redoubling included, the edge is the same to the last digit."""
    rules: dict[str, OptionValue] = {"rescue": True, "redouble": True, "doublings": 3}
    doubled: dict[str, OptionValue] = {"double_soft_21": "any", "blackjack_double": True}
    assert doubled.keys() <= NOT_FELT
    readings = [MainReading(game=GAME, rules=choice) for choice in (rules, {**rules, **doubled})]
    never, ever = (house_edge(make_setup(reading.configure_game())) for reading in readings)
    assert never == ever


def test_what_is_tried_is_played_somewhere() -> None:
    for choices in ELSEWHERE:
        for choice in choices:
            assert any(
                all(value in values(other, rule) for rule, value in choice.items())
                for other in others()
            )


def test_every_choice_of_the_document_is_tried_alone_and_with_every_other_rule() -> None:
    choices = [rules.options for rules in tried_rule_sets() if rules.own]
    decks, cards = (game(GAME).option(name).values for name in ("decks", "double_cards"))
    assert len(choices) == len(decks) * len(cards)
    for options in choices:
        changed = [
            rules for rules in tried_rule_sets() if rules.game == GAME and rules.options == options
        ]
        single = sum(map(len, ELSEWHERE))
        combined = 1
        for rules in ELSEWHERE:
            combined *= 1 + len(rules)
        assert len(changed) == (combined if options["decks"] == COMBINED else 1 + single)


def test_other_games_are_tried_with_all_that_can_be_felt() -> None:
    washington = [rules.options for rules in tried_rule_sets() if rules.game == "wa/spanish-21"]
    decks = game("wa/spanish-21").option("decks").values
    assert len(washington) == 3 * len(decks)  # stands; hits; hits with double-double down
    assert all(options.keys() <= FELT for options in washington)


def test_no_rule_set_is_tried_twice() -> None:
    configured = [rules.configure_game() for rules in tried_rule_sets()]
    rules = [
        (rules.rules, tuple(row.text for t in rules.automatic for row in t.rows))
        for rules in configured
    ]
    assert len(set(rules)) == len(rules)


def test_the_documents_own_rules_never_yield_what_it_prints() -> None:
    """Ruling B26 says so."""
    assert not any(rules.own for rules in yielding(PRINTED))
    assert not agrees_with(PRINTED, by_its_own_rules().value)


def test_a_dealer_who_stands_on_soft_17_and_double_double_down_yield_it() -> None:
    yielded = [(rules.game, rules.words) for rules in yielding(PRINTED)]
    assert yielded[0] == (GAME, "decks 6, double_cards any, but soft17 stand")
    assert ("wa/spanish-21", "decks 6, soft17 hit, redouble true") in yielded
