"""The dealer's school of every game: answers are those of the engine, wrong ones are found."""

from __future__ import annotations

import io
import re
from decimal import Decimal
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
    asked = list(islice(dealer_questions(setup, "pays", clause_behind), 1_200))
    checks = [question for question in asked if question.drill is Drill.CHECK]
    assert {question.answer == "right" for question in checks} == {True, False}
    order = [question for question in asked if question.drill is Drill.ORDER]
    assert order
    assert all(setup.settled_from in question.because for question in order)
    blackjacks = [question for question in asked if "blackjack pays 3 to 2" in question.because]
    assert blackjacks
    assert all("DP2" in question.because for question in blackjacks)


def test_pays_to_1_for_1_and_free_ones_are_what_a_dealer_puts_down() -> None:
    """For 1 the dealer puts all of it down and takes the wager; a lammer is paid as a chip is."""
    kinds = set()
    for game in ("wa/spanish-21", "ilani/spanish-21", "co/free-bet", "co/trilux"):
        setup = prepare(ready_tables()[game].house)
        for question in islice(dealer_questions(setup, "for", clause_behind), 1_500):
            found = re.search(r"pays (\d+) (to|for) (\d+)(?=[ ,]|$)", question.because)
            if question.drill is not Drill.PAY or found is None or " + " in question.because:
                continue
            stake = sum(Decimal(it) for it in re.findall(r"\$(\d+\.\d\d)", question.words))
            pay = stake * int(found[1]) / int(found[3])
            assert Decimal(question.answer) == pay, question
            kinds.add(found[2])
            if "lammers" in question.words:
                kinds.add("lammers")
            is_taken = "is taken" in question.because
            assert is_taken == (found[2] == "for"), question
    assert kinds == {"to", "for", "lammers"}


@every_row("game", GAMES)
def test_what_can_be_answered_holds_the_answer_and_does_not_give_it_away(game: str) -> None:
    setup = prepare(ready_tables()[game].house)
    asked = list(islice(dealer_questions(setup, "choices", clause_behind), 200))
    ahead = [question for question in asked if question.drill is Drill.NEXT]
    assert all(question.answer in question.choices for question in ahead)
    assert len({question.choices for question in ahead}) == 1, "the same places every time"


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
