"""Every movement of a jackpot's money, to the unit, with what its entry says and posts."""

from __future__ import annotations

from fractions import Fraction

from pitboss.engine.values import replace
from pitboss.jackpot import commands as ask
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot import operations as do
from pitboss.jackpot.commands import Moment
from pitboss.jackpot.operations import Place, Reason
from pitboss.jackpot.postings import draft, postings
from pitboss.jackpot.state import RECENT_MAX, Hit, Jackpot, Outcome, Proposal, Removal
from pitboss.jackpot.terms import Scheme, Terms
from pitboss.jackpot.writing import kebab
from pitboss.ledger.entry import Draft, Posting

PLACE = Place("7", 3, 2, "jackpot-1")
TERMS = Terms(seed=1_000_000, rate=Fraction(1, 5), hidden_share=Fraction(1, 4))
HOUSE_TERMS = Terms(seed=0, rate=Fraction(0), scheme=Scheme.HOUSE, prizes={"100%": 5_000_000})
WON = Hit(number=1, **PLACE._asdict(), percent=100, amount=1_000_000)


def opened(terms: Terms = TERMS) -> Jackpot:
    return do.open_jackpot("mtd", terms)


def pools(jackpot: Jackpot) -> tuple[int, int, int]:
    """Return what a jackpot displays, keeps in reserve, and has above its ceiling."""
    assert jackpot.is_conserved
    return jackpot.display, jackpot.reserve, jackpot.overflow


def tell(jackpot: Jackpot, *events: jackpot_events.Event, at: int = 100) -> Jackpot:
    for event in events:
        jackpot = jackpot_events.apply(jackpot, event, at)
    return jackpot


# -- wagers ----------------------------------------------------------------------------------------


def test_a_new_jackpot_shows_the_seed_of_the_house() -> None:
    shown = opened()
    assert (shown.id, shown.terms, shown.seeded) == ("mtd", TERMS, 1_000_000)
    assert pools(shown) == (1_000_000, 0, 0)
    house = opened(HOUSE_TERMS)
    assert (pools(house), house.seeded) == ((0, 0, 0), 0)


def test_the_second_rate_holds_from_the_ceiling_on() -> None:
    terms = replace(TERMS, ceiling=1_000_008, secondary_rate=Fraction(1, 50))
    below = opened(terms)
    full = do.contribute(below, 10)
    assert pools(full) == (1_000_008, 2, 0)
    assert [do.rate_now(jackpot) for jackpot in (below, full)] == [Fraction(1, 5), Fraction(1, 50)]
    one_rate = do.contribute(opened(replace(terms, secondary_rate=None)), 10)
    assert do.rate_now(one_rate) == Fraction(1, 5)


def test_a_contribution_is_split_into_reserve_display_and_overflow() -> None:
    limited = opened(replace(TERMS, reserve_limit=30, ceiling=1_000_090))
    steps = []
    for units in (103, 100, 8):
        limited = do.contribute(limited, units)
        steps.append((pools(limited), limited.contributed))
    # A quarter, rounded down, goes to the reserve until it holds 30: 25, then 5, then nothing.
    assert steps == [
        ((1_000_078, 25, 0), 103),
        ((1_000_090, 30, 83), 203),
        ((1_000_090, 30, 91), 211),
    ]


def test_a_wager_that_is_given_back_leaves_reserve_overflow_and_display_in_this_order() -> None:
    full = replace(
        opened(replace(TERMS, ceiling=1_000_000)), reserve=10, overflow=20, contributed=30
    )
    back = do.contribute(full, -100)
    # A quarter is 25, but the reserve holds 10; the overflow has 20 of the other 90.
    assert (pools(back), back.contributed) == ((999_930, 0, 0), -70)
    assert pools(do.contribute(full, -12)) == (1_000_000, 7, 11)
    # Two sevenths of 12 are 3 and a part; what was split is split again the same way.
    sevenths = replace(full, terms=replace(full.terms, hidden_share=Fraction(2, 7)))
    back = do.contribute(sevenths, -12)
    assert (pools(back), type(back.reserve)) == ((1_000_000, 7, 11), int)


# -- hits ------------------------------------------------------------------------------------------


