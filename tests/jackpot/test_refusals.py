"""Every refusal of a jackpot, by code and sentence: what staff and tables are told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import pytest

from pitboss.engine.values import replace
from pitboss.jackpot import commands as ask
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot import operations as do
from pitboss.jackpot.commands import OFF_BEFORE_CLOSING, PROPOSALS_MAX, VALID_FOR, Moment
from pitboss.jackpot.operations import JackpotError, Place, Reason
from pitboss.jackpot.state import Hit, Jackpot, Removal
from pitboss.jackpot.terms import Scheme, Terms

PLACE = Place("7", 3, 2, "jackpot-1")
TERMS = Terms(seed=1_000_000, rate=Fraction(1, 5), hidden_share=Fraction(1, 5))
HOUSE_TERMS = Terms(seed=0, rate=Fraction(0), scheme=Scheme.HOUSE, prizes={"100%": 5_000_000})
MINUTE = 60_000_000
NOON = 1_795_003_200_000_000
"""2026-11-18, 12:00 UTC."""
BY = Moment("sue", NOON)
Attempt = Callable[[], object]


def opened(terms: Terms = TERMS, name: str = "mtd") -> Jackpot:
    return do.open_jackpot(name, terms)


def closed(terms: Terms = HOUSE_TERMS) -> Jackpot:
    return do.close_empty(opened(terms))


def locked(percent: int = 10, account: str = "ann") -> Jackpot:
    """Return a jackpot with a hit that waits."""
    hit, after = do.lock(opened(), PLACE, percent)
    return replace(after, pending=(replace(hit, account=account),))


def check(*attempts: tuple[str, str, Attempt]) -> None:
    """Check the code and the sentence of each refusal, and name all that differ."""
    wrong = []
    for code, sentence, attempt in attempts:
        try:
            result = attempt()
        except JackpotError as error:
            if (error.code, str(error)) != (code, sentence):
                wrong.append((code, sentence, error.code, str(error)))
        else:
            wrong.append((code, sentence, "not refused", str(result)))
    assert not wrong


def test_terms_name_every_problem_in_a_sentence() -> None:
    rows: Sequence[tuple[Terms, tuple[str, ...]]] = [
        (replace(TERMS, seed=-1), ("the seed is less than nothing",)),
        (replace(TERMS, rate=Fraction(-1, 9)), ("the rate is not between 0 and 1",)),
        (replace(TERMS, rate=Fraction(10, 9)), ("the rate is not between 0 and 1",)),
        (
            replace(TERMS, hidden_share=Fraction(10, 9)),
            ("the hidden share is not between 0 and 1",),
        ),
        (
            replace(TERMS, secondary_rate=Fraction(-1, 9)),
            ("the secondary rate is not between 0 and 1",),
        ),
        (replace(TERMS, ceiling=999_999), ("the ceiling is below the seed",)),
        (replace(TERMS, reserve_limit=-1), ("the limit of the reserve is less than nothing",)),
        (
            replace(TERMS, contribution_max=0),
            ("the most that a wager may add is less than a unit",),
        ),
        (
            replace(TERMS, award_order="by lot"),
            ("the order of awards is not dealer's left or dealer's right",),
        ),
        (replace(TERMS, prizes={"100%": 5}), ("only a house jackpot posts prizes",)),
        (
            replace(HOUSE_TERMS, rate=Fraction(1, 9)),
            ("no wager may add to a house jackpot",),
        ),
        (
            replace(HOUSE_TERMS, secondary_rate=Fraction(1, 9)),
            ("no wager may add to a house jackpot",),
        ),
        *(
            (
                replace(HOUSE_TERMS, **field),
                ("a house jackpot has no meter, so no seed, hidden share or ceiling",),
            )
            for field in ({"seed": 1}, {"hidden_share": Fraction(1, 9)}, {"ceiling": 0})
        ),
        (
            replace(HOUSE_TERMS, prizes={"100%": 5, "10%": 0}),
            ("a posted prize is more than nothing",),
        ),
        (
            replace(TERMS, seed=-1, rate=Fraction(2), reserve_limit=-5),
            (
                "the seed is less than nothing",
                "the rate is not between 0 and 1",
                "the limit of the reserve is less than nothing",
            ),
        ),
    ]
    assert [terms.problems() for terms, _ in rows] == [sentences for _, sentences in rows]


def test_terms_at_their_bounds_are_fine() -> None:
    bounds = (
        replace(TERMS, seed=0),
        replace(TERMS, rate=Fraction(0)),
        replace(TERMS, rate=Fraction(1), secondary_rate=Fraction(1), hidden_share=Fraction(1)),
        replace(TERMS, ceiling=1_000_000),
        replace(TERMS, reserve_limit=0, contribution_max=1),
        replace(TERMS, award_order="dealer's right"),
        HOUSE_TERMS,
        replace(HOUSE_TERMS, secondary_rate=Fraction(0), prizes={"100%": 1}),
    )
    assert {terms.problems() for terms in bounds} == {()}


def test_a_house_jackpot_posts_its_prizes_and_whose_money_it_is() -> None:
    """WAC 230-15-671."""
    one = ("Fixed prize: $500.00.",)
    two = ("Fixed prizes: $500.00, $12,345.67.",)
    rest = ("A house jackpot: no money of players is in it.", "It may be removed without notice.")
    assert HOUSE_TERMS.disclosures == one + rest
    prizes = {"10%": 5_000_000, "100%": 123_456_700}
    assert replace(HOUSE_TERMS, prizes=prizes).disclosures == two + rest
    assert TERMS.disclosures == ()


def test_a_jackpot_that_is_closed_says_so_whatever_is_asked() -> None:
    over = closed()
    removal = Removal(reference="D-1", date="2026-11-18", by=("sue", "tom"), at=NOON)
    attempts: list[Attempt] = [
        lambda: do.contribute(over, 1),
        lambda: do.lock(over, PLACE, 10),
        lambda: do.lock_prize(over, PLACE, 5),
        lambda: do.change_terms(over, HOUSE_TERMS),
        lambda: do.adjust(over, 5, Reason.ADDED),
        lambda: do.give_away(over),
        lambda: do.permit_removal(over, removal),
        lambda: do.close_empty(over),
        lambda: do.switch(over, on=True),
    ]
    check(*(("jackpot/closed", "this jackpot is closed", attempt) for attempt in attempts))


def test_a_house_jackpot_has_no_meter_to_feed_adjust_or_move() -> None:
    house = opened(HOUSE_TERMS)
    check(
        ("jackpot/house", "no wager adds to a house jackpot", lambda: do.contribute(house, 1)),
        (
            "jackpot/house",
            "a house jackpot has no meter, only fixed prizes",
            lambda: do.adjust(house, 5, Reason.ADDED),
        ),
        (
            "jackpot/house",
            "a house jackpot holds nothing that could be moved",
            lambda: do.give_away(house),
        ),
        (
            "jackpot/scheme",
            "a jackpot keeps its scheme; open another one",
            lambda: do.change_terms(house, replace(TERMS, seed=0)),
        ),
    )


def test_money_that_is_not_there_is_not_given() -> None:
    shown = opened()
    paid = Hit(number=1, **PLACE._asdict(), percent=10, amount=500)
    spare = replace(shown, reserve=40, overflow=60, contributed=100)
    short = "the display holds less than is taken"
    check(
        ("jackpot/short", short, lambda: do.contribute(shown, -1_000_001)),
        ("jackpot/short", short, lambda: do.adjust(shown, -1_000_001, Reason.MALFUNCTION)),
        ("jackpot/short", "less than that was ever paid", lambda: do.take_back(shown, paid)),
        (
            "jackpot/short",
            "only money that is not displayed may become the house's",
            lambda: do.adjust(spare, -101, Reason.BOOKED),
        ),
        (
            "jackpot/short",
            "the house has put in less than that",
            lambda: do.adjust(replace(spare, seeded=99), -100, Reason.SEED_RECOVERED),
        ),
    )
    assert do.contribute(shown, -1_000_000).display == 0
    assert do.adjust(shown, -1_000_000, Reason.MALFUNCTION).display == 0


def test_money_moves_only_for_a_reason_that_the_law_lists() -> None:
    """WAC 230-15-695."""
    shown = replace(opened(replace(TERMS, ceiling=1_000_500)), display=1_000_600)
    over = "only what is displayed above the maximum is taken for this reason"
    house = "this reason gives money to the house"
    check(
        ("jackpot/adjustment", over, lambda: do.adjust(shown, -101, Reason.OVER_MAXIMUM)),
        ("jackpot/adjustment", over, lambda: do.adjust(shown, 1, Reason.OVER_MAXIMUM)),
        ("jackpot/adjustment", over, lambda: do.adjust(opened(), -1, Reason.OVER_MAXIMUM)),
        (
            "jackpot/adjustment",
            "nothing is taken by adding",
            lambda: do.adjust(shown, -1, Reason.ADDED),
        ),
        ("jackpot/adjustment", house, lambda: do.adjust(shown, 0, Reason.BOOKED)),
        ("jackpot/adjustment", house, lambda: do.adjust(shown, 1, Reason.SEED_RECOVERED)),
        (
            "jackpot/adjustment",
            "money is moved by a transfer",
            lambda: ask.carry_out(
                shown, ask.Adjust(units=1, reason=Reason.TRANSFER, why="w"), (), BY
            ),
        ),
        (
            "jackpot/ceiling",
            "a ceiling is at or above what is displayed",
            lambda: do.change_terms(shown, replace(TERMS, ceiling=1_000_599)),
        ),
        (
            "jackpot/terms",
            "the seed is less than nothing; the rate is not between 0 and 1",
            lambda: do.change_terms(shown, replace(TERMS, seed=-1, rate=Fraction(2))),
        ),
    )


def test_an_award_is_a_share_of_the_display() -> None:
    sentence = "an award is 1 to 100 % of the display"
    for percent in (0, -1, 101):
        check(("jackpot/share", sentence, partial(do.lock, opened(), PLACE, percent)))
    assert [do.lock(opened(), PLACE, percent)[0].amount for percent in (1, 100)] == [
        10_000,
        1_000_000,
    ]


def test_hits_are_settled_one_after_another() -> None:
    two = do.lock(locked(), PLACE, 10)[1]
    check(
        ("hit/unknown", "no hit 3 of this jackpot waits", lambda: do.confirm(two, 3)),
        ("hit/unknown", "no hit 3 of this jackpot waits", lambda: do.pay(two, 3)),
        ("hit/order", "hit 1 was locked before it", lambda: do.confirm(two, 2)),
        ("hit/order", "hit 1 was locked before it", lambda: do.reject(two, 2)),
        (
            "hit/unknown",
            "hit 9 was not paid, or long ago",
            lambda: jackpot_events.apply(two, jackpot_events.HitVoided(number=9), NOON),
        ),
    )


def test_a_jackpot_stays_while_it_owes_anything() -> None:
    """2110(15)(d)."""
    kept = opened(replace(TERMS, may_be_removed=False))
    stays = "it stays until its top award is won, or the Director permits its removal (2110(15)(d))"
    removal = Removal(reference="D-1", date="2026-11-18", by=("sue", "tom"), at=NOON)
    check(
        ("hit/pending", "its hits are settled before it is moved", lambda: do.give_away(locked())),
        (
            "hit/pending",
            "its hits are settled before it is closed",
            lambda: do.close_empty(locked()),
        ),
        ("jackpot/kept", stays, lambda: do.give_away(kept)),
        ("jackpot/kept", stays, lambda: do.close_empty(kept)),
        (
            "jackpot/owed",
            "its money goes to another jackpot first",
            lambda: do.close_empty(opened()),
        ),
        (
            "jackpot/removable",
            "it may be moved or closed without a permission",
            lambda: do.permit_removal(opened(), removal),
        ),
    )
    assert do.give_away(do.permit_removal(kept, removal)).is_closed


def test_a_journal_that_cannot_have_happened_is_refused() -> None:
    jackpot = opened()
    first = jackpot_events.Opened(id="mtd", title="Match", terms=TERMS)

    def apply(event: jackpot_events.Event, before: Jackpot | None = jackpot) -> Jackpot:
        return jackpot_events.apply(before, event, NOON)

    fed = jackpot_events.Fed(units=10, display=1_000_009)
    check(
        ("jackpot/journal", "a jackpot is opened once", lambda: apply(first)),
        ("jackpot/journal", "a jackpot's first entry opens it", lambda: apply(fed, None)),
        (
            "jackpot/journal",
            "the entry says 1000009, and it comes to 1000008",
            lambda: apply(fed),
        ),
        (
            "jackpot/journal",
            "the entry says (1000000, 1000006), and it comes to (1000000, 1000005)",
            lambda: apply(
                jackpot_events.Adjusted(
                    units=5,
                    reason=Reason.ADDED,
                    before=1_000_000,
                    after=1_000_006,
                    by=("sue", "tom"),
                    why="w",
                )
            ),
        ),
        (
            "jackpot/journal",
            "the entry says 1000001, and it comes to 1000000",
            lambda: apply(
                jackpot_events.Transferred(to="x", units=1_000_001, by=("sue", "tom"), why="w")
            ),
        ),
    )
    kept = apply(jackpot_events.Kept(jackpot=jackpot), None)
    assert kept == jackpot
    with pytest.raises(JackpotError, match=r"^the entry says Jackpot") as error:
        apply(jackpot_events.Kept(jackpot=replace(jackpot, display=1)))
    assert error.value.code == "jackpot/journal"
    hit, _ = do.lock(jackpot, PLACE, 10)
    with pytest.raises(JackpotError, match=r"^the entry says Hit"):
        apply(jackpot_events.HitLocked(hit=replace(hit, amount=hit.amount + 100)))


def test_a_command_says_why_in_words_of_a_bounded_length() -> None:
    jackpot = opened()
    sentence = "say why, in 1 to 500 characters"
    for why in ("", "   ", "w" * 501):
        check(
            (
                "jackpot/unexplained",
                sentence,
                partial(ask.switch, jackpot, on=False, why=why, by="sue"),
            ),
            (
                "jackpot/unexplained",
                sentence,
                partial(ask.propose, jackpot, ask.Close(why=why), BY),
            ),
        )
    assert ask.switch(jackpot, on=False, why="w" * 500, by="sue") == jackpot_events.Switched(
        on=False, by="sue", why="w" * 500
    )


def test_a_letter_of_permission_has_a_number_and_a_day_that_has_come() -> None:
    """2110(15)(d)."""
    jackpot = opened(replace(TERMS, may_be_removed=False))

    def permit(reference: str = "D-1", date: str = "2026-11-18") -> jackpot_events.Event:
        letter = ask.PermitRemoval(reference=reference, date=date, why="closed for good")
        return ask.carry_out(jackpot, letter, ("sue", "tom"), BY)

    number = "give the number of the letter, in 1 to 100 characters"
    check(
        ("jackpot/reference", number, lambda: permit(reference="  ")),
        ("jackpot/reference", number, lambda: permit(reference="D" * 101)),
        (
            "jackpot/date",
            'the date of the letter is a day such as "2026-11-18"',
            lambda: permit(date="18 November"),
        ),
        (
            "jackpot/date",
            "the date of the letter has not come yet",
            lambda: permit(date="2026-11-19"),
        ),
    )
    assert permit("D" * 100) == jackpot_events.RemovalPermitted(
        reference="D" * 100, date="2026-11-18", by=("sue", "tom"), why="closed for good"
    )


def test_the_day_of_a_letter_is_that_of_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server in Kiritimati, where it is the next day at noon, and a second after midnight."""
    jackpot = opened(replace(TERMS, may_be_removed=False))
    midnight = NOON - 12 * 60 * MINUTE
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    time.tzset()
    try:
        for at in (midnight + 1_000_000, NOON):
            for day, is_right in (("2026-11-18", True), ("2026-11-19", False)):
                letter = ask.PermitRemoval(reference="D-1", date=day, why="w")
                moment = Moment("sue", at)
                if is_right:
                    ask.carry_out(jackpot, letter, (), moment)
                    continue
                with pytest.raises(JackpotError, match="has not come yet"):
                    ask.carry_out(jackpot, letter, (), moment)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_winner_and_dealer_do_not_decide_about_a_hit() -> None:
    sentence = "neither the winner nor the dealer of the table decides about a hit"
    jackpot = locked(account="ann")
    for operation in (ask.ConfirmHit(number=1), ask.RejectHit(number=1, why="w")):
        for moment in (Moment("ann", NOON), Moment("sue", NOON, dealers=["sue"])):
            check(
                (
                    "approval/involved",
                    sentence,
                    partial(ask.propose, jackpot, operation, moment),
                )
            )
        check(
            (
                "hit/unknown",
                "no hit 2 of this jackpot waits",
                partial(ask.propose, jackpot, replace(operation, number=2), BY),
            )
        )


