"""The guests of a rehearsal: they deposit, sit down, bet, decide sensibly, complain and go home."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from pitboss.engine.actions import Refusal
from pitboss.engine.bets import refuse_bets
from pitboss.engine.events import TIP
from pitboss.floor.commands import Bet, Decide, Leave, Sit
from pitboss.office.cage import AskWithdrawal, ConfirmWithdrawal, Deposit, WithdrawalAsked
from pitboss.office.disputes import OpenDispute
from pitboss.office.exclusions import ExcludeMe
from pitboss.pit.past import find_round
from pitboss.pit.table import LiveTable
from pitboss.rehearsal.duties import CASHIERS
from pitboss.rehearsal.floor import Floor, must
from pitboss.sitting.amounts import main_wagers
from pitboss.sitting.basic_play import basic_play, flat_wagers
from pitboss.sitting.bets import make_bets

BUY_IN_CENTS = 50_000
LEAST_CENTS = 10_000
"""A guest with fewer chips buys no more and goes."""
WALLET_CENTS = 200_000
"""What a guest brings."""
STAY_MINUTES = (20, 180)
DISPUTES = 0.002
"""How many of the stays end with a dispute about the last round."""
EXCLUSIONS = 0.004
"""How many end with the guest excluding himself."""
LIKES = (0, 1, 2, 2, 2)
"""Main wagers alone, one side wager, or all: most guests like them all."""
TIPS = 0.2
"""How many put a chip down for the dealer in every round."""
TIP_CENTS = 100
WITHDRAWALS = 0.5
"""How many end at the cage."""


@dataclass
class Guest:
    """A player of a rehearsal."""

    account: str
    number: int
    table: LiveTable | None = None
    seat: int = 0
    until: int = 0
    is_gone: bool = False
    """Whether the guest is self-excluded, and stays away."""
    wagers: dict[str, int] = field(default_factory=dict)


def make_guests(count: int) -> list[Guest]:
    """Return the guests of a floor."""
    return [Guest(f"guest-{number}", number) for number in range(1, count + 1)]


async def sit_down(floor: Floor, guest: Guest, table: LiveTable, seat: int, until: int) -> None:
    """Sit down with money from the cage, if the house lets the guest play."""
    held = await floor.cents(f"wallet:{guest.account}")
    cashier = floor.rng.choice(CASHIERS)
    if held < BUY_IN_CENTS:
        done = await floor.order(Deposit(guest.account, WALLET_CENTS - held), cashier)
        await floor.agree(done, CASHIERS, besides=cashier)
    await must(table, Sit(guest.account, guest.account, seat, BUY_IN_CENTS))
    guest.table = table
    guest.seat = seat
    guest.until = until
    guest.wagers = _wagers(floor.rng, table, guest)
    floor.counts["stays"] += 1


def _wagers(rng: random.Random, table: LiveTable, guest: Guest) -> dict[str, int]:
    """Choose the wagers of a stay: as many of them as the table takes."""
    setup = table.state.terms.setup
    main = main_wagers(setup, 1000)
    more = flat_wagers(setup, rng.choice(LIKES))
    tip = {f"{TIP}{next(iter(main))}": TIP_CENTS} if rng.random() < TIPS else {}
    for wagers in ({**more, **tip}, more):
        if refuse_bets(setup, [make_bets(guest.seat, wagers, guest.account)]) is None:
            return wagers
    return main


async def bet(guest: Guest) -> None:
    """Put the wagers down, or none if the chips do not suffice."""
    table = guest.table
    assert table is not None
    if table.state.seats[guest.seat].stack < max(LEAST_CENTS, sum(guest.wagers.values())):
        guest.until = 0
        await must(table, Bet(guest.account, guest.seat, {}))
        return
    answer = await table.ask(Bet(guest.account, guest.seat, guest.wagers))
    if isinstance(answer, Refusal):  # one poker hand each, or too many seats for the deck
        await must(table, Bet(guest.account, guest.seat, {}))


async def decide(table: LiveTable) -> None:
    """Answer the open question sensibly, within the guest's chips."""
    current = table.state.round
    assert current is not None
    action = basic_play(current.state, current.question)
    account = table.state.seats[action.seat].account
    await must(
        table,
        Decide(
            account=account,
            seat=action.seat,
            n=current.n,
            kind=action.kind,
            amount=action.amount,
            tip=None,
            low=action.low,
        ),
    )


async def go(floor: Floor, guest: Guest) -> None:
    """Leave the table; now and then with a complaint, to the cage, or for good."""
    table = guest.table
    rng = floor.rng
    assert table is not None
    number = table.state.rounds
    if guest.seat in table.state.seats:
        await must(table, Leave(guest.account, guest.seat))
    guest.table = None
    if rng.random() < DISPUTES:
        await _complain(floor, guest, table, number)
    if rng.random() < WITHDRAWALS:
        await _withdraw(floor, guest)
    if rng.random() < EXCLUSIONS:
        guest.is_gone = True
        await floor.order(ExcludeMe(rng.choice((7, 30, 0))), guest.account)


async def _complain(floor: Floor, guest: Guest, table: LiveTable, number: int) -> None:
    entries = await find_round(floor.store, table.state.id, number)
    if entries:
        evidence = tuple(entry.hash.hex() for entry in entries)
        text = "I think that I was paid too little."
        await floor.ask(OpenDispute(table.state.id, number, text, evidence), guest.account)


async def _withdraw(floor: Floor, guest: Guest) -> None:
    held = await floor.cents(f"wallet:{guest.account}")
    if held <= 0:
        return
    order = await floor.order(AskWithdrawal(guest.account, held), guest.account)
    assert isinstance(order.event, WithdrawalAsked)
    cashier = floor.rng.choice(CASHIERS)
    done = await floor.order(ConfirmWithdrawal(order.event.number), cashier)
    await floor.agree(done, CASHIERS, besides=cashier)
