"""Routes of past play: rounds, whole or step by step, and the statement."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Callable
from io import StringIO
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

from msgspec import Meta, Struct, json, structs

from pitboss.engine.record import Replay
from pitboss.floor.history import round_replay
from pitboss.floor.journal import terms_in_force
from pitboss.floor.terms import TableTerms
from pitboss.late import LateFunction
from pitboss.ledger.entry import Entry
from pitboss.pit.past import NOW, VOID, Item, Place, find_round, list_players, read_past, read_place
from pitboss.pit.proofs import UnsignedError, prove_entries
from pitboss.rulebook.house import HOUSE_KEYS
from pitboss.server.live.scene import account_eyes
from pitboss.server.past.records import show_round
from pitboss.server.past.replay import mask_record
from pitboss.server.past.wire import FinishedRound, RoundReview
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import STILL_WORKING, Call, Routes, Text
from pitboss.server.requests.wire import moment_text
from pitboss.server.rules.house_work import HouseWork
from pitboss.server.services import Services
from pitboss.text.spreadsheets import safe_cell

ITEMS_MAX = 200
Limit = Annotated[int, Meta(ge=1, le=ITEMS_MAX, description="How many at most.")]
Cursor = Annotated[str, Meta(max_length=200, description="`next` of the page before.")]


class PastQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the past is asked for."""

    before: Cursor = ""
    limit: Limit = 20


class StatementQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the statement is asked for, and how it is written."""

    before: Cursor = ""
    limit: Limit = 100
    format: Literal["json", "csv"] = "json"


class PlayedRound(Struct, frozen=True, omit_defaults=True):
    """A round that the account played."""

    table: str
    name: Annotated[str, Meta(description="The name of the table.")]
    game: str
    round: int
    at: Annotated[str, Meta(description="When it ended, UTC.")]
    seats: list[int]
    stake_cents: int
    net_cents: Annotated[int, Meta(description="The net result of the wagers, without tips.")]
    tips_cents: int = 0
    void: bool = False


class Rounds(Struct, frozen=True):
    """A page of rounds, the latest first."""

    rounds: list[PlayedRound]
    next: Annotated[str | None, Meta(description="Ask for `?before=` this; null: that is all.")]


class StatementLine(Struct, frozen=True, omit_defaults=True):
    """Something that moved the account's money."""

    at: str
    kind: Annotated[
        str,
        Meta(description='"round", "void", "buy-in", "cash-out", or the kind of an account entry.'),
    ]
    cents: Annotated[int, Meta(description="The change of wallet and chips together.")]
    wallet_cents: Annotated[int, Meta(description="The change of the wallet.")]
    table: str = ""
    game: str = ""
    round: int = 0
    stake_cents: int = 0
    tips_cents: int = 0


class Statement(Struct, frozen=True):
    """A page of an account's statement, the latest change first, and its money now."""

    wallet_cents: int
    chips_cents: Annotated[int, Meta(description="Chips at tables, wagers included.")]
    lines: list[StatementLine]
    next: str | None


_P = ParamSpec("_P")
_T = TypeVar("_T")
_CSV = "text/csv; charset=utf-8"
_PAGES = 3
"""Parts of the past without rounds that one answer reads over."""
_review: HouseWork = LateFunction("pitboss.server.past.review:review")
_UNKNOWN = ApiError("round/unknown", "there is no such round of yours that is over")

PAST_ROUTES = Routes("past", is_spoken=True)
"""Everything about what was played."""


@PAST_ROUTES.get("/me/rounds", own="only one's own account", query=PastQuestion)
async def rounds(call: Call) -> Rounds:
    """List the rounds that you played, the latest first."""
    query: PastQuestion = call.query
    played: list[Item] = []
    place: Place | None = _cursor(query.before)
    for _ in range(_PAGES):
        if place is None or len(played) >= query.limit:
            break
        page = await read_past(
            call.services.store, call.account, before=place, limit=query.limit - len(played)
        )
        played += [item for item in page.items if item.kind == "round"]
        place = page.next
    names = await _tables(call.services, played)
    return Rounds([_describe_round(item, names[item.table]) for item in played], _text(place))


def _describe_round(item: Item, terms: TableTerms) -> PlayedRound:
    return PlayedRound(
        table=item.table,
        name=terms.name,
        game=terms.house.game,
        round=item.round,
        at=moment_text(item.place.at),
        seats=[*item.seats],
        stake_cents=item.stake,
        net_cents=item.net,
        tips_cents=item.tips,
        void=item.is_void,
    )


@PAST_ROUTES.get(
    "/me/statement",
    own="only one's own account",
    query=StatementQuestion,
    answer=Statement,
    texts=(_CSV,),
)
async def statement(call: Call) -> Statement | Text:
    """Return your statement: your money, and what changed it, the latest first; also as CSV."""
    query: StatementQuestion = call.query
    services = call.services
    account = call.account
    page = await read_past(
        services.store, account, before=_cursor(query.before), limit=query.limit, with_wallet=True
    )
    names = await _tables(services, page.items)
    lines = [_line(item, names.get(item.table)) for item in page.items]
    if query.format == "csv":
        return Text(_csv(lines).encode(), _CSV)
    chips = (await services.switchboard.holdings(account)).chips_cents
    wallet = await services.accounts.wallet_cents(account)
    return Statement(wallet, chips, lines, _text(page.next))


