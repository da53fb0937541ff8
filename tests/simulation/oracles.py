"""What must hold in every run, judged from the answers that people got and from the journal.

The oracles do not use the code that they judge: they add up postings, read bodies, and hash entries
themselves. Where they replay rounds they compare the engine with what was written at the time.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pitboss.cards import Card
from pitboss.fair import order as order_cards
from pitboss.floor.journal import read_terms
from pitboss.floor.rebuild import rebuild
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.ledger.verify import Verification
from pitboss.office.papers import OfficeTerms
from pitboss.server.keys import Keys
from pitboss.store.postgres import PostgresStore
from tests.simulation.clients import Sent
from tests.simulation.players import Player
from tests.simulation.trace import Violation
from tests.simulation.world import World

UNITS = 100
"""Units in a cent."""
GENESIS = bytes(32)
ADDRESS = "postgresql://oracle@model/books"


def stable_hash(path: tuple[str, ...]) -> int:
    """Return a number for a way through the code that is the same in every run."""
    return int.from_bytes(sha256(repr(path).encode()).digest()[:8], "big")


@dataclass
class Books:
    """What is left at the end, and what people are told then."""

    entries: list[Entry]
    balances: dict[str, int]
    checkpoints: list[Checkpoint]
    keys: Keys
    shown: dict[str, dict[str, Any]]
    """Account -> what its owner is shown of himself."""
    limits: dict[str, dict[str, Any]]
    """Account -> its limits as shown."""
    streams: dict[str, list[Entry]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for entry in self.entries:
            self.streams[entry.stream].append(entry)


async def read_books(world: World, players: Sequence[Player]) -> Books:
    """Ask everybody what he is shown, stop the workers, and read the journal."""
    shown = {}
    limits = {}
    for player in players:
        if player.account:
            shown[player.account] = await _ask(player, "/api/1/me")
            limits[player.account] = await _ask(player, "/api/1/me/limits")
    keys = world.up[0].services.keys
    await world.close()
    store = PostgresStore(ADDRESS)
    entries = [entry async for entry in store.entries()]
    balances = await store.balances()
    checkpoints = await store.checkpoints()
    await store.close()
    return Books(entries, balances, checkpoints, keys, shown, limits)


async def _ask(player: Player, path: str) -> dict[str, Any]:
    for _ in range(20):
        answer = await player.read(path)
        if answer is not None and answer.code == "ok":
            data: dict[str, Any] = answer.data
            return data
        await player.think()
    raise Violation("progress", "a floor that is whole again does not answer", path, answer)


def judge(world: World, books: Books) -> list[Violation]:
    """Return everything that is wrong."""
    oracles: tuple[Callable[[World, Books], Iterable[Violation]], ...] = (
        chain,
        money,
        verify,
        replay,
        once,
        dealt_once,
        calm,
        shown_money,
        announced,
        two_people,
        limits,
        exclusions,
        owners,
        practice,
    )
    return [violation for oracle in oracles for violation in oracle(world, books)]


# -- the journal by itself -------------------------------------------------------------------------


def chain(_: World, books: Books) -> Iterator[Violation]:
    """Every entry follows the one before it, and has the hash that any language computes."""
    for stream, entries in books.streams.items():
        before = GENESIS
        at = 0
        for number, entry in enumerate(entries, 1):
            if entry.version != number or entry.before != before or entry.at < at:
                yield Violation("chain", "an entry does not follow", stream, number)
            if entry.hash != entry_hash(entry):
                yield Violation("chain", "a hash is wrong", stream, number)
            before = entry.hash
            at = entry.at


def entry_hash(entry: Entry) -> bytes:
    """Return the hash of an entry as its documentation says."""
    fields = [b64encode(it).decode() if isinstance(it, bytes) else it for it in tuple(entry)[:-1]]
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return sha256(b"pitboss/entry/2\x00" + text.encode()).digest()


def money(_: World, books: Books) -> Iterator[Violation]:
    """No entry makes or destroys money, and balances are what the entries add up to."""
    held: dict[str, int] = defaultdict(int)
    for entry in books.entries:
        if sum(amount for _, amount in entry.postings):
            yield Violation("money", "an entry makes money", entry.name)
        for account, amount in entry.postings:
            held[account] += amount
            kind = account.partition(":")[0]
            if kind in {"wallet", "stack", "pending", "escrow"} and held[account] < 0:
                yield Violation("money", "an account is overdrawn", account, entry.name)
    for account in sorted({*held, *books.balances}):
        if held[account] != books.balances.get(account, 0):
            yield Violation("money", "a balance is wrong", account, held[account])
    yield from _sittings(books)


def _sittings(books: Books) -> Iterator[Violation]:
    """What a player leaves a seat with is what he brought and what the rounds gave him."""
    for stream, entries in books.streams.items():
        if stream.startswith("table/"):
            stacks: dict[int, int] = defaultdict(int)
            felt = 0
            for entry in entries:
                body = json.loads(entry.body)
                yield from _follow_stacks(entry, body, stacks)
                felt += sum(it.amount for it in entry.postings if it.account[:7] == "escrow:")
                if "settled" in body and felt:
                    yield Violation("money", "money lies on the felt after a round", entry.name)


def _follow_stacks(
    entry: Entry, body: Mapping[str, Any], stacks: dict[int, int]
) -> Iterator[Violation]:
    """Follow the chips before each seat: what was bought by the bodies, the rest by postings."""
    match entry.kind:
        case "seat-taken" | "bought-in":
            stacks[body["seat"]] += body["cents"]
        case "seats-left":
            for seat, _, cents in body["seats"]:
                if stacks.pop(seat, 0) != cents:
                    yield Violation("money", "a stack is wrong", entry.name, seat)
        case _:
            for account, amount in entry.postings:
                if account.startswith("stack:"):
                    stacks[int(account.rpartition(":")[2])] += amount // UNITS


def verify(_: World, books: Books) -> Iterator[Violation]:
    """The product's own verification, with the checkpoints and their signatures."""
    books_so_far = Verification(books.checkpoints, is_signed=books.keys.is_signed)
    for entry in books.entries:
        if books_so_far.add(entry):
            break
    finding = books_so_far.end(balances=books.balances)
    if finding is not None:
        yield Violation("verify", finding.message, finding.place)
    if not books.checkpoints:
        yield Violation("verify", "the books were closed without a checkpoint")


