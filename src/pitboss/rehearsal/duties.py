"""The duties of staff in a rehearsal: tables, slips, boxes, the count, disputes, the day."""

from __future__ import annotations

from pitboss.floor.commands import Leave
from pitboss.office.cage import CAGE_PARTS, MoveCapital, PayTips
from pitboss.office.chips import chips_of_cents
from pitboss.office.core import HOUSE
from pitboss.office.counting import CountBox, FinishCount, JoinCount, RecountBox, SignCount
from pitboss.office.day import CloseDay, DepositProgressives, FileNotice, OpenDay
from pitboss.office.disputes import AnswerDispute, DecideDispute, StateDispute
from pitboss.office.inventory import CountTray, SignTray, StopTable, TakeBox
from pitboss.office.papers import Party, SlipKind
from pitboss.office.slips import AskSlip, SignSlip, SlipAsked, VoidSlip, is_finished, next_step
from pitboss.pit.table import LiveTable
from pitboss.rehearsal.cast import (
    ACCOUNTANTS,
    CASHIERS,
    COUNTERS,
    FLOORS,
    SECURITY,
    SHIFTS,
    table_dealer,
)
from pitboss.rehearsal.floor import Floor, must

UNITS_PER_CENT = 100
TRAY_CENTS = 5_000_000
"""What a tray begins with."""
LOW_CENTS, HIGH_CENTS = 4_500_000, 5_500_000
"""Where a tray is filled, and where it gives chips back."""
MISCOUNTS = 0.03
"""How many closing counts find a chip too few."""
VOID_SLIPS = 0.05


async def begin(floor: Floor) -> None:
    """Put every table under the office before the first day."""
    for table in floor.tables:
        await floor.order(StopTable(table.state.id), FLOORS[0])
    await floor.tell_tables()


async def open_day(floor: Floor) -> None:
    """Open the day, the cage and every table."""
    await floor.order(OpenDay(), ACCOUNTANTS[0])
    await _fill_cage(floor)
    for table in floor.tables:
        tray = floor.desk.office.trays[table.state.id]
        start = chips_of_cents(TRAY_CENTS, floor.desk.office.terms.denominations)
        await _count_tray(floor, table.state.id, dict(tray.opener or start))
    await floor.tell_tables()


async def _fill_cage(floor: Floor) -> None:
    """Add the house's money to the cage until it has enough for a day."""
    enough = 4 * len(floor.tables) * TRAY_CENTS
    for part in CAGE_PARTS:
        missing = enough - await floor.store.balance(f"cage:{part}") // UNITS_PER_CENT
        if missing > 0:
            await floor.order(MoveCapital(part, missing, "for the day"), HOUSE)


async def _count_tray(floor: Floor, table: str, chips: dict[int, int]) -> None:
    await floor.order(CountTray(table, chips), table_dealer(table))
    await floor.order(SignTray(table, chips), floor.rng.choice(FLOORS))
    await _sign_errors(floor)


async def _sign_errors(floor: Floor) -> None:
    """Sign the error slips of a count."""
    for slip in tuple(floor.desk.office.slips.values()):
        if slip.kind is SlipKind.ERROR:
            await _sign_slip(floor, slip.kind, slip.number)


async def see_to_trays(floor: Floor) -> None:
    """Fill trays that run low, and take chips from trays that run over."""
    for table in floor.tables:
        cents = await floor.store.balance(f"tray:{table.state.id}") // UNITS_PER_CENT
        if not LOW_CENTS <= cents <= HIGH_CENTS:
            kind = SlipKind.FILL if cents < LOW_CENTS else SlipKind.CREDIT
            await _move_chips(floor, table.state.id, kind, abs(TRAY_CENTS - cents))


