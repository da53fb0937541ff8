"""Cut a shoe: players commit to seeds, the set is fixed, and only then do they reveal them.

1. From the moment a shuffle has begun, every seat may commit to a seed for the next one.
2. When the bets are closed and the next deal needs a shuffle, the set of commitments is fixed, in
   an entry of its own. From then on nobody commits, and nobody takes a bet back.
3. The players reveal their seeds, and the round is dealt.

Whoever commits and does not reveal in time would otherwise choose between two orders. So the others
commit again, to new seeds: nobody knows what order that gives. The account that stayed silent takes
no part, and may cut again only many shuffles later. The entry of the further attempt names it.

A cut is also for the shuffles that a round may need in its middle, when nobody can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.engine.actions import Refusal
from pitboss.fair.cut import SEED_BYTES_MIN, BeaconValue, Cut, FixedSet, SeedPlace
from pitboss.fair.order import SEED_BYTES_MAX
from pitboss.floor import commands as ask
from pitboss.floor.commands import Accepted, Answer, Handler
from pitboss.floor.journal import CUT_FIXED, CUT_MADE, CUT_REDONE, canonical, cut_key
from pitboss.floor.rounds import Outside
from pitboss.floor.seating import own_seat
from pitboss.floor.state import NOBODY, PROMISES, OpenCut, SeedCommitment, TableState
from pitboss.floor.terms import SECOND

ANSWER: Final = 3 * SECOND
"""How long a table waits for the seeds of a fixed set, and for new commitments after that."""
BARRED_SHUFFLES: Final = 20
"""Shuffles that an account which withheld a seed may not cut."""
AHEAD: Final = SECOND
"""How long before its publication a round of the beacon is stated, at least."""
WAIT: Final = Refusal("clock/early", "the table waits for the cut of the shoe")


def open_cut(table: TableState) -> OpenCut:
    """Return the cut that players commit to now."""
    cut = table.shuffles.open
    following = table.shoe.shoes + 1
    if cut.shuffle == following:
        return cut
    made = table.shuffles.made.fixed
    if made is not None and made.shuffle == following:  # it was cut for a shuffle that has not come
        return OpenCut(following, made.attempt + 1, withheld=(*made.withheld, ()))
    return OpenCut(following)


def cut_range(table: TableState) -> range:
    """Return the shuffles that the next round may need: one less where it begins without."""
    following = table.shoe.shoes + 1
    return range(following, following + PROMISES - (not table.shoe.is_over))


def is_cut_due(table: TableState) -> bool:
    """Return whether the shoe is cut before the next deal, if anybody wants to."""
    made = table.shuffles.made.fixed
    is_ready = made is not None and all(map(made.covers, cut_range(table)))
    return table.shoe.is_over or not is_ready


def is_cut_wanted(table: TableState) -> bool:
    """Return whether the next deal waits for a cut: somebody committed, or there is a beacon."""
    cut = open_cut(table)
    is_begun = cut.since > 0 or table.beacon is not None or bool(_present(table, cut))
    return is_begun and is_cut_due(table)


def cut_until(table: TableState) -> int:
    """Return until when the next deal waits for players or the beacon; 0: it does not wait."""
    cut = open_cut(table)
    if not cut.is_fixed:
        is_waiting = cut.since > 0 and not _have_all_committed(table, cut)
        return cut.since + ANSWER if is_waiting else 0
    if not cut.is_revealed:
        return cut.since + ANSWER
    if table.beacon is None or cut.beacon is None or cut.beacon.value:
        return 0
    return table.beacon.published_at(cut.beacon.round) + table.beacon.wait


def _have_all_committed(table: TableState, cut: OpenCut) -> bool:
    """Return whether all who may commit in a further attempt have done so, or are gone."""
    committed = {it.account for it in _present(table, cut).values()}
    seated = {it.account for it in table.seats.values()} - table.absences.keys()
    barred = {it for it, until in table.shuffles.barred.items() if until > cut.shuffle}
    # Nobody revealed a seed: others, who may have come since, get the time to commit to one.
    may_commit = seated & {*cut.accounts} if cut.accounts else seated - barred
    return not may_commit - committed


def _present(table: TableState, cut: OpenCut) -> dict[int, SeedCommitment]:
    """Return the commitments of players who are still there to reveal a seed."""
    return {
        seat: committed
        for seat, committed in sorted(cut.commitments.items())
        if seat in table.seats
        and table.seats[seat].account == committed.account
        and committed.account not in table.absences
    }


def restart_cut(table: TableState, now: int) -> TableState:
    """Return the table with the full time for the seeds or commitments that it waits for."""
    cut = table.shuffles.open
    return _with_open(table, cut._replace(since=now)) if cut.since else table


def _with_open(table: TableState, cut: OpenCut) -> TableState:
    return table._replace(shuffles=table.shuffles._replace(open=cut))


def advance_cut(table: TableState, actor: str, now: int) -> Answer | None:
    """Do the next thing for the cut before a deal; None: nothing is left to do, deal."""
    cut = open_cut(table)
    if not is_cut_wanted(table):
        return None
    if cut_until(table) > now:
        return WAIT if cut.is_dealing else Accepted(_with_open(table, _closed(cut)))
    if not cut.is_fixed:
        return _fix(table, cut, actor, now)
    if not cut.is_revealed:
        return _cut_again(table, cut, actor, now)
    if table.beacon is not None and cut.beacon is None:
        stated = _closed(cut._replace(beacon=_state_beacon(table, now)))
        return _accept(table, stated, CUT_MADE, actor, write_seeds(stated))
    return None


def _closed(cut: OpenCut) -> OpenCut:
    return cut._replace(is_dealing=True)


def _state_beacon(table: TableState, now: int) -> BeaconValue | None:
    """Return a round of the beacon whose number nobody knows yet."""
    terms = table.beacon
    return terms and BeaconValue(terms.name, terms.next_round(now + AHEAD))


def _fix(table: TableState, cut: OpenCut, actor: str, now: int) -> Accepted:
    """Fix the set of commitments; without any, the beacon can be stated at once."""
    promised = tuple(table.shuffles.promised[number] for number in cut_range(table))
    committed = _present(table, cut)
    beacon = None if committed else _state_beacon(table, now)
    fixed = _closed(
        cut._replace(commitments=committed, promised=promised, since=now, beacon=beacon)
    )
    accounts = {str(seat): it.account for seat, it in committed.items()}
    return _accept(table, fixed, CUT_FIXED, actor, {"accounts": accounts})


def _cut_again(table: TableState, cut: OpenCut, actor: str, now: int) -> Accepted:
    """Begin a further attempt without the accounts that did not reveal their seeds."""
    silent = {seat: it.account for seat, it in cut.commitments.items() if seat not in cut.seeds}
    assert silent
    after = begin_again(table, _closed(cut), silent, now)
    return Accepted(
        after,
        kind=CUT_REDONE,
        actor=actor,
        key=cut_key(cut, CUT_REDONE),
        body=canonical(
            {
                "shuffle": cut.shuffle,
                "attempt": cut.attempt,
                "withheld": {str(seat): account for seat, account in silent.items()},
                **write_seeds(cut),
            }
        ),
    )


def begin_again(table: TableState, cut: OpenCut, silent: Mapping[int, str], now: int) -> TableState:
    """Return the table with a further attempt to cut, for those who revealed their seeds."""
    revealed = (it.account for seat, it in cut.commitments.items() if seat in cut.seeds)
    again = OpenCut(
        cut.shuffle,
        cut.attempt + 1,
        withheld=(*cut.withheld, tuple(sorted(silent))),
        spent=cut.spent | {*cut.seeds.values()},
        accounts=tuple(dict.fromkeys(it for it in revealed if it not in silent.values())),
        since=now,
        is_dealing=cut.is_dealing,
    )
    barred = {it: until for it, until in table.shuffles.barred.items() if until > cut.shuffle}
    barred |= dict.fromkeys(silent.values(), cut.shuffle + 1 + BARRED_SHUFFLES)
    return table._replace(shuffles=table.shuffles._replace(open=again, barred=barred))


def _accept(
    table: TableState, cut: OpenCut, kind: str, actor: str, more: Mapping[str, Any]
) -> Accepted:
    return Accepted(
        _with_open(table, cut),
        kind=kind,
        actor=actor,
        key=cut_key(cut, kind),
        body=canonical({**fixed_set(cut).as_json(), **more}),
    )


def write_seeds(cut: OpenCut) -> dict[str, Any]:
    """Return the revealed seeds for an entry."""
    return {"seeds": {str(seat): seed.hex() for seat, seed in sorted(cut.seeds.items())}}


def fixed_set(cut: OpenCut) -> FixedSet:
    """Return the fixed set of a cut, as its proof has it."""
    return FixedSet(
        shuffle=cut.shuffle,
        promised=cut.promised,
        attempt=cut.attempt,
        commitments=tuple((seat, it.mark) for seat, it in sorted(cut.commitments.items())),
        withheld=cut.withheld,
        beacon=cut.beacon,
    )


def with_cut(table: TableState) -> TableState:
    """Return the table before a deal, with the cut of the shuffles that the round may need.

    A cut without a set is not kept: its seeds were for shuffles that began with it.
    """
    cut = open_cut(table)
    made = table.shuffles.made
    if cut.is_fixed:
        assert cut.is_revealed
        seeds = tuple(seed for _, seed in sorted(cut.seeds.items()))
        made = Cut(seeds, fixed_set(cut))
    elif table.shoe.is_over or made.fixed is None:
        made = Cut()
    else:
        return table
    rest = NOBODY if cut.is_fixed else table.shuffles.open
    return table._replace(shuffles=table.shuffles._replace(made=made, open=rest))


def _commit_seed(table: TableState, command: ask.CommitSeed, _now: int, _: Outside) -> Answer:
    own_seat(table, command)
    cut = open_cut(table)
    if (command.shuffle, command.attempt) != (cut.shuffle, cut.attempt):
        message = f"attempt {cut.attempt} to cut shuffle {cut.shuffle} is open now"
        return Refusal("cut/stale", message)
    if cut.is_fixed:
        return Refusal("cut/fixed", "the commitments to this cut are fixed; commit to the next")
    until = table.shuffles.barred.get(command.account, 0)
    if until > cut.shuffle:
        message = f"you did not reveal a seed in time; you may cut again from shuffle {until} on"
        return Refusal("cut/barred", message)
    if cut.accounts and command.account not in cut.accounts:
        message = "only those who revealed their seeds take part in a further attempt"
        return Refusal("cut/fixed", message)
    committed = {**cut.commitments, command.seat: SeedCommitment(command.account, command.mark)}
    return Accepted(_with_open(table, cut._replace(commitments=committed)), is_quiet=True)


def _reveal_seed(table: TableState, command: ask.RevealSeed, _now: int, _: Outside) -> Answer:
    own_seat(table, command)
    cut = open_cut(table)
    seat = command.seat
    seed = command.seed
    if not SEED_BYTES_MIN <= len(seed) <= SEED_BYTES_MAX:
        message = f"a seed has {SEED_BYTES_MIN} to {SEED_BYTES_MAX} bytes"
        return Refusal("seed/size", message)
    if not cut.is_fixed:
        return Refusal("seed/early", "keep your seed secret until the commitments are fixed")
    committed = cut.commitments.get(seat)
    if committed is None or committed.account != command.account:
        return Refusal("seed/uncommitted", "your seat has no commitment in the fixed set")
    if SeedPlace(table.id, cut.shuffle, cut.attempt, seat).commit(seed) != committed.mark:
        return Refusal("seed/other", "this is not the seed that you committed to")
    if seed in cut.spent:
        return Refusal("seed/used", "this seed was revealed before; everybody knows it")
    after = _with_open(table, cut._replace(seeds={**cut.seeds, seat: seed}))
    return Accepted(after, is_quiet=True)


def _hear_beacon(table: TableState, command: ask.HearBeacon, _now: int, _: Outside) -> Answer:
    cut = open_cut(table)
    if cut.beacon is None or cut.beacon.value or cut.beacon.round != command.round:
        return Refusal("beacon/other", f"no cut waits for round {command.round} of the beacon")
    heard = cut._replace(beacon=cut.beacon._replace(value=command.value))
    return Accepted(_with_open(table, heard), is_quiet=True)


ANSWERS: Mapping[type, Handler] = {
    ask.CommitSeed: _commit_seed,
    ask.RevealSeed: _reveal_seed,
    ask.HearBeacon: _hear_beacon,
}
