"""The staff of a rehearsal: their roles, and their duties from the tables to the end of the day."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor.commands import Leave
from pitboss.jackpot.commands import ConfirmHit, Operation, RejectHit
from pitboss.office.cage import CAGE_PARTS, MoveCapital, PayTips
from pitboss.office.core import HOUSE
from pitboss.office.counting import CountBox, FinishCount, JoinCount, RecountBox, SignCount
from pitboss.office.day import CloseDay, DepositProgressives, FileNotice, OpenDay
from pitboss.office.disputes import AnswerDispute, DecideDispute, StateDispute
from pitboss.office.inventory import CountTray, SignTray, StopTable, TakeBox
from pitboss.office.papers import Party, SlipKind
from pitboss.office.people import AssignDealer, GiveRole
from pitboss.office.roles import Role
from pitboss.office.slips import AskSlip, SignSlip, SlipAsked, VoidSlip, is_finished, next_step
from pitboss.office.voids import AskVoid, CallOffRound, DismissVoid, TakeBackRound
from pitboss.pit.past import find_round, list_players
from pitboss.pit.table import LiveTable
from pitboss.rehearsal.floor import Floor, must

FLOORS = ("floor-1", "floor-2", "floor-3")
SHIFTS = ("shift-1", "shift-2")
CASHIERS = ("cashier-1", "cashier-2")
COUNTERS = ("counter-1", "counter-2")
ACCOUNTANTS = ("accountant-1", "accountant-2")
"""The first runs the day, the second verifies the count."""
JACKPOTS = ("jackpots-1",)
SECURITY = ("security-1", "security-2")
TRAY_CENTS = 5_000_000
"""What a tray begins with."""
LOW_CENTS = 4_500_000
HIGH_CENTS = 5_500_000
"""Where a tray is filled, and where it gives chips back."""
MISCOUNTS = 0.03
"""How many closing counts find a chip too few."""
VOID_SLIPS = 0.05
REJECTED = 0.1
"""How many of the hits that are looked at turn out to be none."""
CALLED_OFF = 0.002
"""How many rounds the dealer spoils."""
TAKEN_BACK = 0.001
"""How many rounds turn out wrong after they were settled."""


def table_dealer(table: str) -> str:
    """Return the dealer of a table."""
    return f"dealer-{table}"


def roles(tables: list[str]) -> Iterator[tuple[str, Role]]:
    """Return the role of each member of staff."""
    yield from ((table_dealer(table), Role.DEALER) for table in tables)
    for people, role in (
        (FLOORS, Role.FLOOR),
        (SHIFTS, Role.SHIFT),
        (CASHIERS, Role.CAGE),
        (COUNTERS, Role.COUNT),
        (ACCOUNTANTS, Role.ACCOUNTING),
        (JACKPOTS, Role.JACKPOTS),
        (SECURITY, Role.SECURITY),
    ):
        yield from ((account, role) for account in people)


async def hire(floor: Floor) -> None:
    """Give each member of staff a role."""
    for account, role in roles([table.state.id for table in floor.tables]):
        await floor.order(GiveRole(account, role), HOUSE)
    for table in floor.tables:
        name = table.state.id
        await floor.order(AssignDealer(name, table_dealer(name)), FLOORS[0])


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
        start = floor.chips(TRAY_CENTS)
        await _count_tray(floor, table.state.id, dict(tray.opener or start))
    await floor.tell_tables()


async def _fill_cage(floor: Floor) -> None:
    """Add the house's money to the cage until it has enough for a day."""
    enough = 4 * len(floor.tables) * TRAY_CENTS
    for part in CAGE_PARTS:
        missing = enough - await floor.cents(f"cage:{part}")
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
        cents = await floor.cents(f"tray:{table.state.id}")
        if not LOW_CENTS <= cents <= HIGH_CENTS:
            kind = SlipKind.FILL if cents < LOW_CENTS else SlipKind.CREDIT
            await _move_chips(floor, table.state.id, kind, abs(TRAY_CENTS - cents))