def test_a_share_is_locked_in_whole_cents_and_the_rest_stays_on_display() -> None:
    shown = replace(opened(), display=1_000_055, contributed=55)
    hit, after = do.lock(shown, PLACE, 10)
    assert hit == replace(WON, percent=10, amount=100_000)
    assert (pools(after), after.pending, after.hits) == ((900_055, 0, 0), (hit,), 1)
    second, both = do.lock(after, PLACE, 50)
    assert (second.number, second.amount) == (2, 450_000)
    assert both.pending == (hit, second)


def test_the_whole_is_locked_and_the_meter_starts_again_with_its_pools() -> None:
    shown = replace(opened(), display=1_000_055, reserve=40, overflow=60, contributed=155)
    hit, after = do.lock(shown, PLACE, 100)
    assert hit == replace(WON, seeded=1_000_000, from_reserve=40, from_overflow=60)
    assert pools(after) == (1_000_155, 0, 0)
    assert (after.seeded, after.terms, after.waiting) == (2_000_000, TERMS, None)
    wanted = replace(TERMS, seed=2_000_000, rate=Fraction(1, 2))
    hit, after = do.lock(replace(shown, waiting=wanted), PLACE, 100)
    assert (hit.seeded, hit.ended) == (2_000_000, TERMS)
    assert (after.terms, after.waiting, after.display) == (wanted, None, 2_000_155)


def test_a_fixed_prize_comes_out_of_the_display_as_far_as_it_goes() -> None:
    hit, after = do.lock_prize(opened(), PLACE, 400)
    assert hit == replace(WON, percent=0, amount=400)
    assert (pools(after), after.pending, after.hits) == ((999_600, 0, 0), (hit,), 1)
    hit, after = do.lock_prize(after, PLACE, 2_000_000)
    assert (hit.number, hit.amount, pools(after)) == (2, 999_600, (0, 0, 0))
    assert after.hits == 2


def test_a_prize_of_the_house_comes_out_of_its_money() -> None:
    house = opened(HOUSE_TERMS)
    hit, after = do.lock_prize(house, PLACE, 5_000_000)
    assert hit == replace(WON, percent=0, amount=5_000_000, seeded=5_000_000)
    assert (after.seeded, after.pending, after.hits) == (5_000_000, (hit,), 1)
    second, both = do.lock_prize(after, PLACE, 7)
    assert (second.number, both.seeded, both.pending) == (2, 5_000_007, (hit, second))
    rejected = do.reject(both, 1)
    assert (rejected.seeded, rejected.pending) == (7, (second,))


def test_paying_remembers_the_last_top_award() -> None:
    first, jackpot = do.lock(opened(), PLACE, 100)
    small, jackpot = do.lock(jackpot, PLACE, 10)
    last, jackpot = do.lock(jackpot, PLACE, 100)
    assert (small.amount, last.amount) == (100_000, 900_000)
    assert do.pay(jackpot, 2).won == 0, "a part is no top award"
    paid = do.pay(jackpot, 3)
    assert (paid.won, paid.paid, paid.pending) == (3, 900_000, (first, small))
    paid = do.confirm(paid, 1)
    assert (paid.won, paid.paid, paid.pending) == (3, 1_900_000, (small,))
    paid = do.confirm(paid, 2)
    assert (paid.won, paid.paid, paid.pending) == (3, 2_000_000, ())


def test_a_rejected_award_repays_the_reserve_the_overflow_and_the_house_in_this_order() -> None:
    """Another table has won most of the new meter: what comes back does not go round."""
    start = replace(opened(), display=300, reserve=200, overflow=150, seeded=650)
    hit, locked = do.lock(start, PLACE, 100)
    assert (hit.amount, hit.seeded, locked.display) == (300, 1_000_000, 1_000_350)
    _, later = do.lock(locked, PLACE, 50)  # so the new meter is not given back, too
    back = do.put_back(later, 1)
    assert pools(back) == (later.display, 200, 100)
    assert back.seeded == 1_000_650
    rich = replace(start, display=1_000_400, seeded=1_000_750)
    _, locked = do.lock(rich, PLACE, 100)
    _, later = do.lock(locked, PLACE, 50)
    back = do.put_back(later, 1)
    # 1,000,400 come back: 200 and 150 to the pools, 1,000,000 to the house, 50 on display.
    assert pools(back) == (later.display + 50, 200, 150)
    assert back.seeded == 1_000_750


