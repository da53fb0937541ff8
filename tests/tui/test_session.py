"""A sitting: rounds replay identically, money and meters add up, bad bets change nothing."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.engine.actions import ActionKind, Choice, RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.meter import parse_units
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.rulebook.model import OptionValue
from pitboss.sitting.amounts import spots_before_deal
from pitboss.sitting.basic_play import basic_play, bot_bets, flat_wagers
from pitboss.sitting.bets import seat_problems
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile, sessions_folder
from pitboss.sitting.sitting import Stage
from tests.tui.conftest import Sit

TABLES = (
    "wa-spanish-21",
    "wa-spanish-21-v003",
    "wa-spanish-21-v002",
    "ilani-spanish-21",
    "bet-bigger-spanish-21",
)


def any_amount(choice: Choice, chance: random.Random) -> int | None:
    if choice.low is None or choice.high is None:
        return None
    return chance.randint(choice.low, choice.high)


def play_round(session: TableSession, chance: random.Random) -> None:
    """Play a round as anybody might: any legal decision, any legal amount."""
    every = {seat: flat_wagers(session.setup, chance.randrange(7)) for seat in session.seats}
    session.start(every)
    session.run()
    while session.stage is Stage.DECIDING:
        question = session.question
        assert question is not None
        assert question.choices
        assert session.money_left >= 0
        choice = chance.choice(question.choices)
        session.decide(choice.kind, any_amount(choice, chance))
        session.run()
    assert session.stage is Stage.OVER


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize(("seats", "bots"), [(1, 0), (2, 3), (3, 4)])
@pytest.mark.parametrize("table", TABLES)
def test_every_round_of_a_session_replays_identically(
    table: str, seats: int, bots: int, sit: Sit, tmp_path: Path
) -> None:
    """Method: random legal play, then `replay` of every line against its own results."""
    chance = random.Random(f"{table}/{seats}")
    session = sit(table, seats=seats, bots=bots, seed=f"{table}/{seats}", bankroll=10**8)
    for _ in range(40):
        play_round(session, chance)
    lines = (tmp_path / "session.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 40
    for line, played in zip(lines, session.history, strict=True):
        again = replay(json.loads(line, parse_float=str))
        assert again.difference() is None
        assert json.loads(line) == json.loads(json.dumps(again.complete_record()))
        assert played.net == sum(
            net for seat, net in again.round.state.net().items() if seat in session.seats
        )
    assert session.bankroll == 10**8 + sum(played.net for played in session.history)


def test_pitboss_replay_accepts_the_file_a_session_writes(
    sit: Sit, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(5)
    session = sit("wa-spanish-21", seats=2, bots=2, seed="file", bankroll=10**7)
    for _ in range(10):
        play_round(session, chance)
    monkeypatch.setattr("sys.argv", ["pitboss", "replay", str(tmp_path / "session.jsonl")])
    with pytest.raises(SystemExit) as leaving:
        main()
    assert leaving.value.code == 0
    assert capsys.readouterr().out.count(": ok: ") == 10


def test_the_same_seed_deals_the_same_cards_and_another_seed_others(sit: Sit) -> None:
    def cards(seed: str | None) -> list[str]:
        session = sit("ilani-spanish-21", seats=1, bots=2, seed=seed, bankroll=10**7)
        for _ in range(5):
            play_round(session, random.Random(0))
        return [played.record["cards"] for played in session.history]

    assert cards("a") == cards("a")
    assert cards("a") != cards("b")
    assert cards(None) != cards(None)


def test_meters_go_on_from_round_to_round_and_lose_nothing(sit: Sit) -> None:
    session = sit("wa-spanish-21", seats=1, bots=5, seed="meters", bankroll=10**7)
    for _ in range(30):
        before = {wager: meter.display for wager, meter in session.meters.items()}
        play_round(session, random.Random(1))
        shown = session.history[-1].record["meters"]
        assert {wager: parse_units(text) for wager, text in shown.items()} == before
        assert all(meter.is_conserved for meter in session.meters.values())
    assert all(meter.contributed > 0 for meter in session.meters.values())


@pytest.mark.parametrize("table", TABLES)
def test_bots_bet_what_their_table_takes(table: str, sit: Sit) -> None:
    session = sit(table, seats=1, bots=6)
    assert len(session.bots) == 6
    assert refuse_bets(session.setup, session.bots) is None
    assert len({bot.player for bot in session.bots}) == 6


def test_bots_make_the_wagers_a_house_requires() -> None:
    options: dict[str, OptionValue] = {
        "decks": 6,
        "soft17": "hit",
        "bonus_cards": 2,
        "match_required": "all",
    }
    setup = prepare(House(game="wa/spanish-21", options=options))
    for bet in bot_bets(setup, (1, 2, 3)):
        assert set(bet.wagers) == set(spots_before_deal(setup))


def test_you_sit_in_the_middle_and_seats_do_not_overlap(sit: Sit) -> None:
    session = sit("wa-spanish-21", seats=2, bots=4)
    assert session.seats == (3, 4)
    assert [bot.seat for bot in session.bots] == [1, 2, 5, 6]


@pytest.mark.parametrize(
    ("bets", "code"),
    [
        ({}, "wager/needs-main"),
        ({1: {"main": 0}}, "wager/needs-main"),
        ({1: {"match-up": 500}}, "wager/needs-main"),
        ({1: {"main": 100}}, "wager/off-limits"),
        ({1: {"main": 1000, "jackpot-1": 600}}, "wager/fixed-amount"),
        ({1: {"main": 1000, "lucky-ladies": 600}}, "wager/not-offered"),
        ({2: {"main": 1000}}, "seat/not-yours"),
        ({1: {"main": 40_000, "match-up": 5000, "match-down": 5000, "jackpot-2": 100}}, None),
        ({1: {"main": 40_000, "match-up": 5000, "match-down": 5001}}, "wager/off-limits"),
    ],
)
def test_bets_are_taken_or_refused_with_the_engines_code(
    bets: dict[int, dict[str, int]], code: str | None, sit: Sit
) -> None:
    session = sit("wa-spanish-21", bankroll=50_100)
    if code is None:
        session.start(bets)
        assert session.stage is not Stage.BETTING
        return
    with pytest.raises(RefusedError) as refused:
        session.start(bets)
    assert refused.value.refusal.code == code
    assert session.stage is Stage.BETTING
    assert session.bankroll == 50_100
    assert session.shoe.cards == ()


def test_bets_beyond_the_bankroll_are_refused(sit: Sit) -> None:
    session = sit("wa-spanish-21", seats=2, bankroll=1500)
    with pytest.raises(RefusedError) as refused:
        session.start({1: {"main": 1000}, 2: {"main": 1000}})
    assert refused.value.refusal.code == "bankroll/short"
    assert "$20.00" in refused.value.refusal.message


def test_a_decision_your_money_does_not_reach_is_neither_offered_nor_taken(sit: Sit) -> None:
    """Seed 4 deals a pair: with the whole bankroll on it neither a split nor a double is paid."""
    session = sit("wa-spanish-21", seed="4", bankroll=1000)
    session.start({1: {"main": 1000}})
    session.run()
    question = session.question
    assert question is not None
    assert [choice.kind for choice in question.choices] == ["hit", "stand", "surrender"]
    for kind in (ActionKind.SPLIT, ActionKind.DOUBLE):
        with pytest.raises(RefusedError) as refused:
            session.decide(kind)
        assert refused.value.refusal.code == "bankroll/short"
    assert session.question == question


def test_a_short_bankroll_doubles_for_what_is_left_where_less_is_allowed(sit: Sit) -> None:
    """Seed 1 deals a hand that may be doubled."""
    session = sit("wa-spanish-21-v002", seed="1", bankroll=1400)
    session.start({1: {"main": 1000}})
    session.run()
    question = session.question
    assert question is not None
    double = next(choice for choice in question.choices if choice.kind is ActionKind.DOUBLE)
    assert (double.low, double.high, double.default) == (300, 400, 400)
    session.decide(ActionKind.DOUBLE)
    assert session.round is not None
    assert session.round.state.seat(1).hand(1).stake == 1400


def test_a_decision_nobody_asked_for_is_refused(sit: Sit) -> None:
    session = sit("wa-spanish-21")
    with pytest.raises(RefusedError) as refused:
        session.decide(ActionKind.HIT)
    assert refused.value.refusal.code == "action/illegal"
    assert session.advance() is False


def test_doubling_bet_bigger_units_costs_every_unit(sit: Sit) -> None:
    session = sit("bet-bigger-spanish-21", seed="4", bankroll=5000)
    session.start({1: {"main": 1000, "bet-bigger-1": 1000, "bet-bigger-2": 1000}})
    session.run()
    assert session.money_left == 2000
    with pytest.raises(RefusedError) as refused:
        session.decide(ActionKind.DOUBLE)
    assert refused.value.refusal.message == "double needs $30.00 and you have $20.00"


def test_bankroll_zero_is_broke_and_a_buy_in_ends_that(sit: Sit) -> None:
    session = sit("wa-spanish-21", seed="a", bankroll=500)
    while not session.broke:
        session.start({1: {"main": session.bankroll}})
        session.run()
        while session.question:
            session.decide(ActionKind.HIT)
            session.run()
    assert session.money_left == session.bankroll < 500
    session.clear()
    session.buy_in()
    assert not session.broke
    session.start({1: {"main": 500}})


def test_the_cut_card_ends_a_shoe_and_the_next_round_shuffles(sit: Sit) -> None:
    session = sit("ilani-spanish-21", bots=6, seed="cut", bankroll=10**7)
    texts = []
    for _ in range(40):
        play_round(session, random.Random(2))
        texts += [line.text for line in session.lines if line.text.startswith("shoe")]
    assert texts[0] == "shoe    shuffled: 384 cards, 1 burned"
    assert texts[1] == "shoe    the cut card is out: the last round of this shoe"
    assert texts[2] == texts[0]
    assert session.shoe.shoes >= 2


def test_a_round_for_which_the_cards_do_not_suffice_is_void(sit: Sit) -> None:
    """Method: a shoe with six cards left and no discards; the deal alone needs more."""
    session = sit("wa-spanish-21", seats=2, bots=1, seed="void")
    session.start({seat: {"main": 1000} for seat in session.seats})
    session.shoe.cards = session.shoe.cards[:7]
    session.shoe.round_start = 0
    meters = session.meters
    session.run()
    assert session.stage is Stage.BETTING
    assert session.lines[-1].text == "shoe    used up: the round is void, every wager comes back"
    assert (session.bankroll, session.history, session.meters) == (50_000, [], meters)
    session.start(session.last_bets)


def test_an_empty_shoe_takes_the_discards_in_and_the_round_goes_on(sit: Sit) -> None:
    session = sit("wa-spanish-21", seats=2, bots=1, seed="empty", bankroll=10**6)
    play_round(session, random.Random(3))
    session.shoe.cards = session.shoe.cards[: session.shoe.position + 4]
    session.shoe.settings = ShoeSettings(cut=0)
    play_round(session, random.Random(4))
    assert "shoe    empty: the discards are shuffled in" in [line.text for line in session.lines]
    assert replay(session.history[-1].record).difference() is None


def test_the_view_never_shows_the_down_card_before_it_is_turned(sit: Sit) -> None:
    session = sit("wa-spanish-21", seats=1, bots=2, seed="hidden", bankroll=10**6)
    session.start({session.seats[0]: {"main": 1000}})
    while session.stage is not Stage.OVER:
        table = session.view
        assert table is not None
        assert session.round is not None
        if not session.round.state.exposed:
            assert len(table.dealer) <= 1
        if not session.advance():
            question = session.question
            assert question is not None
            session.decide(basic_play(session.round.state, question).kind)


def test_problems_of_sitting_down_come_all_at_once() -> None:
    setup = prepare(House(game="bet-bigger/spanish-21", options={"multiple_hands": False}))
    problems = seat_problems(setup, seats=2, bots=6, bankroll=10)
    assert [problem.code for problem in problems] == [
        "seat/one-each",
        "seat/too-many",
        "bankroll/short",
    ]
    assert [p.code for p in seat_problems(setup, seats=0, bots=-1, bankroll=10**6)] == [
        "option/invalid",
        "option/invalid",
    ]


def test_a_session_file_comes_with_the_first_round_and_keeps_its_distance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert sessions_folder() == tmp_path / "pitboss" / "sessions"
    first = SessionFile.name_by_time()
    second = SessionFile.name_by_time()
    second.path = first.path
    assert not first.path.exists()
    assert "no session file" in first.farewell
    first.append({"game": "x"})
    second.append({"game": "y"})
    assert first.path != second.path
    assert first.path.read_text() == '{"game": "x"}\n'
    assert first.farewell == f"1 round recorded in {first.path}"


def test_a_round_that_cannot_be_written_is_written_with_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    file = SessionFile(folder / "session.jsonl")
    file.append({"round": 1})
    assert "cannot be written" in file.problem
    assert "could not be kept" in file.farewell
    folder.mkdir()
    file.append({"round": 2})
    assert file.path.read_text().count("round") == 2
    assert file.farewell == f"2 rounds recorded in {file.path}"


def test_a_sitting_and_its_plain_front_end_need_no_screen() -> None:
    """Method: a fresh process imports them, and textual must not come along."""
    code = "import sys, pitboss.cli.commands.play; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
