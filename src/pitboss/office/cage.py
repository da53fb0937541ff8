"""The cage: deposits, withdrawals, tips, capital and adjustments, each with a number.

Every change of a wallet is written to the account's own stream with the office's entry, so the
player's statement has it. The player alone asks for a withdrawal: its money is set aside, nothing
else can spend it, and a cashier pays it. Large payments, and all movements of money other than a
player's own, need a second person. A payment is large by the sum of the gambling day, so parts of
it are no way round. Nothing moves money from one player to another.
"""

from __future__ import annotations

import re
from typing import Annotated, Final

from msgspec import Meta, json

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import Value, replace
from pitboss.ledger.entry import Draft, Posting
from pitboss.office.core import Done, Event, Handler, Outcome, Second, check, copy_fields, without
from pitboss.office.drawer import with_cash
from pitboss.office.fields import Cents, PlayerId, Rail, Reason, SignedCents
from pitboss.office.papers import PaymentKind, Withdrawal
from pitboss.office.roles import Permission, may
from pitboss.office.signing import DAY, find_day, reason_problem
from pitboss.office.state import Office
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.strain import strained
from pitboss.text.numbers import money

RAILS: Final = ("cash", "bank", "card", "check")
"""How money comes in and goes out."""
CAGE_PARTS: Final = ("money", "chips")
WITHDRAWALS_MAX: Final = 100_000
"""Withdrawals that wait at a time; the first one of an account may always be asked for."""
OWN_WITHDRAWALS_MAX: Final = 10
"""Withdrawals of one account that wait at a time."""
_NAME: Final = re.compile(r"[a-z0-9.-]{1,100}")
_K: Final = PaymentKind


class _OfWallet(Value, frozen=True):
    """A command about money of a player."""

    account: PlayerId
    cents: Cents
    rail: Rail = "cash"


class Deposit(_OfWallet, frozen=True):
    """Take money for a player's wallet; a large sum in a day waits for a second person."""


class AskWithdrawal(_OfWallet, frozen=True):
    """Request a withdrawal from your wallet: the money is set aside until a cashier pays it."""


class ConfirmWithdrawal(Value, frozen=True):
    """Pay a withdrawal that waits; from a large sum in a day on, a second person must agree."""

    number: int


class RefuseWithdrawal(Value, frozen=True):
    """Refuse a withdrawal that waits: its money goes back to the wallet.

    The player who asked for it may cancel it so.
    """

    number: int
    reason: Reason


class AdjustWallet(Value, frozen=True):
    """Correct a wallet; a second person must agree."""

    account: PlayerId
    cents: SignedCents
    reason: Reason


class PayTips(Value, frozen=True):
    """Pay tips out of a pool."""

    pool: Annotated[str, Meta(min_length=1, max_length=100, description="The table's id.")]
    cents: Cents
    held: int | None = None
    """Units in the pool; None: unknown until the entry is written."""


class MoveCapital(Value, frozen=True):
    """Put money of the house into the cage or take it out; a second person must agree."""

    part: Annotated[str, Meta(description="money or chips", max_length=20)]
    cents: SignedCents
    reason: Reason


class WithdrawalAsked(Event, frozen=True):
    """A withdrawal was requested, and its money set aside."""

    number: int
    account: str
    cents: int
    rail: str


class WithdrawalRefused(Event, frozen=True):
    """A withdrawal was refused or cancelled."""

    number: int
    account: str
    cents: int
    reason: str


class PaymentMade(Event, frozen=True):
    """Money of the cage was moved."""

    number: int
    day: int
    kind: PaymentKind
    of: str
    """Whose: an account, a pool of tips, or the part of the cage that capital goes to."""
    cents: int
    """Negative where an adjustment or the house takes money out."""
    rail: str = ""
    reason: str = ""


# -- commands ------------------------------------------------------------------------------------


def _deposit(office: Office, command: Deposit, by: str, now: int) -> Outcome:
    account = command.account
    cents = command.cents
    _check_money(cents, command.rail)
    _check_account(account, by)
    _check_deposit(office, command, now)
    return _pay(office, by, _K.DEPOSIT, account, cents, rail=command.rail)


def _check_deposit(office: Office, command: Deposit, now: int) -> None:
    """Refuse a deposit that is not allowed; withdrawals always are (GLI-19 A.3.8)."""
    if office.exclusion(command.account, now) is not None:
        raise RefusedError("account/excluded", "the player is excluded and may put no money in")
    limits = office.limits.get(command.account)
    most = limits.deposit_cents if limits else None
    lately = deposited_cents(office, command.account, now)
    if most is not None and lately + command.cents > most:
        message = f"the house lets this player put in {money(most)} in 24 hours, and"
        raise RefusedError("limit/deposit", f"{message} {money(lately)} came in")


def deposited_cents(office: Office, account: str, now: int) -> int:
    """Return the deposits of an account in the last 24 hours, in cents."""
    return sum(cents for at, cents in office.deposits.get(account, ()) if at > now - DAY)


