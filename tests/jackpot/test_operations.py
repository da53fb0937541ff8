"""Jackpots keep every unit: in all orders of hits, and over very many random operations."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

import pytest

from pitboss.engine.meter import UNITS_PER_CENT, Meter, wager_share
from pitboss.engine.values import replace
from pitboss.jackpot import operations as do
from pitboss.jackpot.operations import JackpotError, Place, Reason
from pitboss.jackpot.state import Jackpot
from pitboss.jackpot.terms import Scheme, Terms
from tests.tiers import by_day

PLACE = Place("table", 1, 1, "jackpot")
TERMS = Terms(seed=1_000_000, rate=Fraction(21, 100), hidden_share=Fraction(1, 5))


def fed(jackpot: Jackpot, cents: int, times: int = 1) -> Jackpot:
    for _ in range(times):
        jackpot = do.contribute(jackpot, wager_share(cents, do.rate_now(jackpot)))
    return jackpot


def move(giver: Jackpot, taker: Jackpot) -> tuple[Jackpot, Jackpot]:
    """Move all money that players may still win to another jackpot, and close the first."""
    owed = giver.display + giver.reserve + giver.overflow
    return do.give_away(giver), do.adjust(taker, owed, Reason.TRANSFER)


def test_a_shared_jackpot_is_what_the_meter_of_one_table_is() -> None:
    shared = do.open_jackpot("x", TERMS)
    meter = Meter.open(seed=1_000_000, contribution=TERMS.rate, reserve_share=TERMS.hidden_share)
    for round_number in range(50):
        shared = fed(shared, 500)
        meter = meter.contribute(500)
        if round_number % 7 == 6:
            percent = 100 if round_number % 2 else 10
            hit, shared = do.lock(shared, PLACE, percent)
            cents, meter = meter.award(percent)
            shared = do.confirm(shared, hit.number)
            assert hit.amount == cents * UNITS_PER_CENT
        assert (shared.display, shared.reserve) == (meter.display, meter.reserve)
        assert (shared.seeded, shared.contributed) == (meter.seeded, meter.contributed)
        assert shared.paid == meter.paid
    assert shared.is_conserved
    assert meter.is_conserved


def test_a_rejected_hit_leaves_the_jackpot_as_it_was() -> None:
    before = fed(do.open_jackpot("x", TERMS), 500, 40)
    for percent in (10, 100):
        hit, locked = do.lock(before, PLACE, percent)
        assert locked.is_conserved
        after = do.reject(locked, hit.number)
        assert after == replace(before, hits=1)


def test_a_rejected_hit_gives_back_what_was_bet_meanwhile_to_the_unit() -> None:
    """Also where less was displayed than the seed, or more than fits below the ceiling."""
    wrong = []
    for ceiling in (None, 1_000_000, 1_030_000, 5_000_000):
        for drained, before, after in product((False, True), (0, 7, 200), (0, 3, 200)):
            jackpot = fed(do.open_jackpot("x", replace(TERMS, ceiling=ceiling)), 500, before)
            if drained:
                small, jackpot = do.lock(jackpot, PLACE, 50)
                jackpot = do.confirm(jackpot, small.number)
            for percent in (10, 100):
                hit, locked = do.lock(jackpot, PLACE, percent)
                back = do.reject(fed(locked, 500, after), hit.number)
                if back != replace(fed(jackpot, 500, after), hits=jackpot.hits + 1):
                    wrong.append((ceiling, drained, before, after, percent))
    assert not wrong


def test_every_order_of_confirming_and_rejecting_concurrent_hits_keeps_every_unit() -> None:
    """Three hits at once, each a different share, in each order, each confirmed or rejected."""
    start = fed(do.open_jackpot("x", replace(TERMS, ceiling=5_000_000)), 2_500, 100)
    cases = 0
    for shares in permutations((100, 100, 10, 50), 3):
        for verdicts in range(8):
            jackpot = start
            for percent in shares:
                _, jackpot = do.lock(jackpot, PLACE, percent)
                jackpot = fed(jackpot, 500)
                assert jackpot.is_conserved
            for place, hit in enumerate(jackpot.pending):
                settle = do.confirm if verdicts >> place & 1 else do.reject
                jackpot = settle(jackpot, hit.number)
                jackpot = fed(jackpot, 500)
                assert jackpot.is_conserved, (shares, verdicts)
            cases += 1
    assert cases == 24 * 8


def test_hits_are_settled_in_the_order_in_which_they_were_locked() -> None:
    jackpot = do.open_jackpot("x", TERMS)
    first, jackpot = do.lock(jackpot, PLACE, 100)
    second, jackpot = do.lock(jackpot, PLACE, 100)
    assert (first.amount, second.amount) == (1_000_000, 1_000_000)
    for settle in (do.confirm, do.reject):
        with pytest.raises(JackpotError, match="hit 1 was locked before it"):
            settle(jackpot, second.number)
        with pytest.raises(JackpotError, match="no hit 7"):
            settle(jackpot, 7)


def test_new_terms_wait_for_the_top_award_but_a_ceiling_does_not() -> None:
    jackpot = fed(do.open_jackpot("x", TERMS), 500, 10)
    wanted = replace(TERMS, rate=Fraction(1, 2), seed=2_000_000, ceiling=9_000_000)
    changed = do.change_terms(jackpot, wanted)
    assert (changed.terms.rate, changed.terms.ceiling) == (TERMS.rate, 9_000_000)
    _, small = do.lock(changed, PLACE, 10)
    assert small.terms.rate == TERMS.rate
    _, whole = do.lock(changed, PLACE, 100)
    assert (whole.terms, whole.waiting) == (wanted, None)
    assert whole.display == 2_000_000 + changed.reserve + changed.display % UNITS_PER_CENT
    with pytest.raises(JackpotError, match="at or above"):
        do.change_terms(jackpot, replace(TERMS, ceiling=jackpot.display - 1))


def test_terms_that_a_rejected_hit_put_in_force_wait_again() -> None:
    """A rate changes once the jackpot is won (GLI-19 2.4.2); a hit that is rejected is no win."""
    start = fed(do.open_jackpot("x", TERMS), 500, 10)
    wanted = replace(TERMS, rate=Fraction(1, 2), seed=2_000_000)
    changed = do.change_terms(start, wanted)
    hit, locked = do.lock(changed, PLACE, 100)
    assert do.reject(locked, hit.number) == replace(changed, hits=1)
    lower = do.change_terms(locked, replace(wanted, ceiling=9_000_000, rate=Fraction(1, 3)))
    back = do.reject(lower, hit.number)
    assert (back.terms, back.waiting) == (
        replace(TERMS, ceiling=9_000_000),
        replace(wanted, ceiling=9_000_000, rate=Fraction(1, 3)),
    )
    second, both = do.lock(locked, PLACE, 100)
    left = do.reject(both, hit.number)
    assert left.terms == wanted, "the second may be a win, and decides"
    assert do.confirm(left, second.number).terms == wanted
    neither = do.reject(left, second.number)
    assert (neither.terms, neither.waiting) == (TERMS, wanted)
    paid = do.pay(both, second.number)
    assert do.reject(paid, hit.number).terms == wanted, "the second was a win"
    assert all(jackpot.is_conserved for jackpot in (back, left, neither, paid))


def test_a_house_jackpot_takes_no_wager_and_pays_every_winner_in_full() -> None:
    prize = 50_000_000
    terms = replace(_house_terms(), prizes={"100%": prize})
    jackpot = do.open_jackpot("house", terms)
    with pytest.raises(JackpotError, match="no wager adds"):
        do.contribute(jackpot, 100)
    for _ in range(3):
        hit, jackpot = do.lock_prize(jackpot, PLACE, prize)
        assert hit.amount == prize
    jackpot = do.confirm(jackpot, 1)
    jackpot = do.reject(jackpot, 2)
    jackpot = do.confirm(jackpot, 3)
    assert jackpot.is_conserved
    assert jackpot.paid == jackpot.seeded == 2 * prize
    assert len(terms.disclosures) == 3


def test_what_may_not_be_done_is_refused_with_a_code() -> None:
    jackpot = fed(do.open_jackpot("x", replace(TERMS, may_be_removed=False)), 500, 10)
    other = do.open_jackpot("y", TERMS)
    _, hit = do.lock(jackpot, PLACE, 10)
    closed, _ = move(replace(jackpot, terms=TERMS), other)
    house = do.open_jackpot("h", _house_terms())
    attempts: list[tuple[str, Callable[[], object]]] = [
        ("jackpot/terms", lambda: do.open_jackpot("z", replace(TERMS, seed=-1))),
        ("jackpot/house", _house_fed),
        ("jackpot/share", lambda: do.lock(jackpot, PLACE, 101)),
        ("hit/unknown", lambda: do.confirm(jackpot, 1)),
        ("jackpot/adjustment", lambda: do.adjust(jackpot, -5, Reason.ADDED)),
        ("jackpot/adjustment", lambda: do.adjust(jackpot, -5, Reason.OVER_MAXIMUM)),
        ("jackpot/short", lambda: do.adjust(jackpot, -jackpot.display - 1, Reason.MALFUNCTION)),
        ("jackpot/short", lambda: do.adjust(jackpot, -jackpot.display, Reason.BOOKED)),
        ("hit/pending", lambda: move(hit, other)),
        ("hit/pending", lambda: do.close_empty(hit)),
        ("jackpot/kept", lambda: do.close_empty(jackpot)),
        ("jackpot/owed", lambda: do.close_empty(other)),
        ("jackpot/closed", lambda: do.lock(closed, PLACE, 100)),
        ("jackpot/kept", lambda: move(jackpot, other)),
        ("jackpot/house", lambda: move(other, house)),
        ("jackpot/house", lambda: do.adjust(house, 5, Reason.ADDED)),
        ("jackpot/short", lambda: do.contribute(jackpot, -jackpot.display - 10**9)),
        ("jackpot/short", lambda: do.take_back(jackpot, hit.pending[0])),
        ("jackpot/scheme", lambda: do.change_terms(jackpot, _house_terms())),
    ]
    wrong = []
    for code, attempt in attempts:
        try:
            attempt()
        except JackpotError as error:
            if error.code != code:
                wrong.append((code, error.code))
        else:
            wrong.append((code, "not refused"))
    assert not wrong


def _house_terms() -> Terms:
    return Terms(seed=0, rate=Fraction(0), scheme=Scheme.HOUSE)


def _house_fed() -> Jackpot:
    return do.contribute(do.open_jackpot("h", _house_terms()), 1)


def test_wagers_that_are_given_back_take_out_what_they_put_in() -> None:
    terms = replace(TERMS, ceiling=1_100_000)
    before = do.open_jackpot("x", terms)
    after = fed(before, 500, 20)
    assert after.overflow
    assert after.reserve
    back = do.contribute(after, before.contributed - after.contributed)
    assert back == before
    off = do.switch(before, on=False)
    assert not off.takes_wagers
    assert fed(off, 500).contributed, "what was bet before it was switched off is not lost"


OPERATIONS = by_day(50_000, 1_000_000)


def test_random_operations_keep_every_unit() -> None:
    """The equation holds to the unit, and no pool is ever negative, after every operation."""
    chance = random.Random(2026)
    jackpots = [do.open_jackpot(f"j{n}", _some_terms(chance)) for n in range(4)]
    done: Counter[str] = Counter()
    for _ in range(OPERATIONS):
        n = chance.randrange(len(jackpots))
        name, after = _some_operation(chance, jackpots, n)
        done[name] += 1
        for place, jackpot in after.items():
            assert jackpot.is_conserved, (name, jackpots[place], jackpot)
            jackpots[place] = jackpot
        if jackpots[n].is_closed:
            jackpots[n] = do.open_jackpot(f"j{n}", _some_terms(chance))
    assert done["refused"] < OPERATIONS / 2
    assert len(done) == 12


def _some_terms(chance: random.Random) -> Terms:
    seed = chance.choice((0, 500_000, 10_000_000))
    return Terms(
        seed=seed,
        rate=Fraction(chance.randrange(1, 60), 97),
        hidden_share=Fraction(chance.randrange(4), 7),
        reserve_limit=chance.choice((None, 300_000)),
        ceiling=chance.choice((None, seed + 400_000, 40_000_000)),
        secondary_rate=chance.choice((None, Fraction(1, 50))),
    )


def _some_operation(
    chance: random.Random, jackpots: list[Jackpot], n: int
) -> tuple[str, dict[int, Jackpot]]:
    one = jackpots[n]
    other = (n + 1) % len(jackpots)
    first = one.pending[0].number if one.pending else 1
    kinds: dict[str, Callable[[], dict[int, Jackpot]]] = {
        "fed": lambda: {n: fed(one, chance.randrange(1, 2_500), 3)},
        "given back": lambda: {n: do.contribute(one, -chance.randrange(1, 50_000))},
        "locked": lambda: {n: do.lock(one, PLACE, chance.choice((1, 10, 50, 100)))[1]},
        "prize": lambda: {n: do.lock_prize(one, PLACE, chance.randrange(300_000) * 100)[1]},
        "confirmed": lambda: {n: do.confirm(one, first)},
        "rejected": lambda: {n: do.reject(one, first)},
        "terms": lambda: {n: do.change_terms(one, _some_terms(chance))},
        "adjusted": lambda: {
            n: do.adjust(one, chance.randrange(-90_000, 90_000), chance.choice([*Reason]))
        },
        "switched": lambda: {n: do.switch(one, on=chance.random() < 0.8)},
        "moved": lambda: dict(zip((n, other), move(one, jackpots[other]), strict=True)),
        "closed": lambda: {n: do.close_empty(one)},
    }
    weights = (8, 0.5, 4, 2, 4, 4, 1, 3, 1, 0.2, 0.5)
    name = chance.choices([*kinds], weights)[0]
    try:
        return name, kinds[name]()
    except JackpotError:
        return "refused", {}
