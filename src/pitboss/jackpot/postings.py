"""The postings of a jackpot's events: its accounts always equal the jackpot's amounts."""

from __future__ import annotations

from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.state import Jackpot
from pitboss.ledger.accounts import JACKPOT_ACCRUAL
from pitboss.ledger.entry import Draft, Posting


def account(jackpot: str, part: str) -> str:
    """Return one of a jackpot's accounts: in, display, reserve, overflow or pending."""
    return f"jackpot:{jackpot}:{part}"


def stream(jackpot: str) -> str:
    """Return the stream of a jackpot's journal."""
    return f"jackpot/{jackpot}"


def balances(jackpot: Jackpot | None) -> dict[str, int]:
    """Return the balances of a jackpot's accounts, except that of collected contributions."""
    if jackpot is None:
        return {}
    return {
        account(jackpot.id, "display"): jackpot.display,
        account(jackpot.id, "reserve"): jackpot.reserve,
        account(jackpot.id, "overflow"): jackpot.overflow,
        account(jackpot.id, "pending"): jackpot.pending_amount,
    }


def postings(
    before: Jackpot | None, event: jackpot_events.Event, after: Jackpot
) -> tuple[Posting, ...]:
    """Return the postings of an event; they sum to zero."""
    held = balances(before)
    moves = [(name, amount - held.get(name, 0)) for name, amount in balances(after).items()]
    seeded, booked = (before.seeded, before.booked) if before else (0, 0)
    seeds = "house:jackpot-expense" if after.is_house else "house:seed"
    moves.append((seeds, seeded - after.seeded))
    moves.append(("house:receipts", after.booked - booked))
    rest = -sum(amount for _, amount in moves)
    if rest:
        moves.append((_other_side(before, event, after), rest))
    assert not sum(amount for _, amount in moves), "what one account gains, others lose"
    return tuple(Posting(name, amount) for name, amount in moves if amount)


def _other_side(before: Jackpot | None, event: jackpot_events.Event, after: Jackpot) -> str:
    """Return the account that an event's money comes from or goes to."""
    match event:
        case jackpot_events.Fed() | jackpot_events.Received():
            name = account(after.id, "in")
        case jackpot_events.HitPaid() | jackpot_events.HitVoided():
            name = JACKPOT_ACCRUAL  # the table paid the chips, and gets them back from it
        case jackpot_events.HitConfirmed():
            name = "cage:money"
        case jackpot_events.Adjusted():
            name = "house:jackpot-expense"
        case jackpot_events.Transferred():
            name = account(event.to, "in")
        case _:
            raise AssertionError(f"{event} moves money that comes from nowhere: {before} {after}")
    return name


def draft(
    before: Jackpot | None, event: jackpot_events.Event, after: Jackpot, *, actor: str, key: str
) -> Draft:
    """Return the entry of an event."""
    kind = jackpot_events.entry_kind(event)
    body = jackpot_events.write_event(event)
    return Draft(
        stream=stream(after.id),
        kind=kind,
        actor=actor,
        key=key,
        body=body,
        postings=postings(before, event, after),
    )
