"""Routes of past play: rounds, whole or step by step, and the statement."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Callable
from io import StringIO
from typing import Any, ParamSpec, TypeVar

from msgspec import json, structs

from pitboss.engine.actions import RefusedError
from pitboss.engine.record import Replay, replay
from pitboss.floor.history import round_replay
from pitboss.floor.journal import read_terms
from pitboss.floor.terms import TableTerms
from pitboss.pit.past import NOW, VOID, Item, Place, find_round, list_players, read_past, read_place
from pitboss.server.live.layout import setup_layout
from pitboss.server.live.scene import Eyes, account_eyes
from pitboss.server.past import wire
from pitboss.server.past.replay import frames, mask_record
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import RECORD_BYTES_MAX
from pitboss.server.requests.routes import Call, Routes, Text
from pitboss.server.requests.words import moment_text
from pitboss.server.services import Services

ROUND_DIGITS_MAX = 15
_P = ParamSpec("_P")
_T = TypeVar("_T")
_UNKNOWN = ApiError("round/unknown", "there is no such round of yours that is over")

PAST_ROUTES = Routes("past")
"""Everything about what was played."""


@PAST_ROUTES.get("/me/rounds", own="only one's own account", query=wire.PastQuestion)
async def rounds(call: Call) -> wire.Rounds:
    """List the rounds you have played, the last first."""
    query: wire.PastQuestion = call.query
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
    return wire.Rounds([_describe_round(item, names[item.table]) for item in played], _text(place))


_PAGES = 3
"""Parts of the past without rounds that one answer reads over."""


def _describe_round(item: Item, terms: TableTerms) -> wire.PlayedRound:
    return wire.PlayedRound(
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
    query=wire.StatementQuestion,
    answer=wire.Statement,
)
async def statement(call: Call) -> wire.Statement | Text:
    """Return what moved your money, the last first, and what you hold; also as CSV."""
    query: wire.StatementQuestion = call.query
    services, account = call.services, call.account
    page = await read_past(
        services.store, account, before=_cursor(query.before), limit=query.limit, with_wallet=True
    )
    names = await _tables(services, page.items)
    lines = [_line(item, names.get(item.table)) for item in page.items]
    if query.format == "csv":
        return Text(_csv(lines).encode(), "text/csv; charset=utf-8")
    chips = (await services.switchboard.holdings(account)).chips_cents
    wallet = await services.accounts.wallet_cents(account)
    return wire.Statement(wallet, chips, lines, _text(page.next))


def _line(item: Item, terms: TableTerms | None) -> wire.StatementLine:
    into = {"buy-in": -item.net, "cash-out": item.net, "round": 0, VOID: 0}.get(item.kind, item.net)
    return wire.StatementLine(
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


def _csv(lines: list[wire.StatementLine]) -> str:
    """Write the lines as a table, amounts in dollars."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [field.name for field in structs.fields(wire.StatementLine)]
    writer.writerow([name.removesuffix("_cents").replace("cents", "gain") for name in names])
    for line in lines:
        row = structs.asdict(line)
        writer.writerow(
            [_dollars(row[column]) if column.endswith("cents") else row[column] for column in names]
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
    """Return a round you played, once it is over, as a record of what you saw."""
    played = await _find_round(call)
    return Text(json.encode(mask_record(played, call.account)))


@PAST_ROUTES.get(
    "/rounds/{table}/{round}/replay",
    own="only rounds that one played in",
    answer=dict[str, Any],
    codes=("round/unknown",),
)
async def round_frames(call: Call) -> Text:
    """Return the same round step by step: scenes and lines."""
    played = await _find_round(call)
    eyes = account_eyes(played.round.opening, call.account)
    is_live = call.path["table"] in call.services.hall.tables
    return await _work(call, _show_round, played, eyes, with_layout=not is_live)


@PAST_ROUTES.post(
    "/replay",
    own="only the record that is sent with it",
    body=wire.GivenRecord,
    body_bytes_max=RECORD_BYTES_MAX,
    answer=dict[str, Any],
    codes=("record/malformed", "seat/unknown", "game/unknown", "action/illegal"),
)
async def record_frames(call: Call) -> Text:
    """Play a round record again, and return it step by step, with its layout."""
    body: wire.GivenRecord = call.body
    try:
        played = await _work(call, replay, body.record)
    except RefusedError as error:
        raise ApiError(error.refusal.code, error.refusal.message) from None
    numbers = [seat.number for seat in played.round.opening.seats]
    seat = numbers[0] if body.seat is None else body.seat
    if seat not in numbers:
        raise ApiError("seat/unknown", f"the record has no seat {seat}")
    return await _work(call, _show_round, played, Eyes(seat, (seat,)), with_layout=True)


async def _work(call: Call, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
    """Do slow work beside the tables, a little at a time."""
    async with call.services.replaying:
        return await asyncio.to_thread(work, *given, **named)


def _show_round(played: Replay, eyes: Eyes, *, with_layout: bool) -> Text:
    """Return a round step by step, with its layout if no open table has it."""
    answer: dict[str, Any] = {"frames": frames(played.round, eyes), "seats": eyes.yours}
    if with_layout:
        answer["layout"] = setup_layout(played.round.opening.setup)
    return Text(json.encode(answer))


async def _find_round(call: Call) -> Replay:
    """Find a finished round that the account played in."""
    table, number = call.path["table"], call.path["round"]
    if not number.isascii() or not number.isdecimal() or len(number) > ROUND_DIGITS_MAX:
        raise _UNKNOWN
    store = call.services.store
    opened = await store.entry(f"table/{table}", 1)
    entries = await find_round(store, table, int(number)) if opened else []
    if opened is None or not entries or call.account not in list_players(entries[0]):
        raise _UNKNOWN
    return await _work(call, round_replay, opened, entries)


async def _tables(services: Services, items: list[Item]) -> dict[str, TableTerms]:
    """Return the terms of the tables that items name."""
    terms: dict[str, TableTerms] = {}
    for name in dict.fromkeys(item.table for item in items if item.table):
        live = services.hall.tables.get(name)
        if live is None:
            opened = await services.store.entry(f"table/{name}", 1)
            assert opened is not None, name
            terms[name] = read_terms(opened)
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
