"""Every game, played by a script for two shoes or a dozen rounds, with every wager on."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest

from pitboss.cards import format_cards
from pitboss.engine.actions import ActionKind, Choice
from pitboss.engine.record import replay
from pitboss.rulebook.reading.library import games
from pitboss.sitting.amounts import legal_amount, main_wagers, spots_before_deal, tip_spots
from pitboss.sitting.session import TableSession
from pitboss.sitting.sitting import Stage
from pitboss.text.actions import KEYS
from pitboss.tui.plain.table import PlainTable
from tests.tui.conftest import Sit

BANKROLL = 10**8
SHOES = 2
ROUNDS = 12
EVERY_GAME = pytest.mark.parametrize("game", [game.id for game in games()])


class Script(StringIO):
    """A player who types: every wager, a tip in every other round, each choice in its turn."""

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self.session = session
        self.typed: list[str] = []
        self.made: Counter[ActionKind] = Counter()
        self.offered: Counter[ActionKind] = Counter()
        self.tips = [name.replace(":", " ") for name in tip_spots(session.setup)]

    def readline(self, _: int | None = -1, /) -> str:  # type: ignore[override] # of IOBase too
        assert self.session.money_left >= 0
        assert len(self.typed) < 1000, "it is asked the same again and again"
        deciding = self.session.stage is Stage.DECIDING
        self.typed.append(self._decision() if deciding else self._bets())
        return f"{self.typed[-1]}\n"

    def _bets(self) -> str:
        if self.session.shoe.shoes > SHOES and len(self.session.history) >= ROUNDS:
            return "quit"
        setup = self.session.setup
        mains = main_wagers(setup, 2000)
        (main,) = set(mains.values())
        words = [f"bet {dollars(main)}"]
        for name, spot in spots_before_deal(setup).items():
            if name not in mains:
                amount = main if spot.wager.equals else legal_amount(spot, 500)
                words.append(f"{name} {dollars(amount)}")
        if len(self.session.history) % 2:
            words += [f"{tip} 1" for tip in self.tips]
        return " ".join(words)

    def _decision(self) -> str:
        question = self.session.question
        assert question is not None
        kinds = [choice.kind for choice in question.choices]
        self.offered.update(kinds)
        assert len({KEYS[kind] for kind in kinds}) == len(kinds), "two choices share a key"
        # What was chosen least so far, and of that what comes most rarely: all have their turn.
        kind = min(kinds, key=lambda kind: (self.made[kind], self.offered[kind]))
        self.made[kind] += 1
        return self._words(question.choices[kinds.index(kind)])

    def _words(self, choice: Choice) -> str:
        if choice.lows:  # any legal setting, and every other time that of the house way
            low = format_cards(choice.lows[self.made[choice.kind] % len(choice.lows)])
            return f"set {'house-way' if self.made[choice.kind] % 2 else low}"
        if choice.low is None or choice.high is None:
            return choice.kind.value
        amount = min(choice.high, max(choice.low, 500))
        tip = " tip 1" if choice.tip and self.made[choice.kind] % 2 else ""
        return f"{choice.kind.value} {dollars(amount)}{tip}"


def dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


@pytest.mark.nightly(every=5)
@EVERY_GAME
def test_two_shoes_are_played_in_plain_mode_without_a_fault(
    game: str, sit: Sit, tmp_path: Path
) -> None:
    """Goal: whatever is offered can be answered, is recorded, replays, and the money adds up."""
    session = sit(game.replace("/", "-"), bots=2, seed=game, bankroll=BANKROLL)
    assert len(session.bots) == 2
    script = Script(session)
    out = StringIO()
    PlainTable(session, script, out).play()
    output = out.getvalue()
    assert "refused: " not in output
    assert session.shoe.shoes > SHOES
    assert script.typed[-1] == "quit"
    often = {kind for kind, times in script.offered.items() if times > 3}
    assert often <= set(script.made), "every choice had its turn"

    lines = (tmp_path / "session.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) == len(session.history) >= ROUNDS
    balance = BANKROLL
    (mine,) = session.seats
    for record, played in zip(records, session.history, strict=True):
        again = replay(record)
        assert again.difference() is None
        assert json.loads(json.dumps(again.complete_record())) == record
        results = [line for line in record["settlement"] if line["seat"] == mine]
        net = sum(line["net"] for line in results if not line["wager"].startswith("tip:"))
        (seat,) = [seat for seat in record["seats"] if seat["seat"] == mine]
        tips = sum(seat.get("tips", {}).values())
        tips += sum(
            decision.get("tip", 0) for decision in record["decisions"] if decision["seat"] == mine
        )
        assert (played.net, played.tips) == (net, tips)
        balance += net - tips
    assert session.bankroll == balance
    assert bool(script.tips) == any(played.tips for played in session.history)
