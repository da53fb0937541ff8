"""`pitboss train`: hands to decide or cards to count, with a score over sessions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TextIO

from pitboss.api.tables import Table
from pitboss.cli.options import open_main_table
from pitboss.cli.orders.table import TrainOrder
from pitboss.cli.output import check_terminal, print_assumed, print_json, print_nothing_to_count
from pitboss.cli.problems import check, collecting, conflict, invalid, refusal, refusing_with
from pitboss.cli.sitting import is_on_screen
from pitboss.cli.streams import replace_unreadable
from pitboss.cli.waiting import waiting
from pitboss.counts import read_system
from pitboss.engine.setup import prepare
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.files import place_problems, quote_path, read_text, reason, write_whole
from pitboss.rulebook.limits import (
    COUNTDOWN_GROUP_MAX,
    COUNTDOWN_PACE_MAX_S,
    COUNTDOWN_STOP_MAX,
    SCORE_BYTES_MAX,
)
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.parse import NotReadableError, dump_json, parse_json
from pitboss.simulator.counting.settings import is_counted, nothing_to_count
from pitboss.sitting.session_file import data_folder
from pitboss.sitting.training.dealer_school import dealer_questions
from pitboss.sitting.training.dealing import poker_table, training_bets
from pitboss.sitting.training.score import CountScore, Score, TableScore, read_score
from pitboss.sitting.training.themes import COUNT_THEMES, COUNTDOWN, TRUE_COUNT
from pitboss.sitting.training.trainer import Trainer
from pitboss.sitting.training.words import (
    count_score_words,
    decision_in_words,
    lesson_words,
    score_words,
)
from pitboss.tui.plain.dealer_school import DealerSchool
from pitboss.tui.plain.train import PlainTraining

if TYPE_CHECKING:
    from pitboss.sitting.training.counting.drill import CountDrill

SCORE_NAME = "training.json"
DEALER_SCORE_NAME = "dealer-training.json"
_DECISIONS = 20
_STOPS = 4
_STEPS = (1, 26, 52)
_SYSTEM = "hi-lo"
_PACE_S = 1.0
Keep = Callable[[], None]
"""Saves the score, after every answer."""


def train(order: TrainOrder) -> None:
    """Train, and print the score."""
    if order.dealer:
        learn_to_deal(order)
        return
    for line in learn(order):
        print(line)


def learn_to_deal(order: TrainOrder) -> None:
    """Let the learner deal to seven seats that the program plays; keep the progress."""
    path = order.score or data_folder() / DEALER_SCORE_NAME
    if order.score is None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = _read_progress(path)
    check([*place_problems(path, key="--score")])
    table = open_main_table(order.at)
    out = sys.stderr if order.as_json else sys.stdout
    questions = dealer_questions(table.setup, order.seed or token_hex(8), clause_behind)
    school = DealerSchool(questions, sys.stdin, out, count=order.count or _DECISIONS)
    school.run()
    session = {drill.value: asdict(tally) for drill, tally in sorted(school.score.drills.items())}
    kept.setdefault(table.game.id, []).append(session)
    write_whole(path, dump_json(kept, indent=1).encode())
    if order.as_json:
        print_json({"game": table.game.id, "session": session, "file": str(path)})
        return
    for line in _progress_words(kept[table.game.id]):
        print(line)


def _read_progress(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the sessions by game; refuse a file that is no progress of a dealer."""
    if not path.exists():
        return {}
    try:
        kept = parse_json(read_text(path, SCORE_BYTES_MAX))
    except NotReadableError as error:
        raise refusal("score/malformed", f"{quote_path(path)}: {error}", "--score") from None
    if not isinstance(kept, dict) or not all(isinstance(made, list) for made in kept.values()):
        raise refusal("score/malformed", f"{quote_path(path)} is no dealer's progress", "--score")
    return {**kept}


def _progress_words(sessions: list[dict[str, Any]]) -> Iterator[str]:
    """Say how this session compares with all before it."""
    asked = [sum(tally["asked"] for tally in session.values()) for session in sessions]
    wrong = [sum(tally["wrong"] for tally in session.values()) for session in sessions]
    if sum(asked):
        share = 100 * (1 - sum(wrong) / sum(asked))
        yield f"All {len(sessions)} sessions of this game: {sum(asked)} answers, {share:.0f}% right"


