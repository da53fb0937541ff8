"""`pitboss settle`: a hand of a physical table, keyed in, is settled as its record replays."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import Action, ActionKind, Choice, Question
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken, CardDealt, WagerPlaced
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.amounts import least_wagers, legal_amount, spots_before_deal
from pitboss.text.numbers import money
from tests.cli.conftest import Done, Run
from tests.rows import every_row
from tests.tiers import by_day

GAMES = sorted(ready_tables())
SPANISH = str(Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml")
HAND = ("1 25", "2 35 match-up 5", "deal", "1: 7h 7s", "2: As Kd", "d: 7c Jh")
ROUNDS = by_day(3, 30)


def keyed(run: Run, monkeypatch: pytest.MonkeyPatch, lines: list[str], *arguments: str) -> Done:
    """Run the command with lines for its input, as a keyboard or a scanner sends them."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return run("settle", *arguments)


def bets_for(setup: Setup, chance: random.Random) -> list[Bets]:
    """Return bets for up to seven seats, some with side wagers, as far as the table takes them."""
    most = min(7, setup.configured.game.seats_max or 7)
    bets: list[Bets] = []
    for seat in range(1, chance.randint(2, most) + 1):
        wagers = least_wagers(setup)
        for name, spot in spots_before_deal(setup).items():
            if name not in wagers and chance.random() < 0.6:
                more = {**wagers, name: legal_amount(spot, 500)}
                if refuse_bets(setup, [Bets(seat, more)]) is None:
                    wagers = more
        bets.append(Bets(seat, wagers))
    return bets


def decide(question: Question, chance: random.Random) -> Action:
    choice: Choice = chance.choice(question.choices)
    amount = choice.default if choice.default is not None else choice.low
    low = chance.choice(choice.lows) if choice.lows else None
    return Action(
        seat=question.seat,
        hand=question.hand,
        kind=choice.kind,
        amount=amount,
        low=low,
        wager=question.wager,
    )


def played(setup: Setup, chance: random.Random) -> Round:
    """Play a random round with the engine alone."""
    round_ = Round.start(setup, bets_for(setup, chance), open_meters(setup, {}, {}))
    shoe = [*setup.shoe.cards()]
    chance.shuffle(shoe)
    while round_.due is not None:
        if isinstance(round_.due, CardNeeded):
            round_.deal(shoe.pop())
        elif isinstance(round_.due, ReshuffleNeeded):
            shoe = [*setup.shoe.cards()]
            for card in round_.due.keep:
                shoe.remove(card)
            chance.shuffle(shoe)
            round_.reshuffle()
        else:
            assert isinstance(round_.due, Question)
            round_.act(decide(round_.due, chance))
    return round_


def keys(round_: Round) -> list[str]:
    """Return the lines that a person types for a round."""
    bets: dict[int, list[str]] = {}
    for event in round_.events:
        if isinstance(event, WagerPlaced):
            bets.setdefault(event.seat, []).append(f"{event.wager} {event.amount / 100:.2f}")
    lines = [f"{seat} {' '.join(wagers)}" for seat, wagers in bets.items()]
    lines.append("deal")
    for event in round_.events:
        if isinstance(event, CardDealt):
            lines.append(format_cards([event.card]))
        elif isinstance(event, ActionTaken):
            lines.append(_decision(event))
    return lines


def _decision(event: ActionTaken) -> str:
    if event.action is ActionKind.SET:
        low: tuple[Card, ...] = event.low
        return f"set {format_cards(low)}"
    is_stated = event.amount and event.action is not ActionKind.SPLIT
    return f"{event.action.value} {event.amount / 100:.2f}" if is_stated else event.action.value


@every_row("game", GAMES)
def test_random_rounds_of_every_game_are_settled_as_their_records_replay(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    """The nets come from the engine, from the screen, and from `replay` of the saved record."""
    setup = prepare(ready_tables()[game].house)
    house = str(Path(__file__).parents[2] / "examples" / f"{game.replace('/', '-')}.toml")
    for number in range(ROUNDS):
        round_ = played(setup, random.Random(f"{game}/{number}"))
        file = tmp_path / f"{number}.json"
        lines = [*keys(round_), "quit"]
        done = keyed(called, monkeypatch, lines, house, "--out", str(file))
        assert done.returncode == 0, done.stdout + done.stderr
        assert "refused" not in done.stdout, done.stdout
        replayed = json.loads(called("replay", str(file), "--json").stdout)
        right = {str(seat): net for seat, net in round_.state.net().items()}
        assert replayed["net"] == right
        for seat, net in right.items():
            words = f"wins {money(net)}" if net > 0 else f"loses {money(-net)}" if net else "even"
            assert f"seat {seat}  {words}\n" in done.stdout


def test_a_hand_is_settled_to_the_cent_with_the_clause_and_the_sentence(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "hand.json"
    lines = [*HAND, "take", "hit", "7d", "quit"]
    done = keyed(called, monkeypatch, lines, "wa/spanish-21", "--out", str(file))
    assert done.returncode == 0, done.stdout
    assert "seat 2: blackjack against 7♣" in done.stdout
    assert "Main wager $35.00: blackjack pays 3 to 2, wins $52.50  (DP2)" in done.stdout
    said = "Main wager, blackjack pays 3 to 2: $52.50; I take $5.00; in all you win $47.50."
    assert f'Say: "{said}"' in done.stdout
    assert "7-7-7" in done.stdout
    assert "(GR11)" in done.stdout, "the bonus 21 has its own clause"
    assert json.loads(file.read_text())["net"]["2"] == 4750


def test_undo_takes_lines_back_and_what_is_refused_changes_nothing(
    called: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["1 25", "deal", "undo", "1 50", "deal", "9h", "10h", "Kc", "undo", "Qc", "8h", "x"]
    lines += ["9d", "stand", "quit"]
    done = keyed(called, monkeypatch, lines, "wa/spanish-21", "--json")
    record = json.loads(done.stdout)
    assert record["seats"] == [{"seat": 1, "wagers": {"main": 5000}}]
    assert record["cards"] == "9h Qc 8h 9d"
    assert "(10h) is not in a Spanish deck" in done.stderr or "Th" in done.stderr
    assert "'x' is not a card" in done.stderr


def test_a_hand_that_is_not_over_is_not_settled(
    called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "hand.json"
    done = keyed(called, monkeypatch, ["1 25", "deal", "9h"], SPANISH, "--out", str(file))
    assert done.returncode == 2
    assert "[round/open]" in done.stderr
    assert not file.exists()
