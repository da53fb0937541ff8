"""Derive every entry of the office, and of accounts, from the command that made it.

An entry can be well formed, and still be one that no command could have made: a role given by
somebody who may not, money that nobody decided on, an agreement to an own request. So the office is
played again, entry by entry: the command is read back from the event, the office's own code decides
it as things stood, and the outcome must be the entry, with the entries that were written beside it.

The facts that some commands had from the books (`_JUDGED`) are in no entry. Of these the actor's
permission is checked, and which accounts they move. What changes a jackpot was decided by two
people who may.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from msgspec import Struct, convert, json, to_builtins

from pitboss.engine.actions import Refusal
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.jackpot.events import HitConfirmed, HitLocked, HitRejected, entry_kind, read_event
from pitboss.jackpot.state import Hit
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.findings import Finding
from pitboss.office import (
    approvals,
    cage,
    counting,
    day,
    disputes,
    drawer,
    exclusions,
    inventory,
    people,
    physical,
    ratings,
    slips,
    switches,
    voids,
)
from pitboss.office.core import (
    HOUSE,
    STREAM,
    Agreed,
    Done,
    Errand,
    Event,
    Outcome,
    event_kind,
    request_key,
)
from pitboss.office.decide import (
    COMMAND_OF,
    COMMANDS,
    apply,
    decide,
    decode_event,
    refusal_at,
)
from pitboss.office.derive_money import HAND_PAID, PAYOUT, judged_money, stray_money
from pitboss.office.papers import PaymentKind
from pitboss.office.roles import Permission
from pitboss.office.state import Office

ACCOUNT: Final = "account/"
JACKPOT: Final = "jackpot/"
_TIMES: Final = frozenset({"until", "notice_due"})
"""Fields that were reckoned from the clock, a moment before the entry got its time."""
_MOMENT: Final = 5 * 60 * 1_000_000
"""Microseconds that the clocks of two processes may differ."""
_PROMO: Final = frozenset({"opened", "play-money"})
"""Kinds of an account's own entries that bring play money."""
_SAME: Final[Mapping[type[Event], tuple[type, ...]]] = {
    approvals.Approved: (approvals.Approve,),
    approvals.Declined: (approvals.Decline,),
    approvals.Withdrawn: (approvals.Withdraw,),
    approvals.Expired: (approvals.Expire,),
    approvals.CarriedOut: (approvals.Report,),
    people.RoleGiven: (people.GiveRole,),
    people.RoleTaken: (people.TakeRole,),
    people.StaffDisabled: (people.Disable,),
    people.StaffEnabled: (people.Enable,),
    people.DealerAssigned: (people.AssignDealer,),
    exclusions.ExclusionProposed: (exclusions.ProposeExclusion,),
    exclusions.ExclusionLifted: (exclusions.LiftExclusion,),
    exclusions.LimitsImposed: (exclusions.ImposeLimits,),
    disputes.DisputeOpened: (disputes.OpenDispute,),
    disputes.DisputeStated: (disputes.StateDispute,),
    disputes.DisputeAnswered: (disputes.AnswerDispute,),
    disputes.DisputeDecided: (disputes.DecideDispute,),
    voids.VoidAsked: (voids.AskVoid,),
    voids.VoidDismissed: (voids.DismissVoid,),
    switches.TablesSwitched: (switches.SwitchTable, switches.SwitchAll),
    slips.SlipAsked: (slips.AskSlip,),
    slips.SlipVoided: (slips.VoidSlip,),
    inventory.TrayCounted: (inventory.CountTray,),
    physical.TableAdded: (physical.AddTable,),
    physical.WagersReleased: (physical.ReleaseWagers,),
    ratings.RatingOpened: (ratings.OpenRating,),
    ratings.BetNoted: (ratings.NoteBet,),
    ratings.RatingClosed: (ratings.CloseRating,),
    physical.HandSettled: (physical.SettleHand,),
    physical.WinnerIdentified: (physical.IdentifyWinner,),
    physical.TokesCounted: (physical.CountTokes,),
    drawer.DrawerCounted: (drawer.CountDrawer,),
    drawer.DrawerTaken: (drawer.TakeDrawer,),
    drawer.ChipsRedeemed: (drawer.RedeemChips,),
    cage.WithdrawalAsked: (cage.AskWithdrawal,),
    cage.WithdrawalRefused: (cage.RefuseWithdrawal,),
    counting.CountJoined: (counting.JoinCount,),
    counting.BoxCounted: (counting.CountBox,),
    counting.BoxRecounted: (counting.RecountBox,),
    counting.CountSigned: (counting.SignCount,),
    counting.CountFinished: (counting.FinishCount,),
    day.TermsSet: (day.SetTerms,),
    day.DayOpened: (day.OpenDay,),
    day.NoticeFiled: (day.FileNotice,),
    day.MalfunctionReported: (day.ReportMalfunction,),
}
"""Event -> the commands that make it; their fields are all in the event."""
_JUDGED: Final[Mapping[type[Event], Permission]] = {
    voids.CallOffOrdered: Permission.VOID_OPEN,
    voids.RulingOrdered: Permission.VOID_OPEN,
    slips.SlipSigned: Permission.SIGN_FILL,
    inventory.TableStopped: Permission.OPEN_TABLE,
    inventory.TableOpened: Permission.OPEN_TABLE,
    inventory.TableClosed: Permission.OPEN_TABLE,
    inventory.BoxTaken: Permission.CARRY_DROP,
    physical.WagersLocked: Permission.PACE,
    day.DayClosed: Permission.RUN_DAY,
    day.ProgressivesDeposited: Permission.RUN_DAY,
    day.ProgressivesChecked: Permission.RUN_DAY,
}
"""Event -> the permission of its command, whose facts are in no entry."""


