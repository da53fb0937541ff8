"""The page explains itself: choices, spots, keys and an example, for every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.cards import SeededBits, parse_cards, shuffle_cards
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.rulebook.ready import ready_tables
from pitboss.server.live.layout import setup_layout
from pitboss.server.live.scene import Eyes, label_question, scene, scene_after
from pitboss.sitting.basic_play import basic_play
from tests.engine.bets import random_wagers
from tests.engine.players import Player, random_player
from tests.server.aloud import between_decisions

ROUNDS = 30


def table(game: str) -> Setup:
    """Return the rules of the ready table of a game."""
    return prepare(ready_tables()[game].house)


def asked(setup: Setup, cards: str, wagers: dict[str, int]) -> tuple[State, Question]:
    """Deal some cards to one player; return the first decision."""
    played = Round.start(setup, [Bets(1, wagers)])
    for card in parse_cards(cards):
        played.deal(card)
    assert isinstance(played.due, Question)
    return played.state, played.due


def labels(state: State, question: Question) -> dict[str, dict[str, Any]]:
    """Return the labels of the choices, by kind."""
    written = label_question(state, question, Eyes(1, (1,)))["labels"]
    kinds = [choice.kind.value for choice in question.choices]
    return dict(zip(kinds, written, strict=True))


def random_rounds(game: str) -> Iterator[tuple[Round, set[str]]]:
    """Yield random rounds of a game, and the decisions that were asked for."""
    rng = random.Random(game)
    setup = table(game)
    for number in range(ROUNDS):
        kinds: set[str] = set()
        player = random_player(rng)

        def decide(
            _: State, question: Question, kinds: set[str] = kinds, player: Player = player
        ) -> Action:
            kinds.update(choice.kind.value for choice in question.choices)
            return player(question)

        played = Round.start(setup, [Bets(1, random_wagers(rng, setup))])
        cards = shuffle_cards(setup.shoe.cards(), SeededBits(f"{game} {number}"))
        played.play(iter(cards), decide)
        yield played, kinds


@pytest.mark.parametrize("game", ready_tables())
def test_help_has_the_keys_of_this_game_alone_and_the_log_no_ids(game: str) -> None:
    layout = setup_layout(table(game))
    ids = {it["id"] for it in layout["wagers"] if "-" in it["id"]} | {"super-bonus", "dealer-envy"}
    for played, kinds in random_rounds(game):
        assert kinds <= layout["actions"].keys()
        for steps, question in between_decisions(played):
            told = scene_after(steps, Eyes(1, (1,)), question)
            words = [told["aloud"], *(line["text"] for line in told["say"])]
            for text in words:
                assert "seat 1" not in text
                assert not [it for it in ids if f"{it}:" in text or f"({it})" in text]
    if game == "reference/blackjack":
        assert not {"switch", "free-double", "set", "fold"} & layout["actions"].keys()


@pytest.mark.parametrize("game", ready_tables())
def test_every_game_has_an_example_that_the_engine_dealt(game: str) -> None:
    rules, example = setup_layout(table(game))["how"]
    assert rules["title"] == "How to play"
    assert 5 <= len(example["lines"]) <= 40
    assert any(line.startswith("you ") for line in example["lines"])
    assert example["lines"][-1].startswith("result  You ")


def test_a_spot_says_how_often_it_wins_and_what_it_costs() -> None:
    wagers = {it["id"]: it for it in setup_layout(table("wa/spanish-21"))["wagers"]}
    assert wagers["match-up"]["edge"] == pytest.approx(114 / 3731)
    assert wagers["match-up"]["hits"] == pytest.approx(575 / 3731)
    assert "edge" not in wagers["main"]


def test_a_switch_shows_both_results_before_it_is_chosen() -> None:
    setup = table("co/blackjack-switch")
    # Hand 1, hand 2, dealer; then the second cards.
    state, question = asked(setup, "Th Ad 7c 9s Ks 5d", {"main-1": 1000, "main-2": 1000})
    hands = [hand.cards for hand in state.seat(1).hands]
    assert len(hands) == 2
    brings = {kind: label["brings"] for kind, label in labels(state, question).items()}
    assert brings["keep"] != brings["switch"]
    after = Round(state, state, [], question)
    action = next(choice for choice in question.choices if choice.kind.value == "switch")
    after.act(Action(seat=1, hand=question.hand, kind=action.kind))
    totals = [hand.total for hand in after.state.seat(1).hands]
    assert all(str(total) in brings["switch"] or total == 21 for total in totals)


def test_a_split_shows_its_price() -> None:
    state, question = asked(table("reference/blackjack"), "8h 6c 8s 5d", {"main": 1500})
    assert labels(state, question)["split"]["button"] == "Split $15"


def test_a_foul_setting_says_why_with_both_totals() -> None:
    setup = table("co/pai-jack")
    fouls = []
    for number in range(20):
        played = Round.start(setup, [Bets(1, {"main": 1000})])
        cards = iter(shuffle_cards(setup.shoe.cards(), SeededBits(f"foul {number}")))
        while isinstance(played.due, CardNeeded):
            played.deal(next(cards))
        if isinstance(played.due, Question):
            settings = labels(played.state, played.due)["set"]["settings"]
            fouls += [words for words in settings.values() if words.startswith("A foul: ")]
    assert any("over 21" in words for words in fouls)
    assert any("is higher than the high hand" in words for words in fouls)


def test_ante_up_says_my_poker_hand_and_whether_the_dealer_qualifies() -> None:
    setup = table("co/ante-up-21")
    said = set()
    for number in range(20):
        played = Round.start(setup, [Bets(1, {"main": 1000, "ante": 1000})])
        cards = shuffle_cards(setup.shoe.cards(), SeededBits(f"ante {number}"))
        state = played.play(iter(cards), basic_play)
        shown = scene(state, Eyes(1, (1,)))
        words = shown.get("dealer_words", "")
        said |= {words.rpartition(", ")[2]} if "qualif" in words else set()
        assert shown["seats"][0]["poker_words"]
    assert said == {"qualifies", "does not qualify"}


def test_a_poker_question_says_what_decides() -> None:
    setup = table("co/ante-up-21")
    state, question = asked(setup, "Kh 6c 8s 5d", {"main": 1000, "ante": 1000})
    offer = label_question(state, question, Eyes(1, (1,)))["offer"]
    assert "does not qualify" in offer