async def _move_chips(floor: Floor, table: str, kind: SlipKind, cents: int) -> None:
    chips = chips_of_cents(cents // 100 * 100, floor.desk.office.terms.denominations)
    order = await floor.order(AskSlip(kind, table, chips), floor.rng.choice(FLOORS))
    assert isinstance(order.event, SlipAsked)
    if floor.rng.random() < VOID_SLIPS:
        reason = "written for the wrong amount"
        await floor.order(VoidSlip(kind, order.event.number, reason), CASHIERS[0])
        await _move_chips(floor, table, kind, cents)
        return
    await _sign_slip(floor, kind, order.event.number)


async def _sign_slip(floor: Floor, kind: SlipKind, number: int) -> None:
    """Sign a slip by each required party."""
    while True:
        slip = floor.desk.office.slips.get((kind, number))
        if slip is None or is_finished(slip):
            return
        step = next_step(slip)
        assert step is not None
        state, party = step
        signer = _signer(
            floor,
            party,
            slip.table,
            {signature.party: signature.by for signature in slip.signatures},
        )
        await floor.order(SignSlip(kind, number, state, dict(slip.chips)), signer)


def _signer(floor: Floor, party: Party, table: str, before: dict[Party, str]) -> str:
    if party in before:
        return before[party]
    people = {
        Party.FLOOR: FLOORS,
        Party.CASHIER: CASHIERS,
        Party.SECURITY: SECURITY,
        Party.DEALER: (table_dealer(table),),
    }
    return floor.rng.choice(people[party])


async def answer_disputes(floor: Floor) -> None:
    """Answer and decide the disputes of guests."""
    for dispute in [other for other in floor.desk.office.disputes.values() if other.is_open]:
        award = floor.rng.choice((0, 0, 1000))
        dealer = table_dealer(dispute.table)
        await floor.order(StateDispute(dispute.number, "I paid what the felt says."), dealer)
        text = "We look at the round together."
        await floor.order(AnswerDispute(dispute.number, text), floor.rng.choice(FLOORS))
        text = "Paid as a courtesy." if award else "The round was paid as the rules say."
        await floor.order(DecideDispute(dispute.number, award, text), floor.rng.choice(SHIFTS))


async def close_day(floor: Floor) -> None:
    """Stop the tables, count trays and boxes, and close the day."""
    for table in floor.tables:
        await floor.order(StopTable(table.state.id), floor.rng.choice(FLOORS))
    await floor.tell_tables()
    for table in floor.tables:
        await _close_table(floor, table)
    await _count_boxes(floor)
    await _pay_tips(floor)
    for notice in floor.desk.office.notices.values():
        if not notice.reference:
            await floor.order(FileNotice(notice.number, f"letter {notice.number}"), SHIFTS[0])
    await floor.order(DepositProgressives(), ACCOUNTANTS[0])
    await floor.order(CloseDay(), ACCOUNTANTS[0])


async def _close_table(floor: Floor, table: LiveTable) -> None:
    for seat, sitting in tuple(table.state.seats.items()):
        await must(table, Leave(sitting.account, seat))
    name = table.state.id
    cents = await floor.store.balance(f"tray:{name}") // UNITS_PER_CENT
    missing = floor.rng.choice((500, 2500, 30_000)) if floor.rng.random() < MISCOUNTS else 0
    chips = chips_of_cents(cents - missing, floor.desk.office.terms.denominations)
    await _count_tray(floor, name, chips)
    await floor.order(TakeBox(name), floor.rng.choice(SECURITY))


async def _count_boxes(floor: Floor) -> None:
    """Count every box, with a blind recount by another person."""
    for counter in COUNTERS:
        await floor.order(JoinCount(), counter)
    verifier = ACCOUNTANTS[1]
    for box in tuple(floor.desk.office.boxes.values()):
        cents = box.units // UNITS_PER_CENT
        notes = chips_of_cents(cents, floor.desk.office.terms.denominations)
        if floor.rng.random() < MISCOUNTS:  # the first count is wrong, and the recount shows it
            wrong = chips_of_cents(cents + 2000, floor.desk.office.terms.denominations)
            await floor.order(CountBox(box.number, wrong), COUNTERS[0])
            await floor.order(RecountBox(box.number, notes), verifier)
        await floor.order(CountBox(box.number, notes), floor.rng.choice(COUNTERS))
        await floor.order(RecountBox(box.number, notes), verifier)
    for counter in COUNTERS:
        await floor.order(SignCount(), counter)
    await floor.order(FinishCount(), verifier)


async def _pay_tips(floor: Floor) -> None:
    for table in floor.tables:
        cents = await floor.store.balance(f"tips:{table.state.id}") // UNITS_PER_CENT
        if cents:
            await floor.order(PayTips(table.state.id, cents), floor.rng.choice(CASHIERS))