def test_the_last_top_award_takes_the_new_meter_back_with_it() -> None:
    start = replace(
        opened(replace(TERMS, ceiling=1_000_200)), reserve=40, overflow=0, contributed=40
    )
    hit, locked = do.lock(start, PLACE, 100)
    fed = do.contribute(locked, 400)
    assert pools(fed) == (1_000_200, 100, 140)
    back = do.put_back(fed, hit.number)
    assert pools(back) == (1_000_200, 140, 100)
    assert back.seeded == 1_000_000


def test_a_void_takes_a_paid_award_back() -> None:
    hit, locked = do.lock(opened(), PLACE, 10)
    paid = do.pay(locked, 1)
    back = do.take_back(paid, hit)
    assert (pools(back), back.paid) == ((1_000_000, 0, 0), 0)


# -- the house -------------------------------------------------------------------------------------


def test_only_what_lowers_no_promise_changes_at_once() -> None:
    """WAC 230-15-685, GLI-19 2.4.2."""
    at_once = {
        "ceiling": 9_000_000,
        "reserve_limit": 5,
        "hand_pay_from": 7,
        "may_be_removed": False,
        "contribution_max": 3,
    }
    wanted = replace(TERMS, **at_once)
    changed = do.change_terms(opened(), wanted)
    assert (changed.terms, changed.waiting) == (wanted, None)
    for field, value in (
        ("seed", 5),
        ("rate", Fraction(1, 2)),
        ("hidden_share", Fraction(0)),
        ("secondary_rate", Fraction(1, 9)),
        ("award_order", "dealer's right"),
        ("wager", 500),
    ):
        waiting = replace(wanted, **{field: value})
        changed = do.change_terms(opened(), waiting)
        assert (changed.terms, changed.waiting) == (wanted, waiting), field
    prizes = {"100%": 7, "10%": 3}
    house = do.change_terms(opened(HOUSE_TERMS), replace(HOUSE_TERMS, prizes=prizes))
    assert house.terms.prizes == prizes


def test_a_higher_ceiling_shows_what_waited_above_the_old_one() -> None:
    full = do.contribute(opened(replace(TERMS, ceiling=1_000_000)), 400)
    assert pools(full) == (1_000_000, 100, 300)
    assert pools(do.change_terms(full, replace(TERMS, ceiling=1_000_120))) == (1_000_120, 100, 180)
    assert pools(do.change_terms(full, TERMS)) == (1_000_300, 100, 0)
    same = do.change_terms(full, replace(TERMS, ceiling=1_000_000))
    assert same == full, "a ceiling may be what is shown"


def test_terms_that_a_void_hit_put_in_force_wait_again() -> None:
    wanted = replace(TERMS, seed=2_000_000, rate=Fraction(1, 2))
    changed = do.change_terms(opened(), wanted)
    hit, locked = do.lock(changed, PLACE, 100)
    paid = do.pay(locked, hit.number)
    back = do.take_back(paid, hit)
    assert (back.terms, back.waiting) == (TERMS, wanted)
    second, both = do.lock(paid, PLACE, 100)
    won = do.pay(both, second.number)
    assert do.take_back(won, hit).terms == wanted, "a later win holds them in force"
    waits = do.take_back(both, hit)
    assert (waits.terms, waits.pending) == (wanted, (replace(second, ended=TERMS),))
    small, three = do.lock(both, PLACE, 10)
    others = do.take_back(three, hit).pending
    assert others == (replace(second, ended=TERMS), small)
    # Terms that wait now are kept; and the new terms, if they differ by nothing, wait for nothing.
    third = replace(wanted, rate=Fraction(1, 3))
    newer = do.change_terms(paid, third)
    assert do.take_back(newer, hit).waiting == third
    at_once = do.change_terms(paid, replace(TERMS, ceiling=9_000_000))
    again = do.take_back(at_once, hit)
    assert (again.terms, again.waiting) == (replace(TERMS, ceiling=9_000_000), None)