def replay(_: World, books: Books) -> Iterator[Violation]:
    """Every table's journal can be played again: the same cards, and the same money."""
    for stream, entries in books.streams.items():
        if stream.startswith("table/"):
            try:
                table = _replayed(entries, books.keys)
            except Exception as error:  # noqa: BLE001 - whatever is wrong
                yield Violation("replay", "a journal cannot be played again", stream, repr(error))
                continue
            if table.terms.has_own_chips:
                continue
            for seat, sitting in table.seats.items():
                units = books.balances.get(f"stack:{table.id}:{seat}", 0)
                if units != sitting.stack * UNITS:
                    yield Violation("replay", "a stack differs", stream, seat, units)


def _replayed(entries: Sequence[Entry], keys: Keys) -> Any:  # noqa: ANN401 - a TableState
    terms = read_terms(entries[0])
    known = {}
    for entry in entries:
        if entry.kind == "promised":
            body = json.loads(entry.body)
            number, sealed = body["shuffle"], b64decode(body["sealed"])
            known[number] = keys.unseal(f"{terms.id}/{number}", sealed)

    def order(number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
        return order_cards.cut_order(known[number], cards, seeds)

    return rebuild(terms, entries, order, {})


# -- what people were told -------------------------------------------------------------------------


def once(world: World, books: Books) -> Iterator[Violation]:
    """A command with a key takes effect once if anybody was told so, and never more often."""
    effects = _effects(books)
    signed = {
        (sent.account, sent.path)
        for sent in world.sent
        if effects.get((_place(sent)[0], sent.account, sent.key))
    }
    for sent in world.sent:
        place, what = _place(sent)
        number = effects.get((place, sent.account, sent.key), 0)
        if what.endswith(SIGNED) and not number and (sent.account, sent.path) in signed:
            continue  # it is answered with the signature that is there
        if number > 1:
            yield Violation("once", "a key took effect twice", sent.path, sent.key, number)
        if sent.is_done and not number and not what.endswith(UNWRITTEN):
            yield Violation("announced", "carried out by its answer, not by the books", sent)
        if sent.is_refused and number and not what.endswith(ORDERS):
            yield Violation("once", "refused by its answer, and in the books", sent)


def dealt_once(world: World, books: Books) -> Iterator[Violation]:
    """No bet is dealt more often than it was sent under different keys."""
    sent: Counter[tuple[str, str, int, str]] = Counter()
    for it in world.sent:
        place, what = _place(it)
        if what == "bet" and not it.is_refused:
            wagers = {wager: cents for wager, cents in it.body["wagers"].items() if cents}
            sent[it.account, place, it.body["seat"], _plain(wagers)] += 1
    dealt: Counter[tuple[str, str, int, str]] = Counter()
    for stream, entries in books.streams.items():
        seats: dict[int, str] = {}
        for entry in entries if stream.startswith("table/") else ():
            body = json.loads(entry.body)
            if entry.kind.endswith("seat-taken"):
                seats[body["seat"]] = body["account"]
            for seat, wagers in body.get("bets", {}).items() if entry.kind == "dealt" else ():
                dealt[seats.get(int(seat), ""), stream, int(seat), _plain(wagers)] += 1
    for bet, number in dealt.items():
        if number > sent[bet] and bet[0] in world.accounts:
            yield Violation("once", "a bet was dealt more often than it was made", bet, number)


def _plain(wagers: Mapping[str, int]) -> str:
    """Return wagers without those on jackpots, which leave the felt where nobody knows them."""
    kept = {wager: cents for wager, cents in wagers.items() if not wager.startswith("jackpot")}
    return json.dumps(kept, sort_keys=True)


def calm(world: World, _: Books) -> Iterator[Violation]:
    """Where nothing fails, nobody is told that the books do not answer."""
    if world.scenario.is_calm:
        for sent in world.sent:
            if "store/unavailable" in sent.answers:
                yield Violation("calm", "refused by the books though nothing fails", sent)


UNWRITTEN = (
    *("bet", "cut", "reveal", "sit-out", "leave"),
    *("deal", "pause", "switch", "play-money", "requests"),
)
"""Commands that may leave no entry under their own key: a bet is in that of its deal."""
SIGNED = ("confirm", "reject")
"""Commands by which somebody signs a hit, once under whatever keys."""
ORDERS = ("approve", "void-open", "rule")
"""Orders, which are written before a table or a jackpot says that it cannot obey."""


def _place(sent: Sent) -> tuple[str, str]:
    """Return the stream that a command is written to, and what it is."""
    parts = sent.path.split("/")
    match parts[3:]:
        case ["tables", table, what]:
            return f"table/{table}", what
        case ["staff", "jackpots", name, *rest]:
            return f"jackpot/{name}", "/".join(rest)
        case rest:
            return "office", "/".join(rest)


def _effects(books: Books) -> dict[tuple[str, str, str], int]:
    """Return how often each key of an account is in the books: of an entry, or of a dealt bet."""
    effects: dict[tuple[str, str, str], int] = defaultdict(int)
    for entry in books.entries:
        stream = entry.stream
        own = {entry.key}
        if stream.startswith("table/") and entry.kind == "dealt":
            body = json.loads(entry.body)
            own |= {key for key, _, _ in body.get("keys", ())}
        if stream.startswith("account/"):
            account = stream.removeprefix("account/")
            effects["office", account, entry.key.rpartition("/")[2]] += 1
        for key in own:
            account, _, name = key.partition(":" if stream.startswith("table/") else "/")
            effects[stream, account, name] += 1
    return effects


def announced(world: World, books: Books) -> Iterator[Violation]:
    """Rounds that anybody saw settled are in the journal, settled in the same way."""
    settled: dict[tuple[str, int], list[list[Any]] | None] = {}
    for stream, entries in books.streams.items():
        number = 0
        for entry in entries:
            body = json.loads(entry.body)
            number = body.get("round", number)
            if entry.kind == "dealt" and "settled" not in body:
                settled[stream.removeprefix("table/"), number] = None  # it may still be open
            if "settled" in body:
                settled[stream.removeprefix("table/"), number] = body["settled"]
    for (table, number), lines in world.watching.settled.items():
        if (table, number) not in settled:
            yield Violation("announced", "a round was shown and is lost", table, number)
            continue
        written = settled[table, number]
        if written is not None and not {*lines} <= {(it[0], it[1], it[2], it[5]) for it in written}:
            yield Violation("announced", "a round was shown otherwise", table, number, written)


def shown_money(_: World, books: Books) -> Iterator[Violation]:
    """What a player is shown at the end is what the postings of his accounts add up to."""
    seats: dict[str, list[str]] = defaultdict(list)
    for stream, entries in books.streams.items():
        taken: dict[int, str] = {}
        for entry in entries if stream.startswith("table/") else ():
            if entry.kind == "seat-taken":
                body = json.loads(entry.body)
                taken[body["seat"]] = body["account"]
            elif entry.kind == "seats-left":
                for seat, *_ in json.loads(entry.body)["seats"]:
                    taken.pop(seat, None)
        for seat, account in taken.items():
            seats[account].append(f"stack:{stream.removeprefix('table/')}:{seat}")
    for account, shown in books.shown.items():
        wallet = books.balances.get(f"wallet:{account}", 0) // UNITS
        if shown.get("wallet_cents", wallet) != wallet:
            yield Violation("money", "a wallet is shown wrongly", account, shown, wallet)


def two_people(_: World, books: Books) -> Iterator[Violation]:
    """What takes two people was asked for by one and agreed to by another."""
    asked: dict[int, str] = {}
    agreed: dict[int, str] = {}
    roles: dict[str, set[str]] = defaultdict(set)
    for entry in books.streams.get("office", ()):
        body = json.loads(entry.body)
        if entry.kind == "role-given":
            roles[body["account"]].add(body["role"])
        elif entry.kind == "role-taken":
            roles[body["account"]].discard(body["role"])
        if entry.kind == "staff-enabled" and roles[body["account"]] <= READS_ONLY:
            continue  # who only reads is given the role by one person too
        if entry.kind == "requested":
            asked[body["number"]] = entry.actor
        elif entry.kind == "approved":
            agreed[body["number"]] = entry.actor
            if asked.get(body["number"]) == entry.actor:
                yield Violation("two people", "somebody agreed with himself", entry.name)
        elif entry.actor != "house" and _takes_two(entry.kind, body):
            number = body.get("request", 0)
            people = {asked.get(number, entry.actor), agreed.get(number, entry.actor)}
            if len(people) < 2:
                yield Violation("two people", f"{entry.kind} by one person", entry.name, people)
    yield from _tables_by_two(books)
    yield from _cage_by_two(books)
    yield from _hits_by_two(books)


def _cage_by_two(books: Books) -> Iterator[Violation]:
    """The drawer goes from hand to hand, and large sums of chips are bought back by two."""
    sums: Counter[tuple[int, str]] = Counter()
    large = 0
    for entry in books.streams.get("office", ()):
        body = json.loads(entry.body)
        if entry.kind == "terms-set":
            large = body["terms"]["large_cents"]
        elif entry.kind == "drawer-taken" and body["given_by"] == entry.actor:
            yield Violation("two people", "the drawer was taken from oneself", entry.name)
        elif entry.kind == "chips-redeemed":
            sums[body["day"], entry.actor] += body["cents"]
            is_large = sums[body["day"], entry.actor] >= (large or OfficeTerms().large_cents)
            if is_large and not body.get("request"):
                yield Violation("two people", "chips bought back by one", entry.name, entry.actor)


def _hits_by_two(books: Books) -> Iterator[Violation]:
    """Two people decide about a hit, and one that is not rejected keeps its wagers."""
    held: dict[tuple[str, int], tuple[str, int]] = {}
    for entry in books.entries:
        body = json.loads(entry.body) if entry.body.startswith(b"{") else {}
        if entry.stream.startswith("jackpot/"):
            place = (entry.stream, body.get("number", 0))
            if entry.kind == "hit-locked":
                hit = body["hit"]
                held[entry.stream, hit["number"]] = (hit["table"], hit["round"])
            elif entry.kind in {"hit-rejected", "hit-voided"}:
                held.pop(place, None)
            if entry.kind in {"hit-confirmed", "hit-rejected"} and len({*body["by"]}) != 2:
                yield Violation("two people", "a hit decided by one", entry.name, body["by"])
        elif entry.kind == "wagers-released" and (body["table"], body["round"]) in held.values():
            yield Violation("money", "a wager that won was given back", entry.name)


READS_ONLY = frozenset({"surveillance", "auditor"})


def _takes_two(kind: str, body: Mapping[str, Any]) -> bool:
    """Return whether an entry of the office takes two, by docs/reference/permissions.md."""
    match kind:
        case "role-given":
            return body["role"] not in READS_ONLY
        case "staff-enabled":
            return True
        case "dispute-decided":
            return bool(body.get("award_cents"))
        case "payment-made":
            return body.get("kind") in {"adjustment", "capital"}
        case "table-added":
            return True
        case _:
            return False


def _tables_by_two(books: Books) -> Iterator[Violation]:
    for stream, entries in books.streams.items():
        for entry in entries if stream.startswith("table/") else ():
            if entry.kind == "taken-back":
                approvers = set(json.loads(entry.body).get("approvers", ()))
                if len(approvers) < 2:
                    yield Violation("two people", "a settled round voided by one", entry.name)


# -- limits ----------------------------------------------------------------------------------------


def limits(world: World, books: Books) -> Iterator[Violation]:
    """Limits that a player was told of hold: each is still shown, and no round goes beyond it."""
    told: dict[str, dict[str, int]] = defaultdict(dict)
    for _, account, wanted in world.limits:
        for name, cents in wanted.items():
            told[account][name] = min(cents, told[account].get(name, cents))
    for account, wanted in told.items():
        shown = books.limits.get(account)
        if shown is None:
            continue  # its owner lost the session of a guest, and has another account
        for name, cents in wanted.items():
            now = shown.get(name)
            if now is None or now > cents:
                yield Violation("limits", "a limit is gone", account, name, cents, shown)
    yield from _wagers(world, books)


def _wagers(world: World, books: Books) -> Iterator[Violation]:
    """Return rounds in which somebody lost more than the limit that he was told of before."""
    since = {
        (account, name): (at, cents)
        for at, account, wanted in reversed(world.limits)
        for name, cents in wanted.items()
    }
    first_sent = {(sent.account, sent.key): sent.at for sent in world.sent}
    for stream, entries in books.streams.items():
        if not stream.startswith("table/"):
            continue
        seats: dict[int, str] = {}
        bets: dict[int, float] = {}
        for entry in entries:
            body = json.loads(entry.body)
            if entry.kind == "seat-taken":
                seats[body["seat"]] = body["account"]
            elif entry.kind == "dealt":
                bets = {}
                for key, seat, _ in body.get("keys", ()):
                    account, _, name = key.partition(":")
                    bets[seat] = first_sent.get((account, name), 0.0)
                account, _, name = entry.key.partition(":")
                bets |= {
                    seat: first_sent.get((account, name), 0.0)
                    for seat, who in seats.items()
                    if who == account and seat not in bets and str(seat) in body["bets"]
                }
            if "settled" in body:
                yield from _round_over_limit(entry, body, seats, bets, since)


def _round_over_limit(
    entry: Entry,
    body: Mapping[str, Any],
    seats: Mapping[int, str],
    bets: Mapping[int, float],
    since: Mapping[tuple[str, str], tuple[float, int]],
) -> Iterator[Violation]:
    lost: dict[str, int] = defaultdict(int)
    for seat, _, _, _, _, net in body["settled"]:
        lost[seats.get(seat, "")] -= net
    for account, cents in lost.items():
        at, most = since.get((account, "wager_cents"), (1e18, 0))
        own = [bets.get(seat, 0.0) for seat, who in seats.items() if who == account]
        if cents > most and own and min(own) > at:
            yield Violation("limits", "lost more than the limit of a round", entry.name, cents)


def exclusions(world: World, _: Books) -> Iterator[Violation]:
    """Nobody who was told that he is excluded takes a seat or bets afterwards."""
    since: dict[str, float] = {}
    for sent in world.sent:
        if sent.path == "/api/1/me/exclusion" and sent.is_done:
            since.setdefault(sent.account, sent.done_at)
    for sent in world.sent:
        place, what = _place(sent)
        is_stake = place.startswith("table/") and what in {"sit", "buy-in", "bet"}
        if is_stake and sent.is_done and sent.at > since.get(sent.account, 1e18):
            yield Violation("exclusions", "an excluded player plays", sent)


# -- who wrote -------------------------------------------------------------------------------------


def owners(world: World, _: Books) -> Iterator[Violation]:
    """A process that takes a table over writes so first, and from then on no other writes."""
    owner: dict[str, str] = {}
    for worker, stream, kind in world.watching.written:
        if not stream.startswith("table/"):
            continue
        if kind in {"taken-over", "opened"}:
            owner[stream] = worker
        elif owner.get(stream) != worker:
            yield Violation("leases", "a process writes a table it has not", stream, worker, kind)


def practice(_: World, books: Books) -> Iterator[Violation]:
    """Practice tables move no money."""
    for stream, entries in books.streams.items():
        if stream.startswith("table/") and json.loads(entries[0].body).get("owner"):
            moved = [entry.name for entry in entries if entry.postings]
            if moved:
                yield Violation("practice", "a practice table moves money", moved[:3])