def _ask_withdrawal(office: Office, command: AskWithdrawal, by: str, _now: int) -> Outcome:
    account = command.account
    if by != account:
        return Refusal("permission/missing", "only the player asks for money of the wallet")
    waiting = sum(paper.account == account for paper in office.withdrawals.values())
    if waiting >= strained("cap.withdrawals", OWN_WITHDRAWALS_MAX):
        message = f"{waiting} withdrawals of yours wait; cancel one, or wait until one is paid"
        return Refusal("payment/too-many", message)
    if waiting and len(office.withdrawals) >= WITHDRAWALS_MAX:
        return Refusal("payment/too-many", "too many withdrawals wait; yours is one of them")
    _check_money(command.cents, command.rail)
    _check_account(account, "")
    event = copy_fields(command, WithdrawalAsked, number=office.payment_count + 1)
    moved = (f"wallet:{account}", f"pending:{account}")
    return Done(event, (), (_draft(by, "withdrawal-asked", event, account, moved),))


def _confirm(office: Office, command: ConfirmWithdrawal, by: str, _now: int) -> Outcome:
    paper = _find(office, command.number)
    account = paper.account
    cents = paper.cents
    _check_account(account, by)
    if paper.by != account:  # of books from before only the player could ask
        message = "the player did not ask for this; refuse it, and let the player ask"
        return Refusal("payment/not-asked", message)
    rail = paper.rail
    number = paper.number
    return _pay(office, by, _K.WITHDRAWAL, account, cents, rail=rail, number=number)


def _refuse(office: Office, command: RefuseWithdrawal, by: str, _now: int) -> Outcome:
    paper = _find(office, command.number)
    _check_own(office, paper.account, by)
    check(reason_problem(command.reason))
    account = paper.account
    event = copy_fields(paper, WithdrawalRefused, reason=command.reason)
    moved = (f"pending:{account}", f"wallet:{account}")
    return Done(event, (), (_draft(by, "withdrawal-refused", event, account, moved),))


def _check_own(office: Office, account: str, by: str) -> None:
    """Refuse everybody but the owner of an account and the cage."""
    if by != account and not may(office.roles(by), Permission.CAGE):
        raise RefusedError("permission/missing", "your role does not allow this")


def _adjust(office: Office, command: AdjustWallet, by: str, _now: int) -> Outcome:
    of = command.account
    cents = command.cents
    _check_amount(abs(cents))
    _check_account(of, by)
    check(reason_problem(command.reason))
    return _pay(office, by, _K.ADJUSTMENT, of, cents, reason=command.reason)


def _pay_tips(office: Office, command: PayTips, by: str, _now: int) -> Outcome:
    _check_amount(command.cents)
    _check_account(command.pool, "")
    _check_pool(command)
    return _pay(office, by, _K.TIPS, command.pool, command.cents, rail="cash")


def _move_capital(office: Office, command: MoveCapital, by: str, _now: int) -> Outcome:
    of = command.part
    cents = command.cents
    if of not in CAGE_PARTS:
        return Refusal("cage/part", f"capital goes to {' or '.join(CAGE_PARTS)} of the cage")
    _check_amount(abs(cents))
    check(reason_problem(command.reason))
    return _pay(office, by, _K.CAPITAL, of, cents, reason=command.reason)


def _pay(
    office: Office,
    by: str,
    kind: PaymentKind,
    of: str,
    cents: int,
    *,
    rail: str = "",
    reason: str = "",
    number: int = 0,
) -> Outcome:
    """Move the money of a payment; a change of a wallet is an entry of the player's stream."""
    event = PaymentMade(
        number=number or office.payment_count + 1,
        day=find_day(office).number,
        kind=kind,
        of=of,
        cents=cents,
        rail=rail,
        reason=reason,
    )
    outside = f"external:{rail}"
    moved = {
        _K.DEPOSIT: (outside, f"wallet:{of}"),
        _K.WITHDRAWAL: (f"pending:{of}", outside),
        _K.ADJUSTMENT: ("house:adjustments", f"wallet:{of}"),
        _K.TIPS: (f"tips:{of}", outside),
        _K.CAPITAL: ("house:capital", f"cage:{of}"),
    }[kind]
    if kind in (_K.TIPS, _K.CAPITAL):
        return Done(event, _lines(cents, moved))
    return Done(event, (), (_draft(by, kind, event, of, moved),))


def _lines(cents: int, moved: tuple[str, str]) -> tuple[Posting, ...]:
    source, target = moved
    units = cents * UNITS_PER_CENT
    return Posting(source, -units), Posting(target, units)


def _draft(
    by: str,
    kind: str,
    event: WithdrawalAsked | WithdrawalRefused | PaymentMade,
    account: str,
    moved: tuple[str, str],
) -> Draft:
    """Return the entry of a player's own stream."""
    body = {"payment": event.number, "cents": event.cents}
    key = f"cage/{event.number}/{kind}"
    text = json.encode(body, order="sorted")
    return Draft(
        stream=f"account/{account}",
        kind=kind,
        actor=by,
        key=key,
        body=text,
        postings=_lines(event.cents, moved),
    )


# -- what is wrong -------------------------------------------------------------------------------


