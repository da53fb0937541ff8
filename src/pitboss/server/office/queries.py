"""Read the office's papers and money."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.office import counting, day
from pitboss.office.drawer import expected_units
from pitboss.office.papers import Box, Drawer, Withdrawal
from pitboss.office.roles import Permission
from pitboss.office.state import Office
from pitboss.pit.facts import day_facts
from pitboss.pit.invariants import player_funds
from pitboss.server.office import wire
from pitboss.server.office.commands import cents_by_account
from pitboss.server.requests.routes import Call
from pitboss.server.requests.wire import moment_text, show


async def trays(call: Call) -> wire.Trays:
    """List the tables that the office runs, with their states, openers and trays."""
    office = await call.services.desk.refresh()
    store = call.services.store
    seen = [
        wire.show_tray(
            tray,
            await store.balance(f"tray:{table}"),
            office.dealers.get(table, ""),
            is_physical=table in office.physical,
        )
        for table, tray in sorted(office.trays.items())
        if office.may_at(call.account, Permission.READ_SLIPS, table)
    ]
    return wire.Trays(seen, list(office.terms.denominations))


async def list_slips(call: Call) -> wire.Slips:
    """List the slips of the day, and who signs each next."""
    office = await call.services.desk.refresh()
    numbers = {str(kind): last for kind, last in office.numbers.items()}
    seen = [
        wire.show_slip(slip, office, call.account)
        for slip in office.slips.values()
        if office.may_at(call.account, Permission.READ_SLIPS, slip.table)
    ]
    return wire.Slips(seen, numbers)


async def cage_position(call: Call) -> wire.CagePosition:
    """Return what the cage holds, and where the players' money is."""
    office = await call.services.desk.refresh()
    balances = await call.services.store.balances()
    funds = player_funds(balances)
    question = call.query
    later = [paper for paper in office.withdrawals.values() if paper.number > question.after]
    shown = later[: question.limit]
    return wire.CagePosition(
        money_cents=balances.get("cage:money", 0) // UNITS_PER_CENT,
        chips_cents=balances.get("cage:chips", 0) // UNITS_PER_CENT,
        outside_cents={
            rail: -cents
            for rail, cents in cents_by_account(balances, "external", UNITS_PER_CENT).items()
        },
        tips_cents=cents_by_account(balances, "tips", UNITS_PER_CENT),
        player_funds_cents={name: units // UNITS_PER_CENT for name, units in funds.items()},
        withdrawals=_list_withdrawals(shown),
        waiting=len(office.withdrawals),
        next=shown[-1].number if len(later) > len(shown) else None,
        drawer=_show_drawer(office.drawer, balances.get("external:cash", 0)),
    )


def _show_drawer(drawer: Drawer | None, outside: int) -> wire.DrawerSeen | None:
    if drawer is None:
        return None
    expected = expected_units(drawer, outside) if drawer.shift else 0
    return wire.DrawerSeen(
        shift=drawer.shift,
        cashier=drawer.cashier,
        since=moment_text(drawer.since) if drawer.since else None,
        opening_cents=drawer.opening // UNITS_PER_CENT,
        moved_cents=(expected - drawer.opening) // UNITS_PER_CENT,
        expected_cents=expected // UNITS_PER_CENT,
        counted_by=drawer.counted_by,
    )


def _list_withdrawals(papers: Iterable[Withdrawal]) -> list[wire.WithdrawalSeen]:
    return [show(wire.WithdrawalSeen, paper, at=moment_text(paper.at)) for paper in papers]


async def own_withdrawals(call: Call) -> wire.Withdrawals:
    """List your withdrawals that wait for a cashier."""
    office = await call.services.desk.refresh()
    mine = [paper for paper in office.withdrawals.values() if paper.account == call.account]
    return wire.Withdrawals(_list_withdrawals(mine))


async def count_of_day(call: Call) -> wire.CountSeen:
    """Return the state of the day's count; the verifier sees no figures before counting."""
    office = await call.services.desk.refresh()
    count = office.count
    return wire.CountSeen(
        boxes=[_show_box(office, box, call.account) for box in office.boxes.values()],
        team=list(count.team) if count else [],
        verifier=count.verifier if count else "",
        signed=list(count.signed) if count else [],
        finished=bool(count and count.is_finished),
    )


def _show_box(office: Office, box: Box, account: str) -> wire.BoxSeen:
    shown = counting.shown_figures(office, box, account)
    is_over = office.count is not None and office.count.is_finished
    due = None if box.is_agreed else "count" if box.is_counting_due else "recount"
    return wire.BoxSeen(
        box=box.number,
        table=box.table,
        counted=[wire.FigureSeen(wire.texts(figure.notes), figure.by) for figure in shown.counted],
        recounted=[
            wire.FigureSeen(wire.texts(figure.notes), figure.by) for figure in shown.recounted
        ],
        agreed=box.is_agreed,
        due=due,
        journal_cents=box.units // UNITS_PER_CENT if is_over else None,
    )


async def gambling_day(call: Call) -> wire.DaySeen:
    """Return the gambling day, what keeps it open, and the notices that are due."""
    office = await call.services.desk.refresh()
    facts = await day_facts(call.services.store, office)
    current = office.day
    return wire.DaySeen(
        day=current.number if current else None,
        date=office.date,
        opened=moment_text(current.opened) if current else None,
        to_do=[*day.day_problems(office, facts)] if current else [],
        notices=[
            wire.NoticeSeen(notice.number, notice.about, moment_text(notice.due))
            for notice in office.notices.values()
        ],
        progressives_cents=facts.progressives.funds // UNITS_PER_CENT,
        bank_cents=facts.progressives.bank // UNITS_PER_CENT,
        stopped=office.progressives.stopped,
        overdue=current is not None
        and day.gambling_date(office.terms, call.services.settings.clock()) > current.date,
    )