def learn(order: TrainOrder) -> list[str]:
    """Train, or refuse with every problem; the score is saved after every answer.

    Return the lines to print after a session on screen.
    """
    path, score, problems = _open_score(order)
    open_practice = _open_drill if order.theme in COUNT_THEMES else _open_training
    practice = open_practice(order, score, problems)
    if practice is None:
        return []

    def keep() -> None:
        write_whole(path, score.content())

    keep()  # a file that cannot be written is refused before play
    lines: list[str] = []
    if order.plain or order.as_json or not is_on_screen():
        print_assumed(practice.table.assumed)
        # As JSON, the output has the score alone.
        out = sys.stderr if order.as_json else sys.stdout
        replace_unreadable(sys.stdin, out)
        practice.ask_line_by_line(out, keep)
    else:
        check_terminal()
        lines = practice.ask_on_screen(keep)
    if order.as_json:
        print_json(_head(order, practice.table) | practice.record() | {"file": str(path)})
        return []
    return [*lines, f"The score is kept in {path}"]


def _head(order: TrainOrder, table: Table) -> dict[str, Any]:
    configured = table.setup.configured
    return {
        "game": table.game.id,
        "options": dict(configured.options),
        "digest": configured.digest,
        "assumed": list(table.assumed),
        "theme": order.theme,
    }


def _count(order: TrainOrder) -> int:
    """Return how many questions are asked."""
    usual = _STOPS if order.theme == COUNTDOWN else _DECISIONS
    return usual if order.count is None else order.count


# -- decisions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Training:
    """Decisions of one table to answer."""

    order: TrainOrder
    table: Table
    trainer: Trainer

    def ask_line_by_line(self, out: TextIO, keep: Keep) -> None:
        PlainTraining(self.trainer, sys.stdin, out, count=_count(self.order), keep=keep).run()

    def ask_on_screen(self, keep: Keep) -> list[str]:
        from pitboss.tui.screens.train_screen import TrainApp

        TrainApp(self.trainer, count=_count(self.order), keep=keep).run()
        words = score_words(self.trainer.session, self.trainer.score)
        return [*words, *lesson_words(self.trainer)]

    def record(self) -> dict[str, Any]:
        trainer = self.trainer
        score = self.trainer.score
        worst = sorted(score.missed.items(), key=lambda item: -item[1].wrong)
        return {
            "session": trainer.session.model_dump(),
            "total": {
                "sessions": len(score.sessions),
                "asked": score.decision_count,
                "wrong": score.wrong,
                "loss": score.loss,
                "owed": score.owed_count,
            },
            "missed": [
                {
                    "decision": key,
                    "words": trainer.describe_missed(key, decision_in_words),
                    "wrong": missed.wrong,
                    "owed": missed.owed,
                }
                for key, missed in worst
            ],
            "lesson": list(lesson_words(trainer)),
        }


def _open_training(order: TrainOrder, score: Score, problems: list[Problem]) -> _Training:
    with refusing_with(problems):
        table = _trainable(order)
    configured = table.setup.configured
    fresh = TableScore(game=configured.game.id, options=dict(configured.options))
    mine = score.tables.setdefault(configured.digest, fresh)
    bets = training_bets(table.setup)
    with waiting(f"solving {table.game.id}"):
        seed = order.seed or token_hex()
        today = datetime.now().astimezone().date().isoformat()
        trainer = Trainer(table.setup, bets, mine, seed, order.theme, day=today)
        trainer.get_ready()
    return _Training(order, table, trainer)


def _trainable(order: TrainOrder) -> Table:
    """Return the table, with the poker part beside blackjack if the house leaves that open."""
    table = open_main_table(order.at)
    added = poker_table(table.house)
    if not added:
        return table
    house = replace(table.house, tables=added)
    tables = (f"table.{wager}={table_id}" for wager, table_id in added.items())
    return replace(table, house=house, setup=prepare(house), assumed=(*table.assumed, *tables))