def test_each_lawful_reason_moves_its_own_money() -> None:
    """WAC 230-15-695."""
    start = replace(
        opened(replace(TERMS, ceiling=1_000_500)),
        display=1_000_600,
        reserve=40,
        overflow=60,
        contributed=700,
    )
    over = do.adjust(start, -100, Reason.OVER_MAXIMUM)
    assert (pools(over), over.adjusted) == ((1_000_500, 40, 160), 0)
    assert do.adjust(start, 0, Reason.OVER_MAXIMUM) == start
    added = do.adjust(over, 30, Reason.ADDED)
    assert (pools(added), added.adjusted) == ((1_000_500, 40, 190), 30)
    assert do.adjust(over, 0, Reason.ADDED) == over
    mended = do.adjust(over, -500, Reason.MALFUNCTION)
    assert (pools(mended), mended.adjusted) == ((1_000_000, 40, 160), -500)
    mended = do.adjust(mended, 600, Reason.MALFUNCTION)
    assert (pools(mended), mended.adjusted) == ((1_000_500, 40, 260), 100)
    booked = do.adjust(over, -170, Reason.BOOKED)
    assert (pools(booked), booked.booked, booked.seeded) == ((1_000_500, 30, 0), 170, 1_000_000)
    booked = do.adjust(booked, -30, Reason.BOOKED)
    assert (pools(booked), booked.booked) == ((1_000_500, 0, 0), 200)
    seed = do.adjust(over, -170, Reason.SEED_RECOVERED)
    assert (pools(seed), seed.booked, seed.seeded) == ((1_000_500, 30, 0), 0, 999_830)
    owes = replace(over, seeded=170, contributed=over.contributed + 999_830)
    assert do.adjust(owes, -170, Reason.SEED_RECOVERED).seeded == 0
    assert pools(do.adjust(over, -1, Reason.BOOKED)) == (1_000_500, 40, 159)


def test_a_jackpot_that_is_moved_or_closed_holds_nothing_and_takes_nothing() -> None:
    full = replace(opened(), reserve=40, overflow=60, contributed=100)
    gone = do.give_away(full)
    assert (pools(gone), gone.adjusted) == ((0, 0, 0), -1_000_100)
    assert (gone.is_closed, gone.is_enabled, gone.takes_wagers) == (True, False, False)
    empty = do.close_empty(opened(HOUSE_TERMS))
    assert (empty.is_closed, empty.is_enabled) == (True, False)
    off = do.switch(full, on=False)
    assert (off.takes_wagers, do.switch(off, on=True)) == (False, full)


# -- entries ---------------------------------------------------------------------------------------


def test_an_entry_is_named_after_its_event() -> None:
    assert [kebab(name) for name in ("HitPaid", "Fed", "removalPermitted")] == [
        "hit-paid",
        "fed",
        "removal-permitted",
    ]


def test_an_entry_has_its_stream_its_author_and_its_event() -> None:
    before = opened()
    event = jackpot_events.Fed(units=100, display=1_000_075)
    after = tell(before, event)
    posted = (
        Posting("jackpot:mtd:display", 75),
        Posting("jackpot:mtd:reserve", 25),
        Posting("jackpot:mtd:in", -100),
    )
    assert draft(before, event, after, actor="7", key="k1") == Draft(
        "jackpot/mtd", "fed", "7", "k1", jackpot_events.write_event(event), posted
    )


