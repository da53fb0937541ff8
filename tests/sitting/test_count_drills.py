"""Counting drills: what is asked, what is right, and what is kept."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import FRENCH, SPANISH, Shoe
from pitboss.cards.shuffle import SeededBits
from pitboss.cards.unseen import Unseen
from pitboss.counts import IndexPlay, find_system, read_system, true_count
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.engine.setup import prepare
from pitboss.patterns.totals import value
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import RulesError
from pitboss.sitting.training.counting.drill import (
    CountDrill,
    IndexPlays,
    draw_hand,
    listed_plays,
    open_asker,
)
from pitboss.sitting.training.counting.question import (
    Conversion,
    Countdown,
    CountQuestion,
    judge,
    read_answer,
)
from pitboss.sitting.training.score import CountScore, Score, read_score

SIX = Shoe(FRENCH, 6)


def fresh_score(theme: str) -> CountScore:
    return CountScore(game="reference/blackjack", theme=theme, system="Hi-Lo")


@pytest.mark.parametrize("name", ["hi-lo", "ko", "halves", "red-7", "suit difference"])
def test_a_countdown_asks_the_running_count_of_all_cards_that_came(name: str) -> None:
    """Add the tags of the cards that were shown, stop by stop, over two shoes of a deck."""
    shoe = Shoe(FRENCH, 1)
    system = read_system(name, shoe)
    asker = Countdown(system=system, shoe=shoe, group=3, stop=16)
    unseen = Unseen.from_shoe(shoe)
    shoes = 0
    for number in range(8):
        question = asker.question(SeededBits(f"x{number}"))
        if question.facts[0].startswith("A new shoe"):
            shoes = shoes + 1
            unseen = Unseen.from_shoe(shoe)
        unseen = unseen.without(*(card for group in question.groups for card in group))
        assert question.right == Fraction(system.running(unseen, shoe), system.unit)
        assert unseen.size >= 1, "the last card is never seen: a balanced count would end at 0"
        assert {len(group) for group in question.groups[:-1]} <= {3}
    assert shoes > 1


@pytest.mark.parametrize(("system", "step"), [("hi-lo", 26), ("halves", 52), ("zen", 1)])
def test_a_true_count_follows_from_what_is_shown(system: str, step: int) -> None:
    """Read the question as a player does: the tray and the running count say everything."""
    known = find_system(system)
    asker = Conversion(system=known, shoe=SIX, step=step)
    for number in range(30):
        question = asker.question(SeededBits(f"x{number}"))
        running = Fraction(question.facts[0].rpartition(" ")[2])
        tray = question.facts[1].removeprefix("In the tray ").removeprefix("about ").split()[0]
        decks = Fraction(tray.replace("½", ".5"))
        left = 312 - (decks if step == 1 else decks * 52)
        parts = int(running * known.unit)
        right = true_count(parts, int(left), known.convention, unit=known.unit)
        assert question.right == right, question


def test_a_spanish_shoe_is_shown_by_what_is_left_of_it() -> None:
    asker = Conversion(system=find_system("hi-lo"), shoe=Shoe(SPANISH, 6), step=26)
    assert "decks of 52 cards" in asker.question(SeededBits("a")).facts[1]


def test_a_count_that_divides_nothing_has_no_true_count() -> None:
    with pytest.raises(RulesError, match="count/no-true-count"):
        Conversion(system=find_system("ko"), shoe=SIX)


def test_index_plays_are_asked_on_both_sides_of_their_index() -> None:
    setup = prepare(House(game="reference/blackjack"))
    system = find_system("hi-lo")
    plays = listed_plays(setup, system)
    by_name = {str(play.play): play for play in plays}
    assert "16 v T: stand at 0 or more" in by_name
    asker = IndexPlays(system=system, shoe=setup.shoe, plays=plays)
    rights = set()
    for number in range(120):
        question = asker.question(SeededBits(f"x{number}"))
        at = int(question.facts[0].rpartition(" ")[2])
        hand, _, rest = question.key.partition(" v ")
        (rated,) = (e for e in plays if (e.hand, e.up, e.action) == (hand, *rest.split(": ")))
        play = IndexPlay(hand=hand, up=rated.up, action=rated.action, at=rated.index)
        assert (question.right is rated.action) == (play.applies(at) is not rated.below)
        rights.add(question.right is rated.action)
    assert rights == {True, False}


def test_every_row_of_a_chart_has_cards() -> None:
    rows = {"5": 5, "16": 16, "20": 20, "21": 21, "A,6": 7, "T,T": 20, "A,A": 2}
    for shoe in (SIX, Shoe(SPANISH, 6)):
        for name, total in rows.items():
            cards = draw_hand(name, shoe, SeededBits("a"))
            assert (name, sum(map(value, cards))) == (name, total)
            assert len(set(cards)) == len(cards)


def test_a_missed_play_is_owed_until_it_was_answered_rightly() -> None:
    setup = prepare(House(game="reference/blackjack"))
    score = fresh_score("index-plays")
    asker = open_asker("index-plays", setup, find_system("hi-lo"), score)
    drill = CountDrill(asker, score, "a", setup=setup, system=find_system("hi-lo"))
    question = drill.next_question()
    (wrong,) = set(question.choices) - {question.right}
    assert not drill.answer(question, str(wrong), 2.0).is_right
    assert score.owed == {question.key: 3}
    for _ in range(3):
        assert drill.answer(question, str(question.right), 1.0).is_right
    assert not score.owed
    (session,) = score.sessions
    assert (session.asked, session.wrong, session.seconds, session.best_streak) == (4, 1, 5.0, 3)


def test_the_same_seed_asks_the_same_and_a_session_later_something_else() -> None:
    setup = prepare(House(game="co/free-bet"))
    system = find_system("hi-lo")
    score = fresh_score("countdown")

    def first() -> CountQuestion:
        asker = open_asker("countdown", setup, system, score)
        drill = CountDrill(asker, score, "a", setup=setup, system=system)
        return drill.next_question()

    question = first()
    assert first() == question
    asker = open_asker("countdown", setup, system, score)
    CountDrill(asker, score, "a", setup=setup, system=system).answer(question, "99", 1.0)
    assert score.sessions[0].off == float(abs(99 - question.right))  # type: ignore[operator]
    assert first() != question


def test_a_deck_that_is_shuffled_every_round_has_nothing_to_count() -> None:
    setup = prepare(House(game="co/pai-jack"))
    with pytest.raises(RulesError, match="count/not-counted"):
        open_asker("countdown", setup, find_system("hi-lo"), fresh_score("countdown"))


def test_a_score_that_owes_what_cannot_be_owed_is_refused(tmp_path: Path) -> None:
    score = Score(counts={"x": fresh_score("index-plays")})
    file = tmp_path / "score.json"
    file.write_bytes(score.content())
    assert read_score(file) == score
    file.write_bytes(score.content().replace(b'"owed": {}', b'"owed": {"16 v T: stand": -9}'))
    with pytest.raises(RulesError, match="score/malformed"):
        read_score(file)


def test_answers_are_read_or_refused_with_what_is_allowed() -> None:
    number = CountQuestion(words="", right=Fraction(3, 2))
    play = CountQuestion(words="", right=ActionKind.HIT, choices=(ActionKind.HIT, ActionKind.STAND))
    assert judge(number, read_answer(number, "+1.5")).is_right
    assert judge(number, read_answer(number, "\N{MINUS SIGN}1")).words == "Wrong: +1.5, not -1"
    assert read_answer(play, "st") is ActionKind.STAND
    for question, text in ((number, "nan"), (number, "1e9"), (number, ""), (play, "double")):
        with pytest.raises(RefusedError) as refused:
            read_answer(question, text)
        assert refused.value.refusal.code == "count/answer"
