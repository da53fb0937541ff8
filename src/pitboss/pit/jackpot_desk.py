"""Commands of staff for shared jackpots: one person proposes, and a second agrees."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from itertools import groupby
from operator import attrgetter
from typing import Final

from msgspec import json

from pitboss.floor.history import ROUND_KINDS, is_finished
from pitboss.floor.journal import terms_in_force
from pitboss.floor.linked_wagers import LinkedWager, is_same_chance
from pitboss.jackpot import commands as ask
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.state import Hit, Jackpot, Proposal
from pitboss.ledger.entry import Draft, Posting
from pitboss.office.core import STREAM, event_kind
from pitboss.office.decide import apply
from pitboss.office.people import DealerAssigned
from pitboss.office.state import Office
from pitboss.pit.keeper import Keeper
from pitboss.store import Store

TABLES: Final = "table/"
Dealers = Callable[[Hit], Collection[str]]
"""Hit -> who dealt at its table then, or has dealt there since."""
MayPropose = Callable[[str, ask.Operation], bool]
"""Whether somebody may still propose something."""
Withheld = Callable[[str, int], int]
"""Jackpot and hit -> the units that are kept back for the tax office."""


class JackpotDesk:
    """Takes commands of staff for jackpots; *key* makes a second try harmless."""

    def __init__(
        self,
        keeper: Keeper,
        store: Store,
        dealers: Dealers = lambda _: (),
        may_propose: MayPropose = lambda *_: True,
        withheld: Withheld = lambda *_: 0,
    ) -> None:
        """Write through *keeper*."""
        self._keeper = keeper
        self._store = store
        self._dealers = dealers
        self._may_propose = may_propose
        self._withheld = withheld

    def find(self, name: str) -> Jackpot:
        """Return a jackpot; raise `JackpotError` if none has that name."""
        live = self._keeper.jackpots.get(name)
        if live is None:
            raise JackpotError("jackpot/unknown", "there is no such jackpot")
        return live.state

    async def propose(self, name: str, operation: ask.Operation, by: str, key: str) -> Jackpot:
        """Record the proposal of one person."""
        await self._check_tables(self.find(name), operation)
        return await self._keeper.carry_out(
            name,
            lambda jackpot, at: [
                ask.propose(jackpot, operation, self._moment(jackpot, operation, by, at))
            ],
            by,
            key,
            others=self._others(name, operation),
        )

    async def approve(self, name: str, number: int, by: str, key: str) -> Jackpot:
        """Record the agreement of a second person, and carry the proposal out."""
        if await self._keeper.is_written(name, by, key):
            return self.find(name)
        waiting = ask.find_proposal(self.find(name), number)
        operation = ask.read_operation(waiting.operation)
        await self._check_tables(self.find(name), operation)
        return await self._keeper.carry_out(
            name,
            lambda jackpot, at: ask.approve(
                jackpot, number, self._moment(jackpot, operation, by, at)
            ),
            by,
            key,
            others=self._others(name, operation),
            also=lambda event, jackpot: _hand_pay(event, jackpot, by, self._withheld),
        )

    async def withdraw(self, name: str, number: int, by: str, key: str) -> Jackpot:
        """Withdraw a proposal."""
        self.find(name)
        return await self._keeper.carry_out(
            name, lambda jackpot, _: [ask.withdraw(jackpot, number, by)], by, key
        )

    async def switch(self, name: str, *, on: bool, why: str, by: str, key: str) -> Jackpot:
        """Switch a jackpot's wagers on or off; on return, the tables here know."""
        self.find(name)
        after = await self._keeper.carry_out(
            name, lambda jackpot, _: [ask.switch(jackpot, on=on, why=why, by=by)], by, key
        )
        await self._keeper.tell()  # no wager is taken once the switch is answered
        return after

    def _moment(self, jackpot: Jackpot, operation: ask.Operation, by: str, at: int) -> ask.Moment:
        dealers: Collection[str] = ()
        if isinstance(operation, ask.ConfirmHit | ask.RejectHit):
            hits = (hit for hit in jackpot.pending if hit.number == operation.number)
            dealers = [who for hit in hits for who in self._dealers(hit)]
        taker = None
        if isinstance(operation, ask.Transfer) and operation.to in self._keeper.jackpots:
            taker = self.find(operation.to)
        proposers = {proposal.by for proposal in jackpot.proposals}
        gone = [who for who in proposers if not self._may_propose(who, operation)]
        return ask.Moment(by=by, at=at, dealers=dealers, taker=taker, gone=gone)

    def holds(self, jackpot: Jackpot, proposal: Proposal, at: int) -> bool:
        """Return whether a second person may still agree to a proposal."""
        operation = ask.read_operation(proposal.operation)
        return not ask.refuse_proposal(proposal, self._moment(jackpot, operation, "", at))

    def _others(self, name: str, operation: ask.Operation) -> tuple[str, ...]:
        if isinstance(operation, ask.Transfer) and operation.to in self._keeper.jackpots:
            return (operation.to,) if operation.to != name else ()
        return ()

    async def _check_tables(self, jackpot: Jackpot, operation: ask.Operation) -> None:
        """Refuse what the rules of the tables do not allow.

        A jackpot is not closed while an open round may still win it. Its money goes to a jackpot
        that is at least as easy to win, or where the Director permits it. A jackpot that must stay
        until it is won does so under any terms.
        """
        if not isinstance(operation, ask.Transfer | ask.Close | ask.ChangeTerms):
            return
        to = operation.to if isinstance(operation, ask.Transfer) else ""
        wagers: dict[str, LinkedWager] = {}
        tails = await self._store.tails(TABLES, "dealt")
        for _, entries in groupby(tails, key=attrgetter("stream")):
            first, *rest = entries
            terms = terms_in_force((first, *rest))
            for wager, name in terms.links.items():
                if name in {jackpot.id, to}:
                    wagers[name] = LinkedWager(terms.id, wager, terms.setup)
            if isinstance(operation, ask.ChangeTerms):
                continue
            rounds = [entry for entry in rest if entry.kind in ROUND_KINDS]
            if jackpot.id in terms.links.values() and rounds and not is_finished(rounds[-1]):
                raise JackpotError("round/open", f"a round is open at table {terms.id}")
        own = wagers.get(jackpot.id)
        must_stay = own is not None and own.rules.stays_until_won
        if isinstance(operation, ask.ChangeTerms):
            if must_stay and operation.terms.may_be_removed > jackpot.terms.may_be_removed:
                message = "its rules keep it until its top award is won (2110(15)(d))"
                raise JackpotError("jackpot/kept", message)
            return
        # 2110(15)(d): the Director may permit "the jackpot offered by a different game".
        is_permitted = must_stay and jackpot.removal is not None
        if own and to in wagers and not is_permitted and not is_same_chance(own, wagers[to]):
            raise JackpotError("jackpot/odds", f"other hands win {to}, or with another probability")