def test_every_event_posts_to_the_accounts_that_its_money_comes_from_and_goes_to() -> None:
    first = jackpot_events.Opened(id="mtd", title="Match", terms=TERMS)
    shown = jackpot_events.apply(None, first, 1)
    assert shown == replace(opened(), title="Match")
    hit, _ = jackpot_events.lock_like(shown, replace(WON, percent=10, stake=500, account="ann"))
    small = tell(shown, jackpot_events.HitLocked(hit=hit))
    spare = replace(shown, reserve=40, overflow=60, contributed=100)
    pair = ("sue", "tom")
    off = jackpot_events.Switched(on=False, by="sue", why="w")

    def adjust(units: int, reason: Reason, after: int) -> jackpot_events.Adjusted:
        return jackpot_events.Adjusted(
            units=units, reason=reason, before=1_000_000, after=after, by=pair, why="w"
        )

    paid = jackpot_events.HitPaid(number=1, table="7")
    house = jackpot_events.apply(None, replace(first, terms=HOUSE_TERMS), 1)
    prize, _ = jackpot_events.lock_like(house, replace(WON, amount=5_000_000))
    display = "jackpot:mtd:display"
    pending = "jackpot:mtd:pending"
    expense = "house:jackpot-expense"
    rows: list[tuple[Jackpot | None, jackpot_events.Event, dict[str, int]]] = [
        (None, first, {display: 1_000_000, "house:seed": -1_000_000}),
        (shown, jackpot_events.HitLocked(hit=hit), {display: -100_000, pending: 100_000}),
        (small, paid, {pending: -100_000, "house:jackpot-accrual": 100_000}),
        (
            small,
            jackpot_events.HitConfirmed(number=1, by=pair),
            {pending: -100_000, "cage:money": 100_000},
        ),
        (
            small,
            jackpot_events.HitRejected(number=1, by=pair, why="w"),
            {display: 100_000, pending: -100_000},
        ),
        (
            tell(small, paid),
            jackpot_events.HitVoided(number=1),
            {display: 100_000, "house:jackpot-accrual": -100_000},
        ),
        (shown, adjust(5, Reason.ADDED, 1_000_005), {display: 5, expense: -5}),
        (
            spare,
            adjust(-70, Reason.BOOKED, 1_000_000),
            {"jackpot:mtd:overflow": -60, "jackpot:mtd:reserve": -10, "house:receipts": 70},
        ),
        (
            tell(spare, adjust(-70, Reason.BOOKED, 1_000_000)),
            adjust(-20, Reason.BOOKED, 1_000_000),
            {"jackpot:mtd:reserve": -20, "house:receipts": 20},
        ),
        (
            spare,
            adjust(-70, Reason.SEED_RECOVERED, 1_000_000),
            {"jackpot:mtd:overflow": -60, "jackpot:mtd:reserve": -10, "house:seed": 70},
        ),
        (
            shown,
            jackpot_events.Transferred(to="other", units=1_000_000, by=pair, why="w"),
            {display: -1_000_000, "jackpot:other:in": 1_000_000},
        ),
        (
            shown,
            jackpot_events.Received(origin="other", units=9),
            {display: 9, "jackpot:mtd:in": -9},
        ),
        (shown, off, {}),
        (
            house,
            jackpot_events.HitLocked(hit=prize),
            {pending: 5_000_000, expense: -5_000_000},
        ),
    ]
    for before, event, posted in rows:
        after = jackpot_events.apply(before, event, 2)
        assert dict(postings(before, event, after)) == posted, event


def test_a_hit_is_locked_with_its_place_and_its_winner() -> None:
    wanted = replace(WON, percent=10, amount=0, account="ann", stake=500, at=77)
    hit, after = jackpot_events.lock_like(opened(), wanted)
    assert hit == replace(
        wanted, number=1, amount=100_000, before=1_000_000, after=900_000, outcome=Outcome.PENDING
    )
    assert after.pending == (replace(hit, account="", stake=0, at=0, before=0, after=0),)
    fixed, _ = jackpot_events.lock_like(opened(), replace(wanted, percent=0, amount=300))
    assert (fixed.percent, fixed.amount, fixed.after) == (0, 300, 999_700)
    house, _ = jackpot_events.lock_like(opened(HOUSE_TERMS), replace(wanted, amount=300))
    assert (house.percent, house.amount, house.seeded) == (10, 300, 300)


def test_the_last_hits_are_listed_with_what_became_of_them() -> None:
    jackpot = opened()
    for _ in range(RECENT_MAX + 2):
        hit, _ = jackpot_events.lock_like(jackpot, replace(WON, percent=1))
        jackpot = tell(jackpot, jackpot_events.HitLocked(hit=hit))
        jackpot = tell(jackpot, jackpot_events.HitPaid(number=hit.number, table="7"))
    assert [hit.number for hit in jackpot.recent] == [*range(3, RECENT_MAX + 3)]
    assert {hit.outcome for hit in jackpot.recent} == {Outcome.PAID}
    assert jackpot.pending == ()
    voided = tell(jackpot, jackpot_events.HitVoided(number=5))
    assert [hit.number for hit in voided.recent if hit.outcome is Outcome.VOID] == [5]
    assert voided.paid == jackpot.paid - jackpot.recent[2].amount


