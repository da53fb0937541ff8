"""`pitboss replay` tells every round of every game, whatever happens in it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.cli.main import main
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import HandStood, PhaseEnded
from pitboss.engine.fold import apply
from pitboss.engine.record import write_record
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House, house_data
from pitboss.rulebook.reading.library import game_ids
from pitboss.sitting.basic_play import basic_play, flat_wagers
from pitboss.text.history import event_words, story

ROUNDS = 25


def shuffled(setup: Setup, rng: random.Random, without: tuple[Card, ...] = ()) -> Iterator[Card]:
    cards = [card for card in setup.shoe.cards() if card not in without]
    return iter(rng.sample(cards, len(cards)))


def any_choice(rng: random.Random, state: State, question: Question) -> Action:
    """Return the bot's choice, or now and then any other."""
    chosen = basic_play(state, question)
    choice = rng.choice(question.choices)
    if choice.kind is ActionKind.SET or rng.random() < 0.5:
        return chosen
    return Action(seat=question.seat, hand=question.hand, kind=choice.kind, amount=choice.low)


def played(setup: Setup, rng: random.Random) -> Round:
    """Play three seats with all the wagers a bot may make."""
    bets = [Bets(seat, flat_wagers(setup, 2)) for seat in (1, 2, 4)]
    game_round = Round.start(setup, bets)
    cards = shuffled(setup, rng)
    while game_round.due is not None:
        if isinstance(game_round.due, CardNeeded):
            game_round.deal(next(cards))
        elif isinstance(game_round.due, ReshuffleNeeded):
            cards = shuffled(setup, rng, game_round.due.keep)
            game_round.reshuffle()
        else:
            assert isinstance(game_round.due, Question)
            game_round.act(any_choice(rng, game_round.state, game_round.due))
    return game_round


@pytest.mark.parametrize("game", game_ids())
def test_every_event_of_a_round_is_told(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only that a hand stands by itself, and where a phase ends, is not worth a line."""
    house = complete_table(House(game=game))[0]
    setup = prepare(house)
    rng = random.Random(game)
    for _ in range(ROUNDS):
        game_round = played(setup, rng)
        state = game_round.opening
        for event in game_round.events:
            before = state
            state = apply(state, event)
            line = event_words(before, state, event)
            assert bool(line) is not isinstance(event, HandStood | PhaseEnded), event
            assert "  " in line or not line, "who, two spaces, what"
    path = tmp_path / "round.json"
    path.write_text(json.dumps(write_record(game_round, house_data(house))), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["pitboss", "replay", str(path)])
    with pytest.raises(SystemExit) as leaving:
        main()
    output = capsys.readouterr()
    assert (leaving.value.code, output.err) == (0, "")
    assert output.out.splitlines() == list(story(game_round, clause_behind))


def lines(game: str, wagers: dict[str, int], cards: str, *actions: Action) -> list[str]:
    """Return the story of one seat's round."""
    setup = prepare(complete_table(House(game=game))[0])
    game_round = Round.start(setup, [Bets(1, wagers)])
    decisions = iter(actions)
    game_round.play(iter(parse_cards(cards)), lambda _, __: next(decisions))
    return list(story(game_round))


def test_the_story_of_21_holdem_names_the_poker_hand_as_it_forms() -> None:
    stand = Action(seat=1, kind=ActionKind.STAND)
    bet, fold = (Action(seat=1, kind=kind) for kind in (ActionKind.BET, ActionKind.FOLD))
    told_lines = lines(
        "co/21-holdem", {"main": 1000, "poker": 500}, "Ts Jc 9d Td Jh 2c", stand, bet, fold
    )
    for line in (
        "dealer  keeps J♣ 10♦ as community cards and reshuffles the rest",
        "seat 1  J♥ for poker: pair of jacks",
        "seat 1  bets $5.00 on Poker, spot 2",
        "seat 1  folds",
        "seat 1  Poker (PK): fold, -$5.00",
    ):
        assert line in told_lines


def test_the_story_of_pai_jack_says_both_totals_of_both_sides() -> None:
    low = parse_cards("Ts 9h")
    told_lines = lines(
        "co/pai-jack",
        {"main": 1000},
        "Ts 9h 5d 4c As 2s 3h 6d 8c 9s",
        Action(seat=1, kind=ActionKind.SET, low=low),
    )
    for line in (
        "seat 1  sets 10♠ 9♥ as the low hand",
        "seat 1  is set 5♦ 4♣ A♠ and 10♠ 9♥: high 20, low 19",
        "dealer  turns 2♠ 3♥ 6♦ 8♣ 9♠",
    ):
        assert line in told_lines
    assert any(line.startswith("dealer  sets ") and "high " in line for line in told_lines)
    assert not any(line.startswith("dealer  shows") for line in told_lines)


def test_the_story_of_deuces_wild_names_hands_and_gives_no_totals() -> None:
    told_lines = lines(
        "co/deuces-wild-xtreme",
        {"ante": 1000, "odds": 1000},
        "2s 5c 9d Td Kh 3s 3d 4c 5d 6h 7h",
        Action(seat=1, kind=ActionKind.BET),
    )
    for line in (
        "seat 1  K♥: pair of kings",
        "dealer  turns 3♠ 3♦ 4♣ 5♦ 6♥: pair of threes",
        "seat 1  bets $20.00 on Play",
    ):
        assert line in told_lines
    assert any("to stand for the joker" in line for line in told_lines)