_SETTLES: Final = (Permission.SETTLE_HIT, Permission.SETTLE_HIT)
_DECIDES: Final = (Permission.PROPOSE_JACKPOT, Permission.APPROVE_JACKPOT)
_BY_TWO: Final[Mapping[str, tuple[Permission, Permission]]] = {
    entry_kind(HitConfirmed(number=0, by=())): _SETTLES,
    entry_kind(HitRejected(number=0, by=(), why="")): _SETTLES,
    **dict.fromkeys(
        ("terms-changed", "adjusted", "transferred", "closed", "removal-permitted"), _DECIDES
    ),
}
"""Kind of an entry of a jackpot -> what its two people may."""


class _Due(NamedTuple):
    """An entry that must follow the one that decided it."""

    draft: Draft
    event: Event | None = None


class _HandPays:
    """The hits of jackpots that two people confirmed, and that the cage has still to pay."""

    def __init__(self) -> None:
        self._locked: dict[tuple[str, int], Hit] = {}
        self._due: dict[tuple[str, int], Hit] = {}

    def follow(self, entry: Entry) -> None:
        """Take an entry of a jackpot."""
        name = entry.stream.removeprefix(JACKPOT)
        try:
            event = read_event(entry.body)
        except ValueError:
            return  # the sums of the books name a damaged one
        if isinstance(event, HitLocked):
            self._locked[name, event.hit.number] = event.hit
        elif isinstance(event, HitConfirmed) and (name, event.number) in self._locked:
            self._due[name, event.number] = self._locked.pop((name, event.number))

    def problem(self, office: Office, entry: Entry) -> str | None:
        """Return why a hand pay is not that of a confirmed hit; each is paid once."""
        body = json.decode(entry.body)
        place = (str(body["jackpot"]), int(body["hit"]))
        hit = self._due.pop(place, None)
        if hit is None:
            return "nobody confirmed this hit, or it was paid before"
        winner = office.winners.get(place)
        kept = min(winner.withheld_cents * UNITS_PER_CENT if winner else 0, hit.amount)
        payee = f"wallet:{hit.account}" if hit.account else "external:cash"
        stream = f"{ACCOUNT}{hit.account}" if hit.account else f"{PAYOUT}{place[0]}"
        due = {"cage:money": -hit.amount, payee: hit.amount - kept, "tax:winners": kept}
        wanted = {name: units for name, units in due.items() if units}
        is_right = entry.stream == stream and dict(entry.postings) == wanted
        return None if is_right else "the hit is another one's, or of another amount"