def _hand_pay(
    event: jackpot_events.Event, jackpot: Jackpot, by: str, withheld: Withheld
) -> Iterable[Draft]:
    """Pay a confirmed award from the cage into the winner's wallet, or in cash."""
    if not isinstance(event, jackpot_events.HitConfirmed):
        return
    hit = next(hit for hit in jackpot.pending if hit.number == event.number)
    kept = min(withheld(jackpot.id, hit.number), hit.amount)
    body = {"jackpot": jackpot.id, "hit": hit.number, "units": hit.amount}
    # Whoever won at a physical table has no wallet: the cage pays in cash.
    stream = f"account/{hit.account}" if hit.account else f"payout/{jackpot.id}"
    payee = f"wallet:{hit.account}" if hit.account else "external:cash"
    lines = [
        Posting("cage:money", -hit.amount),
        Posting(payee, hit.amount - kept),
        Posting("tax:winners", kept),
    ]
    yield Draft(
        stream=stream,
        kind="hand-paid",
        actor=by,
        key=f"hit/{jackpot.id}/{hit.number}",
        body=json.encode(body | ({"withheld": kept} if kept else {}), order="sorted"),
        postings=tuple(line for line in lines if line.amount),
    )


_ASSIGNED: Final = event_kind(DealerAssigned)


async def read_dealers(store: Store) -> Dealers:
    """Read from the books who dealt where and when; the result answers for any hit.

    It takes no list of hits: the dealer of a hit that came after such a list could confirm it.
    """
    history: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    office = Office()
    async for entry in store.entries(STREAM):
        if entry.kind != _ASSIGNED:
            continue
        before = office.dealers
        office = apply(office, entry)
        for table, dealer in (dict.fromkeys(before, "") | dict(office.dealers)).items():
            if dealer != before.get(table, ""):
                history[table].append((entry.at, dealer))

    def dealers(hit: Hit) -> set[str]:
        changes = history[hit.table]
        at_the_hit = [dealer for at, dealer in changes if at <= hit.at][-1:]
        return {*at_the_hit, *(dealer for at, dealer in changes if at > hit.at)} - {""}

    return dealers