def test_money_is_moved_a_minute_after_the_last_bet_to_a_jackpot_that_takes_it() -> None:
    """WAC 230-15-710."""
    jackpot = replace(opened(), off_since=NOON - OFF_BEFORE_CLOSING)
    on = "it is switched off first, 60 seconds before"
    move = ask.Transfer(to="other", why="moved")

    def carry(taker: Jackpot | None, giver: Jackpot = jackpot) -> jackpot_events.Event:
        return ask.carry_out(giver, move, ("sue", "tom"), BY._replace(taker=taker))

    other = opened(name="other")
    unknown = "there is no other jackpot 'other'"
    takes_none = "jackpot other takes no money of players"
    late = replace(jackpot, off_since=NOON - OFF_BEFORE_CLOSING + 1)
    check(
        ("jackpot/on", on, lambda: carry(other, opened())),
        ("jackpot/on", on, lambda: carry(other, late)),
        ("jackpot/on", on, lambda: ask.carry_out(late, ask.Close(why="w"), (), BY)),
        ("jackpot/unknown", unknown, lambda: carry(None)),
        ("jackpot/unknown", unknown, lambda: carry(opened(name="third"))),
        ("jackpot/unknown", unknown, lambda: carry(other, replace(jackpot, id="other"))),
        ("jackpot/house", takes_none, lambda: carry(opened(HOUSE_TERMS, "other"))),
        ("jackpot/closed", takes_none, lambda: carry(replace(other, is_closed=True))),
    )
    assert carry(other) == jackpot_events.Transferred(
        to="other", units=1_000_000, by=("sue", "tom"), why="moved"
    )