class Derivation:
    """Plays the office again as the books are read."""

    def __init__(self) -> None:
        """Start before the first entry."""
        self.office = Office()
        self._due: list[_Due] = []
        self._pays = _HandPays()
        self._staff: set[str] = set()
        """Who ever ran the staff: an account is written beside the office, not in step with it."""

    def add(self, entry: Entry, *, is_judged: bool) -> Finding | None:
        """Take one more entry; return why no command made it.

        *is_judged* False: it is older than these rules, and is only followed.
        """
        if entry.stream.startswith(JACKPOT):
            self._pays.follow(entry)
        pay = self._pay_problem(entry)  # asked of older entries too: each hit is paid once
        wrong = (pay or self._problem(entry)) if is_judged else None
        if entry.stream == STREAM and wrong is None:
            self.office = apply(self.office, entry)
            self._staff |= {
                account
                for account in self.office.staff
                if self.office.may(account, Permission.RUN_STAFF)
            }
        if wrong is None:
            return None
        return Finding("entry/underived", entry.name, f"{entry.name} cannot have happened: {wrong}")

    def _problem(self, entry: Entry) -> str | None:
        if self._due:
            return self._due_problem(self._due.pop(0), entry)
        if entry.stream == STREAM:
            return self._office_problem(entry)
        if entry.stream.startswith(JACKPOT) and entry.kind in _BY_TWO:
            return self._two_problem(entry) or stray_money(entry)
        if entry.kind == HAND_PAID and entry.stream.startswith((ACCOUNT, PAYOUT)):
            return None
        if entry.stream.startswith(PAYOUT):
            return "only hits are paid here"
        is_account = entry.stream.startswith(ACCOUNT)
        return self._account_problem(entry) if is_account else stray_money(entry)

    def _two_problem(self, entry: Entry) -> str | None:
        """Return why two people cannot have decided this about a jackpot."""
        first, second = _BY_TWO[entry.kind]
        try:
            by: tuple[str, ...] = getattr(read_event(entry.body), "by", ())
        except ValueError:
            return None  # the sums of the books name a damaged one
        if len({*by}) != 2:
            return "two people decide it"
        asked, agreed = by
        is_right = self.office.may(asked, first) and self.office.may(agreed, second)
        return None if is_right else f"{asked} and {agreed} may not decide it"

    def _pay_problem(self, entry: Entry) -> str | None:
        is_pay = entry.kind == HAND_PAID and entry.stream.startswith((ACCOUNT, PAYOUT))
        return self._pays.problem(self.office, entry) if is_pay else None

    def _due_problem(self, due: _Due, entry: Entry) -> str | None:
        """Compare an entry with the one that must come here."""
        draft, event = due
        own = Draft(
            stream=entry.stream,
            kind=entry.kind,
            actor=entry.actor,
            key=entry.key,
            body=entry.body,
            postings=entry.postings,
        )
        if event is not None and own._replace(body=b"") == draft._replace(body=b""):
            return None if _are_alike(event, decode_event(entry)) else "its terms are others"
        return None if own == draft else f"{draft.stream} {draft.kind} comes first"

    def _office_problem(self, entry: Entry) -> str | None:
        event = decode_event(entry)
        if type(event) in _JUDGED or isinstance(event, exclusions.Excluded):
            wrong = _permission_problem(self.office, event, entry.actor)
            return wrong or judged_money(event, entry.postings)
        problem = "no command makes it"
        for command in _read_commands(event):
            outcome = _decide(self.office, command, entry)
            if isinstance(outcome, Refusal):
                problem = outcome.message
            elif not _are_alike(outcome.event, event) or outcome.postings != entry.postings:
                problem = f"its command makes {event_kind(type(outcome.event))} of other terms"
            else:
                self._due = _follow(outcome)
                return None
        return problem

    def _account_problem(self, entry: Entry) -> str | None:
        """Return what is wrong with an entry of an account that no command of the office wrote."""
        account = entry.stream.removeprefix(ACCOUNT)
        is_own = entry.actor in {account, HOUSE}
        if not is_own and entry.actor not in self._staff:
            return f"{entry.actor} may not change this account"
        if not entry.postings:
            return None
        moved = dict(entry.postings)
        is_promo = moved.keys() == {"house:promo", f"wallet:{account}"}
        if entry.kind in _PROMO and is_promo and moved["house:promo"] < 0:
            return None
        return "nobody decided on its money"


