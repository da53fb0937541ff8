"""`pitboss train`: hands to decide, the hard ones more often, with a score over sessions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

from pitboss.api.tables import Table
from pitboss.cli.orders.table import TrainOrder
from pitboss.cli.output import check_terminal, print_assumed, print_json, refuse
from pitboss.cli.tables import open_main_table
from pitboss.cli.training.counting import practise
from pitboss.cli.training.score import is_on_screen, open_score, question_count, questions_out
from pitboss.cli.waiting import waiting
from pitboss.engine.setup import prepare
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.problems import RulesError
from pitboss.table.training.bets import poker_table, training_bets
from pitboss.table.training.score import Score, TableScore
from pitboss.table.training.themes import COUNT_THEMES
from pitboss.table.training.trainer import Trainer
from pitboss.table.training.words import decision_in_words, lesson_words, score_words
from pitboss.tui.plain.train import PlainTraining


def train(order: TrainOrder) -> None:
    """Train, and print the score."""
    for line in practise(order) if order.theme in COUNT_THEMES else learn(order):
        print(line)


def learn(order: TrainOrder) -> list[str]:
    """Train, or refuse with every problem; the score is saved after every answer.

    Return the lines to print after a session on screen.
    """
    try:
        table, path, score = _read(order)
        mine, bets = _table_score(score, table), training_bets(table.setup)
        with waiting(f"solving {order.game}"):
            seed = order.seed or token_hex()
            today = datetime.now().astimezone().date().isoformat()
            trainer = Trainer(table.setup, bets, mine, seed, order.theme, day=today)
            trainer.get_ready()
        write_whole(path, score.content())  # a file that cannot be written is found before play
        lines = _run(order, table, trainer, lambda: write_whole(path, score.content()))
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    if order.as_json:
        print_json(_record(order, table, trainer, path))
        return []
    return [*lines, f"The score is kept in {path}"]


def _read(order: TrainOrder) -> tuple[Table, Path, Score]:
    path, score, problems = open_score(order)
    try:
        table = _trainable(order)
    except RulesError as error:
        raise RulesError([*error.problems, *problems]) from None
    if problems:
        raise RulesError(problems)
    return table, path, score


def _trainable(order: TrainOrder) -> Table:
    """Return the table, with the poker part beside blackjack if the house leaves that open."""
    table = open_main_table(order.game, order.option or ())
    added = poker_table(table.house)
    if not added:
        return table
    house = replace(table.house, tables=added)
    tables = (f"table.{wager}={table_id}" for wager, table_id in added.items())
    return replace(table, house=house, setup=prepare(house), assumed=(*table.assumed, *tables))


def _table_score(score: Score, table: Table) -> TableScore:
    configured = table.setup.configured
    fresh = TableScore(game=configured.game.id, options=dict(configured.options))
    return score.tables.setdefault(configured.digest, fresh)


def _run(order: TrainOrder, table: Table, trainer: Trainer, keep: Callable[[], None]) -> list[str]:
    if not is_on_screen(order):
        print_assumed(table.assumed)
        out = questions_out(order)
        PlainTraining(trainer, sys.stdin, out, count=question_count(order), keep=keep).run()
        return []
    check_terminal()
    from pitboss.tui.screens.train_screen import TrainApp

    TrainApp(trainer, count=question_count(order), keep=keep).run()
    return [*score_words(trainer.session, trainer.score), *lesson_words(trainer)]


def _record(order: TrainOrder, table: Table, trainer: Trainer, path: Path) -> dict[str, Any]:
    session, score = trainer.session, trainer.score
    configured = table.setup.configured
    worst = sorted(score.missed.items(), key=lambda item: -item[1].wrong)
    return {
        "game": order.game,
        "options": dict(configured.options),
        "digest": configured.digest,
        "assumed": list(table.assumed),
        "theme": order.theme,
        "session": {
            "asked": session.asked,
            "wrong": session.wrong,
            "loss": session.loss,
            "best_streak": session.best_streak,
        },
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
        "file": str(path),
    }
