"""Envy pays at tables that share a jackpot: to the seats of the round in which it was won."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor import rebuild
from pitboss.floor.commands import Bet, Decide, Sit
from pitboss.jackpot.postings import account
from pitboss.ledger.accounts import JACKPOT_ACCRUAL
from pitboss.rulebook.house import house_from
from tests.floor.one_table import BUY_IN, PLAYERS
from tests.floor.shared_floor import LinkedTable, SharedFloor, linked_terms, terms_of
from tests.floor.test_linked import same_but_shown

LINKED = "five-card-linked"
JACKPOT = f"shared.{LINKED}"
UNIT = 500
"""The wager is five times the one that the pay table is printed for, and so is the envy."""
SEED = 5_000_000
HOUSE = house_from(
    {
        "game": "co/deuces-wild-xtreme",
        "options": {"five_card_linked_jackpot": "linked tables"},
        "tables": {"odds": "PT-FLT-DWHF-ODS-01", LINKED: "PT-BJS-5CL-E01"},
        "jackpots": {
            LINKED: {
                "scheme": "progressive",
                "wager": "$5",
                "contribution": "20%",
                "reserve": "0%",
                "seed": "50000.00",
            }
        },
    }
)
ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "5h 6h 7h 8h 9h"
HANDS = ("4s 6s Kh 7c Jc", "3d 5d 8d Jh Qc", "3s 5c 7s 9d Qh")
BURNT = "Kc"
DEALER = "3c 4d 6c 8s Tc 7d"
"""The dealer's hand, and the card that would take the joker's place."""
BETS = {"ante": 1000, "odds": 1000}


@dataclass
class RiggedTable(LinkedTable):
    """A linked table at which seat 1 is dealt a hand that a test chooses."""

    hand: str = HANDS[2]

    def orders(
        self, _number: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        hands = (self.hand, *HANDS[:2], "2s 2h 2d 9c Ah")
        dealt = parse_cards(" ".join([BURNT, *hands, DEALER]))
        return (*dealt, *(card for card in cards if card not in dealt))


@pytest.fixture(autouse=True)
def journal_knows_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is rebuilt deals in the order that the test has rigged."""
    monkeypatch.setattr(rebuild, "_with_shown", lambda _entries, orders: orders)


def two_tables(hand: str) -> tuple[RiggedTable, RiggedTable]:
    """Return linked tables with four players each; seat 1 of the first wins."""
    floor = SharedFloor()
    floor.open(JACKPOT, terms_of(HOUSE, LINKED, hand_pay_from=10**15))
    hit, other = (
        RiggedTable(linked_terms(HOUSE, number), random.Random(number), floor=floor, hand=dealt)
        for number, dealt in ((1, hand), (2, HANDS[2]))
    )
    for table in (hit, other):
        for seat in range(1, 5):
            table.must(Sit(PLAYERS[seat - 1], PLAYERS[seat - 1], seat, BUY_IN))
    return hit, other


def bet(table: RiggedTable) -> None:
    """Put bets down; the last seat leaves the jackpot wager out."""
    for seat, sitting in sorted(table.state.seats.items()):
        table.must(Bet(sitting.account, seat, BETS | ({LINKED: UNIT} if seat < 4 else {})))


def fold_all(table: RiggedTable) -> dict[int, int]:
    """Fold every hand; return what each stack gained or lost since the bets."""
    before = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
    while (current := table.state.round) is not None:
        seat = current.question.seat
        table.must(Decide(table.state.seats[seat].account, seat, current.n, ActionKind.FOLD))
    return {seat: sitting.stack - before[seat] for seat, sitting in table.state.seats.items()}


@pytest.mark.parametrize(
    ("hand", "share", "envy"), [(ROYAL, 100, 500_000), (STRAIGHT_FLUSH, 10, 150_000)]
)
def test_envy_is_paid_at_the_table_of_the_hit_and_never_out_of_the_shared_meter(
    hand: str, share: int, envy: int
) -> None:
    """2118(13)(f)(i)(C)-(D), rulings C10 and D4.

    Both tables have a round open when the first one hits. The others of that round who made the
    wager get the envy of the row, times the unit; who did not make it, and everybody at the other
    table, get none. The house pays it: the meter loses the award alone, to the unit.
    """
    hit, other = two_tables(hand)
    floor = hit.floor
    bet(other)
    tray = floor.book.balance("tray:1")
    accrued = floor.book.balance(JACKPOT_ACCRUAL)
    bet(hit)
    fed = 6 * UNIT * 20 // 100 * UNITS_PER_CENT
    gained = fold_all(hit)

    jackpot = floor.jackpots[JACKPOT]
    award = (SEED * UNITS_PER_CENT + fed) * share // 100
    assert gained == {1: award // UNITS_PER_CENT, 2: envy, 3: envy, 4: 0}
    assert fold_all(other) == dict.fromkeys(range(1, 5), 0)

    left = SEED * UNITS_PER_CENT + (0 if share == 100 else fed - award)
    assert floor.book.balance(account(JACKPOT, "display")) == left == jackpot.display
    lost = 4 * (BETS["ante"] + BETS["odds"])
    cents = lost + 3 * UNIT - 2 * envy
    assert floor.book.balance("tray:1") - tray == cents * UNITS_PER_CENT - award
    put_in = 3 * UNIT * 20 // 100 * UNITS_PER_CENT
    assert floor.book.balance(JACKPOT_ACCRUAL) - accrued == award - put_in
    assert jackpot.is_conserved
    for table in (hit, other):
        same_but_shown(table.rebuilt(), table)
        same_but_shown(table.rebuilt(from_deal=False), table)