def test_a_hit_that_waits_is_put_back_when_its_round_is_void() -> None:
    hit, _ = jackpot_events.lock_like(opened(), replace(WON, percent=10))
    waits = tell(opened(), jackpot_events.HitLocked(hit=hit))
    void = tell(waits, jackpot_events.HitVoided(number=1))
    assert (void.display, void.pending, void.paid) == (1_000_000, (), 0)
    assert void.recent == (replace(hit, outcome=Outcome.VOID),)


def test_proposals_about_a_hit_end_with_it_and_others_stay() -> None:
    hit, _ = jackpot_events.lock_like(opened(), replace(WON, percent=10, account="ann"))
    jackpot = tell(opened(), jackpot_events.HitLocked(hit=hit))
    moment = Moment("sue", 50)
    for operation in (
        ask.ConfirmHit(number=1),
        ask.Adjust(units=5, reason=Reason.ADDED, why="w"),
        ask.RejectHit(number=1, why="w"),
    ):
        jackpot = tell(jackpot, ask.propose(jackpot, operation, moment))
    kinds = ["confirm-hit", "adjust", "reject-hit"]
    assert jackpot.proposals == tuple(
        Proposal(
            number=number,
            kind=kind,
            operation=jackpot.proposals[number - 1].operation,
            by="sue",
            at=50,
            hit=0 if kind == "adjust" else 1,
        )
        for number, kind in enumerate(kinds, 1)
    )
    withdrawn, confirmed = ask.approve(jackpot, 1, Moment("tom", 60))
    after = tell(jackpot, withdrawn)
    assert [proposal.number for proposal in after.proposals] == [2, 3]
    after = tell(after, confirmed)
    assert [proposal.number for proposal in after.proposals] == [2]
    assert after.recent == (replace(hit, outcome=Outcome.CONFIRMED, by=("sue", "tom")),)
    rejected = ask.approve(jackpot, 3, Moment("tom", 60))
    assert tell(jackpot, *rejected).recent[0].outcome is Outcome.REJECTED
    assert rejected[1] == jackpot_events.HitRejected(number=1, by=("sue", "tom"), why="w")
    assert tell(jackpot, *rejected).proposed == 3


def test_a_jackpot_remembers_since_when_it_is_off() -> None:
    off = ask.switch(opened(), on=False, why="a fault", by="sue")
    first = tell(opened(), off, at=100)
    again = tell(first, off, at=200)
    assert (first.off_since, again.off_since, again.is_enabled) == (100, 100, False)
    on = tell(again, replace(off, on=True), at=300)
    assert (on.off_since, on.is_enabled) == (None, True)


def test_a_permission_is_kept_with_its_letter() -> None:
    """2110(15)(d)."""
    kept = opened(replace(TERMS, may_be_removed=False))
    letter = jackpot_events.RemovalPermitted(
        reference="D-1", date="2026-11-18", by=("sue", "tom"), why="w"
    )
    after = tell(kept, letter, at=70)
    assert after.removal == Removal(reference="D-1", date="2026-11-18", by=("sue", "tom"), at=70)
    assert (kept.may_be_removed, after.may_be_removed) == (False, True)


def test_two_people_carry_out_what_they_agreed_to() -> None:
    moment = Moment("tom", 90_000_000)
    pair = ("sue", "tom")
    spare = replace(opened(), reserve=40, contributed=40)
    booking = ask.Adjust(units=-30, reason=Reason.BOOKED, why="w")
    booked = ask.carry_out(spare, booking, pair, moment)
    assert booked == jackpot_events.Adjusted(
        units=-30, reason=Reason.BOOKED, before=1_000_000, after=1_000_000, by=pair, why="w"
    )
    assert pools(tell(spare, booked)) == (1_000_000, 10, 0)
    wanted = replace(TERMS, rate=Fraction(1, 2))
    changed = ask.carry_out(opened(), ask.ChangeTerms(terms=wanted, why="w"), pair, moment)
    assert changed == jackpot_events.TermsChanged(terms=wanted, by=pair, why="w")
    assert tell(opened(), changed).waiting == wanted
    empty = replace(opened(HOUSE_TERMS), off_since=30_000_000)
    closed = ask.carry_out(empty, ask.Close(why="w"), pair, moment)
    assert closed == jackpot_events.Closed(by=pair, why="w")
    assert tell(empty, closed).is_closed