def _check_amount(cents: int) -> None:
    if not 1 <= cents <= CENTS_MAX:
        raise RefusedError("payment/amount", f"a payment is 1 cent to {money(CENTS_MAX)}")


def _check_money(cents: int, rail: str) -> None:
    if rail not in RAILS:
        raise RefusedError("payment/rail", f"money comes and goes by {', '.join(RAILS)}")
    _check_amount(cents)


def _check_account(account: str, by: str) -> None:
    if account == by:
        raise RefusedError("payment/own", "nobody handles money of his own account")
    if not _NAME.fullmatch(account):
        raise RefusedError("account/unknown", "there is no such account")


def _check_pool(request: PayTips) -> None:
    """Refuse a payment that the pool cannot cover, before anybody has to agree."""
    if request.held is not None and request.cents * UNITS_PER_CENT > request.held:
        held = money(request.held // UNITS_PER_CENT)
        cents = money(request.cents)
        message = f"the tips of {request.pool} are {held}, and {cents} is more than that"
        raise RefusedError("account/short", message)


def _find(office: Office, number: int) -> Withdrawal:
    """Return a withdrawal that waits."""
    if number in office.withdrawals:
        return office.withdrawals[number]
    if 1 <= number <= office.payment_count:
        raise RefusedError("payment/settled", f"payment {number} is no withdrawal that waits")
    raise RefusedError("payment/unknown", f"there is no payment {number}")


# -- events --------------------------------------------------------------------------------------


def _apply_withdrawal_asked(office: Office, event: WithdrawalAsked, by: str, at: int) -> Office:
    paper = copy_fields(event, Withdrawal, by=by, at=at)
    withdrawals = {**office.withdrawals, paper.number: paper}
    return replace(office, withdrawals=withdrawals, payment_count=paper.number)


def _apply_payment_made(office: Office, event: PaymentMade, by: str, at: int) -> Office:
    after = _apply_withdrawal_refused(office, event, by, at)
    paid = _paid_cents(office, event.kind, event.of) + event.cents
    after = replace(after, paid={**office.paid, (event.kind, event.of): paid})
    if event.kind is _K.CAPITAL and event.of == "money":
        after = with_cash(after, event.cents * UNITS_PER_CENT)
    if event.kind is not _K.DEPOSIT:
        return after
    recent = [deposit for deposit in office.deposits.get(event.of, ()) if deposit[0] > at - DAY]
    deposits = {**office.deposits, event.of: (*recent, (at, event.cents))}
    return replace(after, deposits=deposits)


def _apply_withdrawal_refused(
    office: Office, event: PaymentMade | WithdrawalRefused, _by: str, _at: int
) -> Office:
    left = without(office.withdrawals, event.number)
    return replace(office, withdrawals=left, payment_count=max(office.payment_count, event.number))


def _paid_cents(office: Office, kind: PaymentKind, of: str) -> int:
    """Return the payments of a kind to an account or pool in the gambling day, in cents."""
    return office.paid.get((kind, of), 0)


def _is_large(office: Office, kind: PaymentKind, of: str, cents: int) -> bool:
    """Return whether a payment makes the sum of the day large: parts count together."""
    return _paid_cents(office, kind, of) + cents >= office.terms.large_cents


def _is_large_deposit(office: Office, command: Deposit, _by: str) -> bool:
    return _is_large(office, _K.DEPOSIT, command.account, command.cents)


def _are_large_tips(office: Office, command: PayTips, _by: str) -> bool:
    return _is_large(office, _K.TIPS, command.pool, command.cents)


def _is_large_withdrawal(office: Office, command: ConfirmWithdrawal, _by: str) -> bool:
    paper = office.withdrawals.get(command.number)
    return paper is not None and _is_large(office, _K.WITHDRAWAL, paper.account, paper.cents)


def _check_owner(_office: Office, command: Deposit | AdjustWallet, _by: str, second: str) -> None:
    """Refuse the owner of an account as the second person of its payment."""
    _check_account(command.account, second)


def _check_payee(office: Office, command: ConfirmWithdrawal, _by: str, second: str) -> None:
    _check_account(_find(office, command.number).account, second)


_P: Final = Permission
COMMANDS: Final = {
    Deposit: Handler(_deposit, _P.CAGE, Second(_P.CAGE_LARGE, _is_large_deposit, _check_owner)),
    AskWithdrawal: Handler(_ask_withdrawal, None),
    ConfirmWithdrawal: Handler(
        _confirm, _P.CAGE, Second(_P.CAGE_LARGE, _is_large_withdrawal, _check_payee)
    ),
    RefuseWithdrawal: Handler(_refuse, None),
    AdjustWallet: Handler(_adjust, _P.ADJUST_WALLET, Second(_P.ADJUST_WALLET, checks=_check_owner)),
    PayTips: Handler(_pay_tips, _P.CAGE, Second(_P.CAGE_LARGE, _are_large_tips)),
    MoveCapital: Handler(_move_capital, _P.RUN_DAY, Second(_P.CAGE_LARGE)),
}
EVENTS: Final = {
    WithdrawalAsked: _apply_withdrawal_asked,
    WithdrawalRefused: _apply_withdrawal_refused,
    PaymentMade: _apply_payment_made,
}