def _decide(office: Office, command: object, entry: Entry) -> Outcome:
    try:
        return decide(office, command, entry.actor, entry.at)
    except AssertionError as error:
        return Refusal("office/assertion", str(error))


def _follow(outcome: Done) -> list[_Due]:
    """Return what is written together with an event."""
    due = [_Due(draft) for draft in outcome.also]
    agreed: Agreed | None = outcome.agreed
    if agreed is None or isinstance(agreed.done.event, Errand):
        return due
    done = agreed.done
    kind = event_kind(type(done.event))
    key = request_key(agreed.request)
    draft = Draft(
        stream=STREAM, kind=kind, actor=agreed.by, key=key, body=b"", postings=done.postings
    )
    return [*due, _Due(draft, done.event), *(_Due(draft) for draft in done.also)]


def _read_commands(event: Event) -> list[object]:
    """Return the commands that may have made an event."""
    if isinstance(event, approvals.Requested):
        command = COMMAND_OF.get(event.command)
        return [convert(event.terms, command, str_keys=True)] if command else []
    if isinstance(event, cage.PaymentMade):
        return [_PAYMENTS[event.kind](event)]
    fields = _plain(event)
    return [
        convert(
            {name: fields[name] for name in _names(command) if name in fields},
            command,
            str_keys=True,
        )
        for command in _SAME.get(type(event), ())
    ]


_PAYMENTS: Final[Mapping[PaymentKind, Callable[[cage.PaymentMade], object]]] = {
    PaymentKind.DEPOSIT: lambda made: cage.Deposit(made.of, made.cents, made.rail),
    PaymentKind.WITHDRAWAL: lambda made: cage.ConfirmWithdrawal(made.number),
    PaymentKind.ADJUSTMENT: lambda made: cage.AdjustWallet(made.of, made.cents, made.reason),
    PaymentKind.TIPS: lambda made: cage.PayTips(made.of, made.cents, made.cents * UNITS_PER_CENT),
    PaymentKind.CAPITAL: lambda made: cage.MoveCapital(made.of, made.cents, made.reason),
}
"""Kind of payment -> its command."""


def _permission_problem(office: Office, event: Event, actor: str) -> str | None:
    if actor == HOUSE:
        return None
    if isinstance(event, exclusions.Excluded):
        if event.is_own:
            return None if actor == event.account else "nobody excludes another as himself"
        needs = Permission.EXCLUDE
    else:
        needs = _JUDGED[type(event)]
    refusal = refusal_at(office, actor, needs, getattr(event, "table", None))
    return refusal.message if refusal else None


def _are_alike(made: Event, written: Event) -> bool:
    """Return whether two events are the same, whatever the clock said."""
    if type(made) is not type(written):
        return False
    ours = _plain(made)
    theirs = _plain(written)
    for name in _TIMES & ours.keys():
        one = ours.pop(name)
        other = theirs.pop(name)
        if one != other and not (one and other and abs(one - other) <= _MOMENT):
            return False
    return ours == theirs


def _plain(event: Event) -> dict[str, Any]:
    """Return an event as the journal has it."""
    plain: dict[str, Any] = json.decode(json.encode(to_builtins(event, str_keys=True)))
    return plain


def _names(command: type) -> tuple[str, ...]:
    assert issubclass(command, Struct)
    return command.__struct_fields__


assert all(command in COMMANDS for commands in _SAME.values() for command in commands)