async def _move_chips(floor: Floor, table: str, kind: SlipKind, cents: int) -> None:
    chips = floor.chips(cents // 100 * 100)
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
        manager = floor.rng.choice(SHIFTS)
        done = await floor.order(DecideDispute(dispute.number, award, text), manager)
        await floor.agree(done, (*CASHIERS, *SHIFTS), manager)


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
        await floor.order(FileNotice(notice.number, f"letter {notice.number}"), SHIFTS[0])
    await floor.order(DepositProgressives(), ACCOUNTANTS[0])
    await floor.order(CloseDay(), ACCOUNTANTS[0])


async def _close_table(floor: Floor, table: LiveTable) -> None:
    for seat, sitting in tuple(table.state.seats.items()):
        await must(table, Leave(sitting.account, seat))
    name = table.state.id
    cents = await floor.cents(f"tray:{name}")
    missing = floor.rng.choice((500, 2500, 30_000)) if floor.rng.random() < MISCOUNTS else 0
    chips = floor.chips(cents - missing)
    await _count_tray(floor, name, chips)
    await floor.order(TakeBox(name), floor.rng.choice(SECURITY))


async def _count_boxes(floor: Floor) -> None:
    """Count every box, with a blind recount by another person."""
    for counter in COUNTERS:
        await floor.order(JoinCount(), counter)
    verifier = ACCOUNTANTS[1]
    for box in tuple(floor.desk.office.boxes.values()):
        cents = box.units // UNITS_PER_CENT
        notes = floor.chips(cents)
        if floor.rng.random() < MISCOUNTS:  # the first count is wrong, and the recount shows it
            wrong = floor.chips(cents + 2000)
            await floor.order(CountBox(box.number, wrong), COUNTERS[0])
            await floor.order(RecountBox(box.number, notes), verifier)
        await floor.order(CountBox(box.number, notes), floor.rng.choice(COUNTERS))
        await floor.order(RecountBox(box.number, notes), verifier)
    for counter in COUNTERS:
        await floor.order(SignCount(), counter)
    await floor.order(FinishCount(), verifier)


async def _pay_tips(floor: Floor) -> None:
    for table in floor.tables:
        cents = await floor.cents(f"tips:{table.state.id}")
        if cents:
            await floor.order(PayTips(table.state.id, cents), floor.rng.choice(CASHIERS))


async def settle_hits(floor: Floor) -> None:
    """Confirm or reject the waiting hits in order, by two people."""
    for name, live in floor.keeper.jackpots.items():
        while live.state.pending:
            number = live.state.pending[0].number
            is_none = floor.rng.random() < REJECTED
            operation: Operation = ConfirmHit(number=number)
            if is_none:
                operation = RejectHit(number=number, why="the cards were misread")
            await floor.settle(name, operation, JACKPOTS[0], floor.rng.choice(SHIFTS))
            floor.counts["hits rejected" if is_none else "hits confirmed"] += 1


async def spoil_some(floor: Floor, tables: list[LiveTable]) -> None:
    """Spoil a few open rounds by dealers' mistakes; a supervisor calls them off."""
    for table in tables:
        current = table.state.round
        if current is None or floor.rng.random() >= CALLED_OFF:
            continue
        name = table.state.id
        number = current.number
        why = "a card fell on the floor"
        await floor.order(AskVoid(name, number, why), table_dealer(name))
        supervisor = floor.rng.choice(FLOORS)
        if floor.rng.random() < 1 / 4:
            await floor.order(DismissVoid(name, number, "nobody saw the card"), supervisor)
            continue
        players = tuple(sorted({table.state.seats[seat].account for seat in current.stacks}))
        order = CallOffRound(name, number, why, players)
        await floor.order(order, supervisor)
        refused = await floor.voids.call_off(order, supervisor)
        floor.counts["called off" if refused is None else f"not called off: {refused.code}"] += 1


async def regret_some(floor: Floor, tables: list[LiveTable]) -> None:
    """Take back a few rounds that were just settled; two people agree."""
    for table in tables:
        if floor.rng.random() >= TAKEN_BACK:
            continue
        name = table.state.id
        number = table.state.rounds
        entries = await find_round(floor.store, name, number)
        if not entries:
            continue
        players = tuple(sorted(list_players(entries[0])))
        order = TakeBackRound(
            table=name, round=number, seat=0, reason="paid by the wrong table", players=players
        )
        supervisor = floor.rng.choice(FLOORS)
        done = await floor.order(order, supervisor)
        refused = await floor.agree(done, SHIFTS, besides=supervisor)
        name = "taken back" if refused is None else f"not taken back: {refused.code}"
        floor.counts[name] += 1
