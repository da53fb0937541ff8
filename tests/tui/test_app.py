"""The table on screen, played by Textual's pilot at both sizes a terminal usually has."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Input

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind
from pitboss.engine.record import replay
from pitboss.sitting.questions import choice_for_less
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.sitting.sitting import Stage
from pitboss.text.actions import KEYS
from pitboss.tui.felt.bars import Key
from pitboss.tui.screens.boxes import AmountPrompt, HintBox, YesNo
from pitboss.tui.screens.pages import Page
from pitboss.tui.screens.table_screen import TableApp
from pitboss.tui.stage import PAYS_KEY
from tests.tiers import by_day
from tests.tui.conftest import Screen, Sit, press
from tests.tui.conftest import perform as run_script

Script = Callable[[Pilot[None]], Awaitable[None]]
SMALL = (80, 24)
LARGE = (120, 40)
BOTH = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
PAIR = "4"
ACE_UP = "3"
BLACKJACK = "20"
PLAIN_HAND = "0"
"""Seeds whose first round deals you, alone at the table, such a hand."""


def perform(session: TableSession, size: tuple[int, int], script: Script, **given: Any) -> TableApp:  # noqa: ANN401
    """Run the app without an animation, let *script* press the keys, and see that it ends well."""
    app = TableApp(session, lambda width: Text(f"the sheet at {width}"), pace=0, **given)
    run_script(app, script, size)
    assert app.return_code in {None, 0}
    return app


def offered(app: TableApp) -> list[str]:
    """Return the keys of the action bar that can be seen."""
    keys = app.screen.query("#actions Key").results(Key)
    return [key.key for key in keys if key.display]


def stage(session: TableSession) -> Stage:
    """Return the stage: asked anew, so that what was true a moment ago is not taken for granted."""
    return session.stage


def main_title(session: TableSession) -> str:
    return session.setup.configured.spots["main"].wager.title


@pytest.mark.nightly(every=2)
@BOTH
def test_a_seeded_round_from_the_bet_to_the_result(
    size: tuple[int, int], sit: Sit, screen: Screen
) -> None:
    session = sit("wa-spanish-21", bots=2, seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        app = pilot.app
        shown = "\n".join(screen(app))
        for words in ("Match The Dealer Up Card", "$5 to $400", "bankroll $500", "Enter  Deal"):
            assert words in shown
        await press(pilot, "down", "plus", "enter")
        assert session.last_bets == {2: {"main": 1000, "match-up": 500}}
        shown = "\n".join(screen(app))
        for words in ("DEALER shows", "BONUS CARDS", "1 Ann", "2 You", "3 Ben", "Your turn"):
            assert words in shown
        assert "Match The Dealer Up Card" in shown
        while session.stage is Stage.DECIDING:
            await press(pilot, "s", "n")
        shown = "\n".join(screen(app))
        assert "Enter goes on to the next round." in shown
        assert "net " in shown
        assert session.history[0].net != 0
        await press(pilot, "enter")
        shown = "\n".join(screen(app))
        assert "round 2" in shown
        assert "on the felt $15" in shown
        await pilot.press("q")

    perform(session, size, script)
    assert session.file.rounds == 1


@pytest.mark.nightly(every=6)
@BOTH
@pytest.mark.parametrize("seed", [PAIR, ACE_UP, BLACKJACK, PLAIN_HAND])
def test_only_the_legal_keys_are_offered_and_only_they_do_something(
    seed: str, size: tuple[int, int], sit: Sit, screen: Screen
) -> None:
    session = sit("wa-spanish-21", seed=seed)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        question = session.question
        assert question is not None
        legal = {choice.kind for choice in question.choices}
        keys = [KEYS[kind].upper() for kind in KEYS if kind in legal]
        assert offered(pilot.app) == [*keys, *(["O"] if choice_for_less(question) else [])]  # type: ignore[arg-type]
        first = {key: kind for kind, key in reversed(list(KEYS.items()))}
        for key in first.keys() - {KEYS[kind] for kind in legal} - {PAYS_KEY}:
            await pilot.press(key)
            assert session.question == question
            shown = "\n".join(screen(pilot.app))
            assert f"{first[key].value.capitalize()} is not possible now; choose " in shown

    perform(session, size, script)


def test_no_word_of_the_small_screen_is_cut_off(sit: Sit, screen: Screen) -> None:
    """Goal: at 80x24, with seven seats, everything a player needs can be read whole."""
    session = sit("wa-spanish-21", seats=2, bots=5, seed="b", bankroll=123_456_789)

    async def script(pilot: Pilot[None]) -> None:
        shown = screen(pilot.app)
        assert "bankroll $1,234,567.89" in shown[0]
        assert "jackpot-1 $5,000.00  jackpot-2 $2,500.00" in shown[1]
        assert " ".join(shown[-1].split()) == "? Help G Rules P Pays L Log A Hint Q Leave V Count"
        await press(pilot, "enter")
        while session.stage is Stage.DECIDING:
            shown = screen(pilot.app)
            assert "…" not in "\n".join(shown)
            assert shown[21].startswith(" Your turn, seat ")
            assert all(f" {key} " in shown[22] for key in offered(pilot.app))  # type: ignore[arg-type]
            for name in ("1 Ann", "2 Ben", "3 You", "4 You", "5 Cleo", "6 Dan", "7 Eve"):
                assert any(name in line for line in shown[2:16])
            assert session.question is not None
            await press(pilot, KEYS[session.question.choices[1].kind])
        shown = screen(pilot.app)
        assert "…" not in "\n".join(shown)
        assert any(line.startswith(" you, seat 3 Main bet") for line in shown[16:21])
        assert any(line.startswith(" you, seat 4 Main bet") for line in shown[16:21])

    perform(session, SMALL, script)


@pytest.mark.nightly(every=2)
@BOTH
def test_splitting_and_doubling_show_every_hand_and_its_stake(
    size: tuple[int, int], sit: Sit, screen: Screen
) -> None:
    session = sit("wa-spanish-21", seed=PAIR)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "p", "s", "d")
        shown = "\n".join(screen(pilot.app))
        assert "● $10" in shown
        assert "● $20" in shown
        assert "doubled" in shown
        assert "Your turn, seat 1 hand 2: 14 against" in shown
        assert "X  Double again $20" in shown
        assert "bankroll $470" in shown
        await press(pilot, "r")
        assert "rescued -$10" in "\n".join(screen(pilot.app))

    perform(session, size, script)


@pytest.mark.nightly(every=2)
@BOTH
def test_insurance_for_less_asks_for_an_amount_within_its_range(
    size: tuple[int, int], sit: Sit, screen: Screen
) -> None:
    session = sit("wa-spanish-21", seed=ACE_UP)

    async def script(pilot: Pilot[None]) -> None:
        app = pilot.app
        await press(pilot, "enter")
        assert "I  Insure $5" in "\n".join(screen(app))
        await press(pilot, "o")
        assert isinstance(app.screen, AmountPrompt)
        assert "Insure: $0.01 to $5.00" in "\n".join(screen(app))
        assert app.screen.query_one(Input).value == "5.00"
        await press(pilot, "9", "9", "enter")
        assert "insure may be from $0.01 to $5, not 9900 cents" in "\n".join(screen(app))
        await pilot.press("escape")
        assert session.question is not None
        await pilot.press("o")
        await press(pilot, *"2.5", "enter")
        assert session.round is not None
        assert session.round.state.seat(1).insured == {"insurance": 250}

    perform(session, size, script)


def test_one_key_insures_in_full(sit: Sit) -> None:
    session = sit("wa-spanish-21", seed=ACE_UP)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter", "i")
        assert session.round is not None
        assert session.round.state.seat(1).insured == {"insurance": 500}

    perform(session, SMALL, script)


@pytest.mark.parametrize(("keys", "stake"), [("d", 2000), ("o7", 1700)])
def test_one_key_doubles_in_full_and_another_asks_for_less(
    keys: str, stake: int, sit: Sit, screen: Screen
) -> None:
    session = sit("wa-spanish-21-v002", seed="1")

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        assert "D  Double $10" in "\n".join(screen(pilot.app))
        assert "O  Double for less" in "\n".join(screen(pilot.app))
        await press(pilot, *keys)
        if len(keys) > 1:
            assert isinstance(pilot.app.screen, AmountPrompt)
            await pilot.press("enter")
        assert session.round is not None
        assert session.round.state.seat(1).hand(1).stake == stake

    perform(session, SMALL, script)


def test_capital_letters_are_keys_on_the_table_and_in_its_boxes(sit: Sit) -> None:
    """Caps Lock must stop nobody: betting, deciding, pages, leaving."""
    session = sit("wa-spanish-21", seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("C")
        assert session.stage is Stage.BETTING
        await pilot.press("1", "0", "enter", "G")
        assert isinstance(pilot.app.screen, Page)
        await pilot.press("Q")
        assert not isinstance(pilot.app.screen, Page)
        await pilot.press("Q")
        assert isinstance(pilot.app.screen, YesNo)
        await pilot.press("N")
        assert not isinstance(pilot.app.screen, YesNo)
        await pilot.press("H")
        assert session.round is not None
        assert len(session.round.state.seat(1).hand(1).cards) == 3

    perform(session, SMALL, script)


def test_a_blackjack_is_not_kept_where_the_money_for_a_double_is_missing(sit: Sit) -> None:
    session = sit("wa-spanish-21", seed=BLACKJACK, bankroll=1000)
    session.start({1: {"main": 1000}})
    session.run()
    assert session.question is not None
    assert [choice.kind for choice in session.question.choices] == [ActionKind.TAKE_BLACKJACK]
    refused = session.refuse(ActionKind.KEEP_BLACKJACK)
    assert refused is not None
    assert refused.code == "bankroll/short"


def test_bad_bets_are_refused_in_a_sentence_on_screen(sit: Sit, screen: Screen) -> None:
    session = sit("wa-spanish-21", seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        async def after(*keys: str) -> str:
            await press(pilot, *keys)
            assert session.stage is Stage.BETTING
            return screen(pilot.app)[21].strip()

        assert await after("b") == "There is no bet to repeat yet."
        assert await after("1", "enter") == "Seat 1: main may be from $5 to $400, not 100 cents."
        assert await after("c", "enter") == "A round needs a main wager from you."
        assert (await after("down", "space", "enter")).startswith("Seat 1: match-up may be made")
        assert (await after("up", "4", "0", "0", "down", "1", "5", "0", "enter")) != ""
        assert (await after("up")).startswith("Your bets: ")

    perform(session, SMALL, script)


def test_betting_by_keys_moves_types_toggles_and_repeats(sit: Sit, screen: Screen) -> None:
    session = sit("wa-spanish-21", seats=2, seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("2", "5", "right", "7", "full_stop", "5", "backspace", "backspace")
        await pilot.press("down", "down", "down", "down", "down", "space")
        await press(pilot, "right_square_bracket", "up", "plus")
        assert "on the felt $62" in "\n".join(screen(pilot.app))
        await pilot.press("enter")
        expected = {1: {"main": 2500}, 2: {"main": 700, "match-bonus-2": 2500, "jackpot-1": 500}}
        assert session.last_bets == expected
        while session.stage is Stage.DECIDING:
            await pilot.press("s", "n", "t")
        await pilot.press("enter", "c", "b", "enter")
        assert session.last_bets == expected

    perform(session, SMALL, script)


def test_the_mouse_bets_deals_and_decides(sit: Sit, screen: Screen) -> None:
    session = sit("wa-spanish-21", seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        def place(words: str) -> tuple[int, int]:
            for y, line in enumerate(screen(pilot.app)):
                if words in line:
                    return line.index(words) + len(words) - 1, y
            raise AssertionError(words)

        column = place("seat 1")[0]
        row = place("Match The Dealer Up Card")[1]
        await pilot.click(offset=(column, row))
        await pilot.click(offset=(column, row))
        await pilot.click(offset=(column, row), button=3)
        await pilot.click(offset=place("● $25"))
        await pilot.click(offset=(column, row - 1))
        await pilot.pause()
        await pilot.click(offset=place("Enter  Deal"))
        await pilot.pause()
        assert session.last_bets == {1: {"main": 3500, "match-up": 500}}
        await pilot.click(offset=place("S  Stand"))
        await pilot.pause()
        assert session.stage is Stage.OVER

    perform(session, LARGE, script)


@pytest.mark.nightly(every=2)
@BOTH
def test_help_rules_and_history_open_and_close(
    size: tuple[int, int], sit: Sit, screen: Screen
) -> None:
    session = sit("wa-spanish-21", seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        app = pilot.app
        for key, words in (
            ("question_mark", "choose a spot"),
            ("g", f"the sheet at {size[0] - 4}"),
            ("f1", "the sheet at"),
            ("l", "No round has been finished yet."),
        ):
            await press(pilot, key)
            assert isinstance(app.screen, Page)
            assert words in "\n".join(screen(app))
            await pilot.press("escape")
            assert not isinstance(app.screen, Page)
        await press(pilot, "enter", "s", "l")
        shown = "\n".join(screen(app))
        assert "Round" in shown
        assert "result  You " in shown

    perform(session, size, script)


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("size", [(60, 18), SMALL, LARGE], ids=["60x18", "80x24", "120x40"])
def test_the_pays_are_a_key_away_and_a_hint_leaves_ones_cards_in_sight(
    size: tuple[int, int], sit: Sit, screen: Screen
) -> None:
    session = sit("wa-spanish-21", seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "p")
        assert isinstance(pilot.app.screen, Page)
        assert "Super Bonus, suited 7-7-7 v a 7, $5 up" in "\n".join(screen(pilot.app))
        await press(pilot, "p", "a")
        assert isinstance(pilot.app.screen, HintBox)
        assert session.round is not None
        shown = "\n".join(screen(pilot.app))
        for card in session.round.state.seat(1).hand(1).cards:
            rank = pretty_card(card)[:-1]
            suit = pretty_card(card)[-1]
            assert pretty_card(card) in shown or (rank in shown and suit in shown)
        assert "Hint for seat 1: " in shown

    perform(session, size, script)


def test_nothing_of_the_bets_is_cut_in_the_smallest_terminal(sit: Sit, screen: Screen) -> None:
    """All keys, the chips and the money on one line, limits by the names of the wagers."""
    shown = {}
    for house in ("co-blackjack-switch", "wa-spanish-21", "co-deuces-wild-xtreme"):

        async def script(pilot: Pilot[None], house: str = house) -> None:
            await pilot.pause()
            shown[house] = screen(pilot.app)

        perform(sit(house, seed=PLAIN_HAND), (60, 18), script)
    switch, spanish, deuces = shown.values()
    (keys,) = (line for line in switch if "Deal" in line and "Repeat" in line)
    assert keys.split()[-2:] == ["T", "Tips"]
    (chips,) = (line for line in switch if "● $100" in line)
    assert "bet $20 of $" in chips
    assert any("equal to Hand 1" in line for line in switch)
    assert "shoe full" in "\n".join(spanish)
    assert "five-card-linked $50,000" in "\n".join(deuces)
    assert "…" not in "\n".join((*switch, *spanish, *deuces))


def test_leaving_in_the_middle_of_a_round_is_asked_about(sit: Sit) -> None:
    session = sit("wa-spanish-21", seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "q")
        assert isinstance(pilot.app.screen, YesNo)
        await pilot.press("n")
        assert session.stage is Stage.DECIDING
        await press(pilot, "q", "y")

    app = perform(session, SMALL, script)
    assert not app.is_running
    assert session.file.rounds == 0


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_leaving_between_rounds_takes_one_key(key: str, sit: Sit) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, key)
        assert pilot.app._exit  # noqa: SLF001 - it has no public name

    perform(sit("wa-spanish-21"), SMALL, script)


def test_a_bankrupt_player_is_offered_a_buy_in(sit: Sit, screen: Screen) -> None:
    session = sit("wa-spanish-21", seed="a", bankroll=500)

    async def script(pilot: Pilot[None]) -> None:
        while not session.broke:
            await pilot.press("c", *str(session.bankroll // 100), "enter")
            while session.stage is Stage.DECIDING:
                await pilot.press("h", "n")
            broke = session.broke
            await press(pilot, "enter")
            if broke:
                break
        assert isinstance(pilot.app.screen, YesNo)
        assert "does not cover the least wager" in "\n".join(screen(pilot.app))
        await press(pilot, "y")
        assert session.bankroll == 500
        assert session.stage is Stage.BETTING

    perform(session, SMALL, script)


def test_the_rounds_asked_for_end_the_sitting(sit: Sit, screen: Screen) -> None:
    session = sit("wa-spanish-21", seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "s")
        assert "Enter leaves the table." in "\n".join(screen(pilot.app))
        await press(pilot, "enter")

    perform(session, SMALL, script, rounds=1)
    assert session.file.rounds == 1


def test_cards_come_one_by_one_and_enter_deals_them_at_once(sit: Sit, screen: Screen) -> None:
    session = sit("wa-spanish-21", bots=2, seed=PLAIN_HAND)
    app = TableApp(session, lambda _: Text(), pace=0.4)

    async def main() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await press(pilot, "enter")
            assert stage(session) is Stage.DEALING
            assert "The dealer deals." in "\n".join(screen(app))
            assert offered(app) == ["Enter"]
            await pilot.press("h", "s", "enter")
            for _ in range(100):
                if stage(session) is Stage.DECIDING:
                    break
                await pilot.pause(0.05)
            assert len([line for line in session.lines if "dealer  shows" in line.text]) == 1
            assert stage(session) is Stage.DECIDING

    asyncio.run(main())


def test_a_session_that_cannot_be_written_is_said_and_played_on(
    sit: Sit, screen: Screen, tmp_path: Path
) -> None:
    file = SessionFile(tmp_path / ("nowhere" * 20) / "x.jsonl")
    session = sit("wa-spanish-21", seed=PLAIN_HAND, file=file)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter", "s")
        told = "This round is not recorded: 'x.jsonl' cannot be written: no such file or directory."
        assert told in "\n".join(screen(pilot.app))
        await pilot.press("enter", "enter")
        assert session.stage is not Stage.BETTING

    perform(session, LARGE, script)


def test_resizing_draws_the_table_anew(sit: Sit, screen: Screen) -> None:
    session = sit("wa-spanish-21", bots=2, seed=PLAIN_HAND)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        for size in (LARGE, SMALL, (60, 18), (40, 12), (59, 18), (60, 17), LARGE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = " ".join("\n".join(screen(pilot.app)).split())
            small = size < (60, 18) or size[1] < 18
            assert ("DEALER shows" in shown) != small
            assert (
                f"The table needs 60x18; this terminal has {size[0]}x{size[1]}" in shown
            ) == small

    perform(session, SMALL, script)


ANY_KEY = (
    *("enter", "enter", "enter", "space", "up", "down", "left", "right", "plus", "minus"),
    *("1", "5", "0", "full_stop", "backspace", "left_square_bracket", "right_square_bracket"),
    *("b", "c", "pageup", "pagedown", "question_mark", "g", "l", "escape", "y", *KEYS.values()),
)


@pytest.mark.nightly(but=["0"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_table_stands(seed: int, sit: Sit) -> None:
    """Method: random keys on a random table; then everything recorded must replay."""
    chance = random.Random(seed)
    table = chance.choice(["wa-spanish-21", "ilani-spanish-21", "bet-bigger-spanish-21"])
    seats = chance.randint(1, 3)
    session = sit(table, seats=seats, bots=chance.randint(0, 4), seed=str(seed), bankroll=30_000)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*(chance.choice(ANY_KEY) for _ in range(by_day(60, 150))))

    perform(session, chance.choice([SMALL, LARGE]), script)
    for played in session.history:
        assert replay(json.loads(json.dumps(played.record))).difference() is None