def _line(item: Item, terms: TableTerms | None) -> StatementLine:
    into = {"buy-in": -item.net, "cash-out": item.net, "round": 0, VOID: 0}.get(item.kind, item.net)
    return StatementLine(
        at=moment_text(item.place.at),
        kind=item.kind,
        cents=item.gain,
        wallet_cents=into,
        table=item.table,
        game=terms.house.game if terms else "",
        round=item.round,
        stake_cents=item.stake,
        tips_cents=item.tips,
    )


def _csv(lines: list[StatementLine]) -> str:
    """Write the lines as a table, amounts in dollars."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [field.name for field in structs.fields(StatementLine)]
    writer.writerow([name.removesuffix("_cents").replace("cents", "gain") for name in names])
    for line in lines:
        row = structs.asdict(line)
        writer.writerow(
            [
                _dollars(row[column]) if column.endswith("cents") else safe_cell(row[column])
                for column in names
            ]
        )
    return text.getvalue()


def _dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


@PAST_ROUTES.get(
    "/rounds/{table}/{round}",
    own="only rounds that one played in",
    answer=dict[str, Any],
    codes=("round/unknown",),
)
async def record(call: Call) -> Text:
    """Return the record of a finished round that you played, with the cards that you saw."""
    played = await _find_round(call)
    return Text(json.encode(mask_record(played, call.account)))


@PAST_ROUTES.get(
    "/rounds/{table}/{round}/proof",
    own="only rounds that one played in",
    answer=dict[str, Any],
    codes=("round/unknown", "proof/early"),
)
async def round_proof(call: Call) -> Text:
    """Prove that a round that you played is in the books, under a signed checkpoint.

    Keep the answer: `pitboss floor prove --check FILE` verifies it without the server.
    """
    _, entries = await _own_entries(call)
    services = call.services
    try:
        proof = await prove_entries(services.store, entries, services.keys.public, is_whole=False)
    except UnsignedError as error:
        raise ApiError("proof/early", str(error), retry_s=60) from None
    return Text(json.encode(proof))


@PAST_ROUTES.get(
    "/rounds/{table}/{round}/replay",
    own="only rounds that one played in",
    answer=dict[str, Any],
    codes=("round/unknown",),
)
async def round_frames(call: Call) -> Text:
    """Return a finished round that you played step by step, as scenes and lines."""
    played = await _find_round(call)
    eyes = account_eyes(played.round.opening, call.account)
    is_live = call.path["table"] in call.services.hall.tables
    return await _work(call, show_round, played, eyes, with_layout=not is_live)


@PAST_ROUTES.get(
    "/rounds/{table}/{round}/review",
    own="only rounds that one played in",
    answer=RoundReview,
    rate="solver",
    codes=("round/unknown", "server/busy"),
    waits=True,
)
async def round_review(call: Call) -> Text:
    """Return what each decision in a finished round that you played cost, and the best one.

    A round that is not over has none: nobody is advised at a live table.
    """
    opened, entries = await _own_entries(call)
    played = await _work(call, round_replay, opened, entries)
    eyes = account_eyes(played.round.opening, call.account)
    record = played.complete_record()
    finished = FinishedRound(record, [*eyes.yours], moment_text(entries[-1].at))
    house = {key: value for key, value in record.items() if key in HOUSE_KEYS}
    answer = await call.services.rules.soon(_review, house, json.encode(finished).decode())
    return STILL_WORKING if answer is None else Text(answer)


async def _work(call: Call, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
    """Do slow work beside the tables, a little at a time."""
    async with call.services.replaying:
        return await asyncio.to_thread(work, *given, **named)


async def _find_round(call: Call) -> Replay:
    """Find a finished round that the account played in."""
    return await _work(call, round_replay, *await _own_entries(call))


async def _own_entries(call: Call) -> tuple[Entry, list[Entry]]:
    """Return a table's first entry, and those of a finished round that the account played in."""
    table = call.path["table"]
    number = call.number("round", _UNKNOWN)
    store = call.services.store
    opened = await store.entry(f"table/{table}", 1)
    entries = await find_round(store, table, number) if opened else []
    if opened is None or not entries or call.account not in list_players(entries[0]):
        raise _UNKNOWN
    return opened, entries


async def _tables(services: Services, items: list[Item]) -> dict[str, TableTerms]:
    """Return the terms of the tables that items name."""
    terms: dict[str, TableTerms] = {}
    for name in dict.fromkeys(item.table for item in items if item.table):
        live = services.hall.tables.get(name)
        if live is None:
            tail = await services.store.stream_tails([f"table/{name}"], "dealt")
            terms[name] = terms_in_force(tail)
        else:
            terms[name] = live.state.terms
    return terms


def _cursor(text: str) -> Place:
    if not text:
        return NOW
    place = read_place(text)
    if place is None:
        raise ApiError("query/invalid", "before is what a page before had as next")
    return place


def _text(place: Place | None) -> str | None:
    return None if place is None else place.text