def test_a_proposal_waits_for_a_second_person_and_not_for_ever() -> None:
    jackpot = opened()
    operation = ask.Adjust(units=5, reason=Reason.ADDED, why="w")
    proposed = ask.propose(jackpot, operation, BY)
    waits = jackpot_events.apply(jackpot, proposed, NOON)

    def approve(by: str = "tom", at: int = NOON, gone: tuple[str, ...] = ()) -> object:
        return ask.approve(waits, 1, Moment(by, at, gone=gone))

    check(
        (
            "approval/same-person",
            "nobody approves their own proposal; a second person does",
            lambda: approve("sue"),
        ),
        (
            "request/lapsed",
            "its author may no longer propose it; propose it again",
            lambda: approve(gone=("sue",)),
        ),
        (
            "request/expired",
            "nobody agreed to proposal 1 in time; propose it again",
            lambda: approve(at=NOON + VALID_FOR),
        ),
        (
            "proposal/unknown",
            "no proposal 2 of this jackpot waits",
            lambda: ask.withdraw(waits, 2, "tom"),
        ),
    )
    withdrawn, done = ask.approve(waits, 1, Moment("tom", NOON + VALID_FOR - 1))
    assert withdrawn == jackpot_events.Withdrawn(number=1, by="tom")
    assert done == jackpot_events.Adjusted(
        units=5,
        reason=Reason.ADDED,
        before=1_000_000,
        after=1_000_005,
        by=("sue", "tom"),
        why="w",
    )
    assert ask.withdraw(waits, 1, "tom") == withdrawn
    full = jackpot
    for number in range(PROPOSALS_MAX):
        full = jackpot_events.apply(full, ask.propose(full, operation, BY), NOON + number)
    check(
        (
            "proposal/too-many",
            "20 proposals wait; they are decided first",
            lambda: ask.propose(full, operation, BY),
        )
    )
    assert [proposal.number for proposal in full.proposals] == [*range(1, 21)]
