"""The dealer's school of every game: answers are those of the engine, wrong ones are found."""

from __future__ import annotations

import io
from itertools import islice

from pitboss.engine.setup import prepare
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.training.dealer_school import Drill, dealer_questions
from pitboss.tui.plain.dealer_school import DealerSchool
from tests.rows import every_row

GAMES = sorted(ready_tables())
MANY = 60


@every_row("game", GAMES)
def test_every_game_asks_what_comes_next_pays_and_order(game: str) -> None:
    setup = prepare(ready_tables()[game].house)
    asked = list(islice(dealer_questions(setup, "school", clause_behind), MANY))
    assert {Drill.NEXT, Drill.PAY} <= {question.drill for question in asked}
    for question in asked:
        assert question.is_right(question.answer), question
        assert question.because
        wrong = "99" if question.drill in {Drill.NEXT, Drill.ORDER} else "123456.78"
        assert not question.is_right(wrong), question
    again = list(islice(dealer_questions(setup, "school", clause_behind), MANY))
    assert again == asked, "the same seed asks the same"


def test_the_trade_s_pays_are_known() -> None:
    """$35 at 3 to 2 is $52.50; a pay that was laid out wrong is put right."""
    setup = prepare(ready_tables()["wa/spanish-21"].house)
    asked = list(islice(dealer_questions(setup, "pays", clause_behind), 400))
    checks = [question for question in asked if question.drill is Drill.CHECK]
    assert {question.answer == "right" for question in checks} == {True, False}
    order = [question for question in asked if question.drill is Drill.ORDER]
    assert order
    assert all(setup.settled_from in question.because for question in order)
    blackjacks = [question for question in asked if "blackjack pays 3 to 2" in question.because]
    assert blackjacks
    assert all("DP2" in question.because for question in blackjacks)


def test_a_session_is_scored_timed_and_refuses_what_cannot_be_read() -> None:
    setup = prepare(ready_tables()["reference/blackjack"].house)
    wanted = list(islice(dealer_questions(setup, "one", clause_behind), 6))
    lines = [question.answer for question in wanted]
    lines[3] = "1000000" if wanted[3].drill in {Drill.PAY, Drill.CHECK} else "77"
    typed = "".join(f"{line}\n" for line in lines)
    out = io.StringIO()
    questions = dealer_questions(setup, "one", clause_behind)
    school = DealerSchool(questions, io.StringIO(typed), out, count=6)
    school.run()
    tallies = school.score.drills.values()
    assert sum(tally.asked for tally in tallies) == 6
    assert sum(tally.wrong for tally in tallies) == 1
    assert out.getvalue().count("right: ") == 5
    assert f"wrong: {wanted[3].answer}" in out.getvalue()