# -- counting --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Counting:
    """A drill of counting at one table."""

    order: TrainOrder
    table: Table
    drill: CountDrill

    @property
    def _pace(self) -> float:
        return _PACE_S if self.order.pace is None else self.order.pace

    def ask_line_by_line(self, out: TextIO, keep: Keep) -> None:
        from pitboss.tui.plain.train_count import PlainCounting

        count = _count(self.order)
        PlainCounting(self.drill, sys.stdin, out, count=count, pace=self._pace, keep=keep).run()

    def ask_on_screen(self, keep: Keep) -> list[str]:
        from pitboss.tui.screens.count_screen import CountApp

        CountApp(self.drill, count=_count(self.order), pace=self._pace, keep=keep).run()
        return [*count_score_words(self.drill.session, self.drill.score)]

    def record(self) -> dict[str, Any]:
        score = self.drill.score
        return {
            "system": self.drill.system.name,
            "session": self.drill.session.model_dump(),
            "total": {"sessions": len(score.sessions), **score.total.model_dump()},
            "owed": dict(score.owed),
        }


def _open_drill(order: TrainOrder, score: Score, problems: list[Problem]) -> _Counting | None:
    from pitboss.sitting.training.counting.drill import CountDrill, open_asker

    with refusing_with(problems):
        table = open_main_table(order.at)
        setup = table.setup
        with collecting(problems):
            system = read_system(order.system or _SYSTEM, setup.shoe)
    if not is_counted(setup):
        print_nothing_to_count(table.game.id, nothing_to_count(setup), as_json=order.as_json)
        return None
    configured = setup.configured
    fresh = CountScore(game=configured.game.id, theme=order.theme, system=system.name)
    name = f"{configured.digest} {order.theme} {system.name}"
    mine = score.counts.get(name, fresh)
    sizes = {"group": order.group or 1, "stop": order.stop or 26, "step": order.decks_seen or 26}
    with waiting(f"working out the {order.theme} drill of {table.game.id}"):
        asker = open_asker(order.theme, setup, system, mine, **sizes)
    score.counts[name] = mine
    drill = CountDrill(asker, mine, order.seed or token_hex(), setup=setup, system=system)
    return _Counting(order, table, drill)


# -- the score, and the problems of an order -------------------------------------------------------


def _open_score(order: TrainOrder) -> tuple[Path, Score, list[Problem]]:
    """Return the file of the score, the score, and every problem of the order so far."""
    problems = [*_order_problems(order)]
    path = order.score or data_folder() / SCORE_NAME
    score = Score()
    with collecting(problems):
        _make_room(path, named=order.score is not None)
        score = read_score(path)
    return path, score, problems


def _order_problems(order: TrainOrder) -> Iterator[Problem]:
    """Yield what is wrong with numbers, and arguments that belong to another theme."""
    if _count(order) < 1:
        yield invalid("--count", "ask for at least one decision")
    belong = (
        ("--system", order.system, tuple(COUNT_THEMES)),
        ("--pace", order.pace, (COUNTDOWN,)),
        ("--group", order.group, (COUNTDOWN,)),
        ("--stop", order.stop, (COUNTDOWN,)),
        ("--decks-seen", order.decks_seen, (TRUE_COUNT,)),
    )
    for key, given, themes in belong:
        if given is not None and order.theme not in themes:
            yield conflict(key, f"it belongs to --theme {choice(themes)}")
    if order.pace is not None and not 0 <= order.pace <= COUNTDOWN_PACE_MAX_S:
        yield invalid("--pace", f"seconds from 0 to {COUNTDOWN_PACE_MAX_S}, not {order.pace:g}")
    if order.group is not None and not 1 <= order.group <= COUNTDOWN_GROUP_MAX:
        yield invalid("--group", f"1 to {COUNTDOWN_GROUP_MAX} cards at once, not {order.group}")
    if order.stop is not None and not 1 <= order.stop <= COUNTDOWN_STOP_MAX:
        yield invalid("--stop", f"1 to {COUNTDOWN_STOP_MAX} cards, not {order.stop}")
    if order.decks_seen is not None and order.decks_seen not in _STEPS:
        yield invalid("--decks-seen", f"1, 26 or 52 cards, not {order.decks_seen}")


def _make_room(path: Path, *, named: bool) -> None:
    """Make the default folder of the score; the folder of a named file must exist."""
    if not named:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"{quote_path(path.parent)} cannot be made: {reason(error)}"
            raise refusal("file/unwritable", message) from None
    check(place_problems(path))
