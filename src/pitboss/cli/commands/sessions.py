"""`pitboss sessions`: list past sittings, and review one: results, accuracy, worst decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.api.advice import decisions
from pitboss.cli.output import print_json, print_problems
from pitboss.cli.problems import refusal
from pitboss.cli.waiting import waiting
from pitboss.rulebook.phrases import choice
from pitboss.sitting.coach import (
    JudgedDecision,
    Tally,
    choice_words,
    cost_words,
    loss_words,
    margin_words,
)
from pitboss.sitting.session_file import sessions_folder
from pitboss.sitting.sitting import net_words
from pitboss.sitting.sittings import PastSitting, Review, list_sittings, review_sitting
from pitboss.sitting.training.themes import THEMES
from pitboss.text.history import story
from pitboss.text.numbers import money, rounded_money

LAST = "last"
ALL = "all"
"""In place of a name: every sitting, one line each, and all decisions by theme."""
_WORST = 5


def print_sessions(*, name: str, folder: Path | None, as_json: bool) -> None:
    """List the sittings in a folder, or review the one that is named."""
    place = folder or sessions_folder()
    if name == ALL:
        _print_all(place, as_json=as_json)
        return
    if name:
        _print_review(_find(name, place), as_json=as_json)
        return
    sittings, problems = list_sittings(place)
    if as_json:
        record = {"folder": str(place), "sessions": [_summary(sitting) for sitting in sittings]}
        print_json(record | {"problems": [problem.as_json() for problem in problems]})
        return
    if problems:
        print_problems(problems)
    for line in _list_lines(sittings, place):
        print(line)


def _find(name: str, folder: Path) -> Path:
    """Return the file of a sitting: the last one, one by its name, or any file."""
    if name == LAST:
        sittings, _ = list_sittings(folder)
        if sittings:
            return sittings[-1].path
    for path in (folder / f"{name}.jsonl", Path(name)):
        if path.is_file():
            return path
    names = [path.stem for path in sorted(folder.glob("*.jsonl"))[-3:]]
    known = f"; there is {choice([*names, LAST])}" if names else f"; there is none in '{folder}'"
    raise refusal("session/unknown", f"there is no sitting '{name}'{known}")


def _list_lines(past: tuple[PastSitting, ...], folder: Path) -> Iterator[str]:
    if not past:
        yield f"There is no sitting in {folder} yet: 'pitboss play GAME' makes one."
        return
    wide = max(len(sitting.name) for sitting in past)
    title = max(len(sitting.title) for sitting in past)
    for sitting in past:
        rounds = _rounds(sitting.rounds)
        net = money(sitting.net)
        yield f"{sitting.name:{wide}}  {sitting.title:{title}}  {rounds:>12}  {net:>12}"
    rounds_of_all = sum(sitting.rounds for sitting in past)
    total = sum(sitting.net for sitting in past)
    sittings = "1 sitting" if len(past) == 1 else f"{len(past)} sittings"
    yield f"{sittings}, {_rounds(rounds_of_all)}: {net_words(total)}."
    yield "Review one with: pitboss sessions NAME, or: pitboss sessions last"
    yield "How you play over time, by theme: pitboss sessions all"


def _print_all(folder: Path, *, as_json: bool) -> None:
    """Print the accuracy of every sitting, the oldest first, and of all decisions by theme."""
    sittings, problems = list_sittings(folder)
    with waiting("judging the decisions"):
        reviews = [review_sitting(sitting.path, decisions) for sitting in sittings]
    whole = Tally()
    for review in reviews:
        whole.judged += review.tally.judged
    if as_json:
        rows = [_summary(one.sitting) | _judged(one.tally) for one in reviews]
        record = {"folder": str(folder), "sessions": rows, "themes": _themes(whole)}
        print_json(record | {"problems": [problem.as_json() for problem in problems]})
        return
    if problems:
        print_problems(problems)
    if not reviews:
        print(*_list_lines(sittings, folder), sep="\n")
        return
    wide = max(len(sitting.name) for sitting in sittings)
    title = max(len(sitting.title) for sitting in sittings)
    for review in reviews:
        sitting = review.sitting
        print(f"{sitting.name:{wide}}  {sitting.title:{title}}  {_accuracy(review.tally)}")
    print(*_theme_lines(whole), sep="\n")


def _accuracy(tally: Tally) -> str:
    """Return how many decisions were right, and what the others cost."""
    taken = len(tally.judged)
    if not taken:
        return "no decision to judge"
    right = taken - len(tally.mistakes)
    return f"{right} of {taken} right ({right / taken:.1%}), cost {rounded_money(tally.loss_cents)}"


def _theme_lines(tally: Tally) -> Iterator[str]:
    """Return how each kind of decision went, the costliest first."""
    for theme in tally.themes():
        share = theme.right / theme.decisions
        cost = f", cost {rounded_money(theme.loss_cents)}" if theme.right < theme.decisions else ""
        yield f"  {theme.title}: {theme.right} of {theme.decisions} right ({share:.0%}){cost}"


def _themes(tally: Tally) -> list[dict[str, Any]]:
    return [theme._asdict() for theme in tally.themes()]


def _print_review(path: Path, *, as_json: bool) -> None:
    with waiting("judging the decisions"):
        review = review_sitting(path, decisions)
    if as_json:
        print_json(_record(review))
        return
    for line in _review_lines(review):
        print(line)


def _review_lines(review: Review) -> Iterator[str]:
    sitting = review.sitting
    tally = review.tally
    rounds = _rounds(sitting.rounds)
    yield f"{sitting.title} ({sitting.game}), {rounds}: {net_words(sitting.net)}."
    if not tally.judged:
        yield "There is no decision to judge."
        return
    right = len(tally.judged) - len(tally.mistakes)
    taken = len(tally.judged)
    yield f"Accuracy: {right} of {taken} decisions were the best ({right / taken:.1%})."
    if tally.mistakes:
        yield f"The others cost {loss_words(tally.loss, tally.loss_cents)} on average."
    yield from _theme_lines(tally)
    costliest = next((it for it in tally.themes() if it.loss_cents), None)
    named = {theme.title: name for name, theme in THEMES.items()}
    if costliest is not None and costliest.title in named:
        command = f"pitboss train {sitting.game} --theme {named[costliest.title]}"
        yield f"Train what cost most: {command}"
    if tally.not_valued:
        yield f"Not judged: {tally.not_valued} without a known value."
    if best := tally.hardest:
        yield f"Best: round {best.round}: {best.words}: {margin_words(best.judged)}."
    for decision in tally.worst[:_WORST]:
        yield ""
        yield f"Worst: round {decision.round}: {decision.words}: {cost_words(decision.judged)}"
        yield from (f"  {line}" for line in story(review.rounds[decision.round - 1]))


def _rounds(count: int) -> str:
    return "1 round" if count == 1 else f"{count} rounds"


def _summary(sitting: PastSitting) -> dict[str, Any]:
    return {
        "name": sitting.name,
        "file": str(sitting.path),
        "game": sitting.game,
        "rounds": sitting.rounds,
        "net": sitting.net,
    }


def _record(review: Review) -> dict[str, Any]:
    tally = review.tally
    return (
        _summary(review.sitting)
        | _judged(tally)
        | {
            "themes": _themes(tally),
            "worst": [_decision(decision) for decision in tally.worst],
        }
    )


def _judged(tally: Tally) -> dict[str, Any]:
    judged = len(tally.judged)
    return {
        "decisions": tally.decisions,
        "not_valued": tally.not_valued,
        "mistakes": len(tally.mistakes),
        "accuracy": (judged - len(tally.mistakes)) / judged if judged else None,
        "loss": tally.loss,
        "loss_cents": tally.loss_cents,
    }


def _decision(decision: JudgedDecision) -> dict[str, Any]:
    return {
        "round": decision.round,
        "seat": decision.seat,
        "hand": decision.hand,
        "decision": decision.words,
        "action": str(decision.judged.action),
        "best": choice_words(decision.judged.worth.best),
        "cost": decision.judged.cost,
        "cost_cents": decision.judged.cost_cents,
    }
