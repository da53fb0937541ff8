"""The routes of physical tables, and of the signs over any table."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager

from pitboss.api.tables import Table
from pitboss.engine.meter import UNITS_PER_CENT, format_units
from pitboss.jackpot import commands as ask
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.state import Jackpot
from pitboss.office import physical, ratings
from pitboss.office.decide import needs_of
from pitboss.office.disputes import StateDispute
from pitboss.office.fields import TEXT_LENGTH_MAX
from pitboss.office.papers import TrayState
from pitboss.office.roles import Permission
from pitboss.office.state import Office, PhysicalTable
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.house import House, house_data, parse_house
from pitboss.rulebook.phrases import choice
from pitboss.server.cases.routes import refuse_house
from pitboss.server.jackpots.routes import hold_winner, open_desk, winner_mark
from pitboss.server.lab.settling import (
    SETTLE_CODES,
    SettleLines,
    face_down,
    open_settled_table,
    record_of,
    show_hand,
    watcher_of,
)
from pitboss.server.office.commands import CommandRoutes, ask_office, read_number, written
from pitboss.server.office.wire import Counted, ReasonGiven, Written
from pitboss.server.physical import wire
from pitboss.server.physical.tables import (
    find_hit,
    hand_of,
    jackpot_seats,
    lock_awards,
    lock_hit,
    meter_rows,
    open_physical,
    physical_table,
    settle_again,
    unlocked_award,
    with_shares,
)
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Access, Call, Routes
from pitboss.server.requests.wire import moment_text
from pitboss.server.rules.book import open_table
from pitboss.sitting.amounts import spots_before_deal
from pitboss.sitting.settle_hand import SettleHand, settle_lines
from pitboss.text.felt import printed_lines
from pitboss.text.numbers import money
from pitboss.text.rules import limit_words

_TABLE = "/staff/physical/{table}"
UNSETTLED = "the hand is not settled: bets, cards or decisions are missing"
_CLOSED = ("table/unknown", "table/not-open")
PHYSICAL_ROUTES = CommandRoutes("physical tables", moves=True)
"""Tables with real cards and chips."""
SIGN_ROUTES = Routes("physical tables", access=Access.ANYONE)
"""What hangs over a table."""


async def _find(call: Call) -> PhysicalTable:
    office = await call.services.desk.refresh()
    return physical_table(office, call.path["table"])


def hold_felt(call: Call) -> AbstractAsyncContextManager[None]:
    """Hold a table while its hand or its wagers change: a line, a lock, a hit, one by one."""
    return call.services.alone(f"felt/{call.path['table']}")


# -- the tables ------------------------------------------------------------------------------------


@PHYSICAL_ROUTES.get("/staff/physical", needs=Permission.WATCH_PIT, moves=False)
async def list_tables(call: Call) -> wire.PhysicalTables:
    """List the physical tables, with what is locked there."""
    office = await call.services.desk.refresh()
    return wire.PhysicalTables([_show(office, table) for table in office.physical.values()])


def _show(office: Office, table: PhysicalTable) -> wire.PhysicalTableSeen:
    title = open_physical(table).game.title
    return wire.PhysicalTableSeen(
        id=table.id,
        name=table.name,
        game=table.house["game"],
        title=title,
        state=office.trays[table.id].state,
        dealer=office.dealers.get(table.id, ""),
        links=dict(table.links),
        rounds=table.rounds,
        locked={wager: list(seats) for wager, seats in table.wagers.items()},
        hands=table.hands,
        rows={wager: [row.title for row in rows] for wager, rows in meter_rows(table).items()},
        house=table.house,
        ratings=[
            wire.RatingSeen(
                rating=rating.number,
                seat=rating.seat,
                player=rating.player,
                buy_in_cents=rating.buy_in_cents,
                since=moment_text(rating.opened),
                bets_cents=[*rating.bets],
            )
            for rating in office.ratings.values()
            if rating.table == table.id
        ],
    )


@PHYSICAL_ROUTES.post(
    "/staff/physical",
    body=wire.PhysicalTableAsked,
    needs=needs_of(physical.AddTable),
    codes=(
        *("game/unknown", "house/malformed", "limits/invalid", "jackpot/unknown"),
        *("table/id", "table/there", "table/name", "text/length", "wager/not-offered"),
        "request/too-many",
    ),
    body_bytes_max=65_536,
)
async def add_table(call: Call) -> Written:
    """Open a physical table: its rules and limits; another person must agree."""
    body: wire.PhysicalTableAsked = call.body
    house = parse_house(body.text) if body.text else open_table(body.game).house
    if refused := refuse_house(house):
        raise ApiError.of(refused)
    links = _read_links(call, house, body.links)
    if (await call.services.store.head(f"table/{body.id}")).version:
        raise ApiError("table/there", f"the server runs a table {body.id}")
    command = physical.AddTable(
        table=body.id, name=body.name, house=house_data(house), links=links, reason=body.reason
    )
    return await written(call, await ask_office(call, command))


def _read_links(call: Call, house: House, text: str) -> dict[str, str]:
    """Read "jackpot-1=mtd, jackpot-2=mtd-2": each wager has a meter here, each jackpot exists."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    links = {wager.strip(): jackpot.strip() for wager, _, jackpot in pairs}
    spots = Table.open(house).setup.configured.spots
    meters = [
        wager
        for wager, spot in spots.items()
        if spot.jackpot is not None and spot.jackpot.scheme == "progressive"
    ]
    for wager, jackpot in links.items():
        if wager not in meters:
            known = choice(meters) if meters else "no wager"
            raise ApiError("wager/not-offered", f"{wager} has no meter here; {known} has one")
        if jackpot not in call.services.keeper.jackpots:
            known = choice(sorted(call.services.keeper.jackpots)) or "none"
            raise ApiError("jackpot/unknown", f"there is no jackpot {jackpot}; there is {known}")
    return links


PHYSICAL_ROUTES.command(
    f"{_TABLE}/tokes",
    physical.CountTokes,
    written,
    body=Counted,
    codes=("day/closed", "table/unknown", "count/denomination", "count/number"),
)


_RATING = "/staff/physical/{table}/ratings/{rating}"
_NO_RATING = ApiError("rating/unknown", "a rating is a number")
PHYSICAL_ROUTES.command(
    f"{_TABLE}/ratings",
    ratings.OpenRating,
    written,
    body=wire.RatingAsked,
    codes=("table/unknown", "rating/open", "text/length"),
)
PHYSICAL_ROUTES.command(
    f"{_RATING}/bet",
    ratings.NoteBet,
    written,
    unknown=_NO_RATING,
    body=wire.RatedBet,
    codes=("rating/unknown",),
)
PHYSICAL_ROUTES.command(
    f"{_RATING}/close",
    ratings.CloseRating,
    written,
    unknown=_NO_RATING,
    body=wire.RatingEnd,
    codes=("rating/unknown", "rating/bets"),
)


# -- jackpots --------------------------------------------------------------------------------------


@PHYSICAL_ROUTES.post(
    f"{_TABLE}/lock",
    body=wire.WagersAtDeal,
    needs=needs_of(physical.LockWagers),
    codes=(*_CLOSED, "wager/not-offered", "seat/unknown", "jackpot/disabled"),
)
async def lock_wagers(call: Call) -> Written:
    """Lock the jackpot wagers at the deal: what the dealer's button or the sensors counted."""
    seats = {wager: tuple(seats) for wager, seats in call.body.wagers.items()}
    async with hold_felt(call):
        return await _lock(call, call.path["table"], seats)


async def _lock(call: Call, table: str, seats: dict[str, tuple[int, ...]]) -> Written:
    office = await call.services.desk.refresh()
    physical_table(office, table)
    command = with_shares(call.services, office, physical.LockWagers(table, seats))
    done = await written(call, await ask_office(call, command))
    await call.services.keeper.feed()  # the meter over the table grows at once
    return done


@PHYSICAL_ROUTES.post(
    f"{_TABLE}/release",
    body=ReasonGiven,
    needs=needs_of(physical.ReleaseWagers),
    codes=("table/unknown", "round/unknown", "text/length", "hit/entered"),
)
async def release_wagers(call: Call) -> Written:
    """Give the jackpot wagers of the last round back: it was misdealt."""
    async with hold_felt(call):
        table = await _find(call)
        hit = await find_hit(call.services, table)
        if hit is not None:
            message = f"hit {hit.number} was won by one of these wagers; reject the hit first"
            raise ApiError("hit/entered", message)
        command = physical.ReleaseWagers(table.id, call.body.reason)
        return await written(call, await ask_office(call, command))


@PHYSICAL_ROUTES.post(
    f"{_TABLE}/hits",
    body=wire.HitEntered,
    needs=Permission.SETTLE_HIT,
    step_up=True,
    codes=(
        *("table/unknown", "wager/not-offered", "seat/unknown"),
        *("hit/row", "hit/entered", "jackpot/busy"),
    ),
)
async def enter_hit(call: Call) -> wire.HandKept:
    """Enter a hit: the award is locked; two people confirm it, and it is paid by hand."""
    body: wire.HitEntered = call.body
    async with hold_felt(call):
        table = await _find(call)
        try:
            after = await lock_hit(call.services, table, body, call.account, call.key)
        except JackpotError as error:
            raise ApiError(error.code, str(error)) from None
    return wire.HandKept(hand=0, hits=[f"{after.id} {after.hits}"])


@PHYSICAL_ROUTES.post(
    "/staff/jackpots/{jackpot}/hits/{hit}/winner",
    body=wire.WinnerSeen,
    needs=needs_of(physical.IdentifyWinner),
    codes=("jackpot/unknown", "hit/unknown", "payment/amount", "text/length", "winner/tax"),
)
async def identify_winner(call: Call) -> Written:
    """Write down who won a hit: name, document, tax number and what is withheld."""
    services = call.services
    number = call.number("hit", ApiError("hit/unknown", "hit is a number"))
    name = call.path["jackpot"]
    live = services.keeper.jackpots.get(name)
    if live is None:
        raise ApiError("jackpot/unknown", "there is no such jackpot")
    async with hold_winner(services, name):
        await services.keeper.refresh([name])
        done = await written(call, await ask_office(call, _winner(call, live.state, number)))
        await _withdraw_signatures(call, live.state, number)
        return done


def _winner(call: Call, jackpot: Jackpot, number: int) -> physical.IdentifyWinner:
    body: wire.WinnerSeen = call.body
    hit = next((hit for hit in jackpot.pending if hit.number == number), None)
    if hit is None:
        raise ApiError("hit/unknown", "no hit of this number waits to be paid")
    if body.withheld_cents * UNITS_PER_CENT > hit.amount:
        raise ApiError("payment/amount", "no more is kept back than was won")
    return physical.IdentifyWinner(
        jackpot=jackpot.id,
        hit=number,
        name=body.name,
        document=body.document,
        address=body.address,
        tax_number=body.tax_number,
        withheld_cents=body.withheld_cents,
    )


async def _withdraw_signatures(call: Call, jackpot: Jackpot, number: int) -> None:
    """Withdraw what was signed for another winner: two people sign for the same one."""
    services = call.services
    mark = winner_mark(services.desk.office, jackpot.id, number)
    desk = await open_desk(services)
    for proposal in jackpot.proposals:
        signed = ask.read_operation(proposal.operation)
        if isinstance(signed, ask.ConfirmHit) and signed.number == number and signed.winner != mark:
            key = f"{call.key}/{proposal.number}"
            await desk.withdraw(jackpot.id, proposal.number, call.account, key)


# -- a hand that is in dispute ---------------------------------------------------------------------


@PHYSICAL_ROUTES.post(
    "/lab/settle/disputes/{number}",
    body=SettleLines,
    needs=Permission.STATE_DISPUTE,
    codes=("dispute/unknown", "dispute/full", "number/invalid", "round/open", *SETTLE_CODES),
)
async def attach_hand(call: Call) -> Written:
    """Attach a settled hand to a dispute, for the house: each result with its clause, its lines."""
    body: SettleLines = call.body
    opened = await asyncio.to_thread(open_settled_table, body)
    hand = settle_lines(opened.setup, body.lines)
    if not hand.is_over:
        raise ApiError("round/open", UNSETTLED)
    command = StateDispute(read_number(call), attached_words(opened, hand))
    return await written(call, await ask_office(call, command))


def attached_words(opened: Table, hand: SettleHand) -> str:
    """Return a settled hand for a dispute: results with clauses, then the lines that were keyed."""
    results = hand.results(clause_behind)
    seats = (
        f"seat {seat.seat} {seat.words}: {', '.join(wager.words for wager in seat.wagers)}"
        for seat in results
    )
    text = f"Settled from the felt by the rules {opened.digest[:12]}. {'; '.join(seats)}."
    nets = ", ".join(f"seat {seat.seat} {seat.words}" for seat in results)
    brief = f"Settled from the felt by the rules {opened.digest[:12]}. {nets}."
    keyed = f" Keyed: {'; '.join(hand.lines)}"
    whole = text + keyed
    if len(whole) > TEXT_LENGTH_MAX:  # seven seats with many wagers: the lines say the rest
        whole = brief + keyed
    return whole[:TEXT_LENGTH_MAX]


# -- the hand on the felt --------------------------------------------------------------------------


def _shown(table: PhysicalTable, hand: SettleHand) -> wire.HandAtTable:
    opened = open_physical(table)
    watcher = watcher_of(hand)
    seats = sorted(hand.bets)
    is_from_right = opened.setup.settled_from == "dealer's right"
    return wire.HandAtTable(
        table=table.id,
        hand=show_hand(opened, hand, watcher),
        lines=[*hand.lines] if watcher is None else hand.lines_seen(face_down(hand, watcher)),
        order=seats[::-1] if is_from_right else seats,
    )


@PHYSICAL_ROUTES.get(
    f"{_TABLE}/hand",
    needs=Permission.WATCH_PIT,
    codes=("table/unknown",),
    moves=False,
    in_one=True,
)
async def hand_at_table(call: Call) -> wire.HandAtTable:
    """Return the hand of a physical table: what lies there, what is due, what each seat is paid."""
    table = await _find(call)
    return _shown(table, hand_of(call.services, table))


@PHYSICAL_ROUTES.post(
    f"{_TABLE}/hand",
    body=wire.HandLine,
    needs=Permission.PACE,
    codes=(
        *_CLOSED,
        *SETTLE_CODES,
        "jackpot/disabled",
        "seat/unknown",
        "hand/order",
        "hand/locked",
    ),
    in_one=True,
)
async def take_line(call: Call) -> wire.HandAtTable:
    """Take a line of a hand, from the dealer, a scanner or the reader of a shoe; or correct one."""
    async with hold_felt(call):
        table = await _find(call)
        if call.services.desk.office.is_closed(table.id):
            raise ApiError("table/not-open", f"table {table.id} is not open")
        return await _take(call, table)


async def _take(call: Call, table: PhysicalTable) -> wire.HandAtTable:
    body: wire.HandLine = call.body
    services = call.services
    hand = hand_of(services, table)
    if body.at is not None:
        return _shown(table, _correct(call, table, hand, body.at - 1))
    if body.n is not None and body.n != len(hand.lines):
        if _is_second_try(call, table, hand):
            return _shown(table, hand)
        raise ApiError("hand/order", f"the hand has {len(hand.lines)} lines by now; look again")
    was_open = hand.round is not None
    hand.take(body.line)
    if hand.round is not None and not was_open:
        try:
            if seats := jackpot_seats(table, hand):
                await _lock(call, table.id, seats)
        except BaseException:
            hand.undo()  # no card lies before its wagers are locked
            raise
    services.physical_keys[table.id] = call.key
    return _shown(table, hand)


def _correct(call: Call, table: PhysicalTable, hand: SettleHand, number: int) -> SettleHand:
    """Put a line in place of another; the bets of locked jackpot wagers stay as they are."""
    body: wire.HandLine = call.body
    lines = [*hand.lines]
    lines[number : number + (not body.insert)] = [body.line] if body.line else []
    after = settle_again(call.services, table, lines)
    is_changed = after.round is None or jackpot_seats(table, hand) != jackpot_seats(table, after)
    if table.wagers and hand.round is not None and is_changed:
        message = "jackpot wagers are locked: give them back before the bets change"
        raise ApiError("hand/locked", message)
    call.services.physical_hands[table.id] = after
    return after


def _is_second_try(call: Call, table: PhysicalTable, hand: SettleHand) -> bool:
    """Return whether a line was taken before, and its answer was lost.

    A line whose card lies face down counts only by its own key: else, whoever sends one card after
    the other would learn which one was dealt.
    """
    number = call.body.n
    if number >= len(hand.lines) or hand.lines[number] != call.body.line.strip():
        return False
    watcher = watcher_of(hand)
    if watcher is None:
        return True
    seen = hand.lines_seen(face_down(hand, watcher))
    return seen[number] == hand.lines[number] or call.services.physical_keys[table.id] == call.key


@PHYSICAL_ROUTES.post(
    f"{_TABLE}/hand/confirm",
    needs=Permission.PACE,
    codes=(*_CLOSED, "round/open", "hand/locked", "jackpot/busy"),
    in_one=True,
)
async def confirm_hand(call: Call) -> wire.HandKept:
    """Confirm a settled hand: its record goes into the journal, its jackpot hits are locked."""
    services = call.services
    async with hold_felt(call):
        table = await _find(call)
        hand = hand_of(services, table)
        record = record_of(open_physical(table), hand)
        if record is None:
            raise ApiError("round/open", UNSETTLED)
        if unlocked := unlocked_award(table, hand):
            message = f"{unlocked} won, and was not locked at the deal: a floor supervisor looks"
            raise ApiError("hand/locked", message)
        kept = {name: record[name] for name in record if name != "events"}
        await ask_office(call, physical.SettleHand(table.id, kept))
        number = services.desk.office.physical[table.id].hands
        hits = await lock_awards(services, table, hand, f"hand/{table.id}/{number}")
        services.physical_hands.pop(table.id, None)
        return wire.HandKept(hand=number, hits=hits)


@PHYSICAL_ROUTES.post(
    f"{_TABLE}/hand/clear",
    needs=Permission.PACE,
    codes=("table/unknown",),
    in_one=True,
)
async def clear_hand(call: Call) -> wire.HandAtTable:
    """Clear the felt of a physical table, with nothing kept: bets may be keyed again."""
    async with hold_felt(call):
        table = await _find(call)
        call.services.physical_hands.pop(table.id, None)
        return _shown(table, hand_of(call.services, table))


# -- signs -----------------------------------------------------------------------------------------


@SIGN_ROUTES.get("/signs/{table}", codes=("table/unknown",))
async def sign(call: Call) -> wire.TableSign:
    """Return what a sign over a table shows: its limits, its rules in short, its meters."""
    services = call.services
    name = call.path["table"]
    office = await services.desk.refresh()
    live = services.hall.tables.get(name)
    if name in office.physical:
        own = office.physical[name]
        setup = open_physical(own).setup
        links = own.links
        title = own.name
        is_open = office.trays[name].state is TrayState.OPEN
    elif live is not None and not live.state.terms.owner:
        setup = live.state.terms.setup
        links = live.state.terms.links
        title = live.state.terms.name
        is_open = not live.state.closed
    else:
        raise ApiError("table/unknown", "there is no such table")
    spots = spots_before_deal(setup)
    mains = [limit_words(spots[main]) for main in setup.mains]
    return wire.TableSign(
        id=name,
        name=title,
        title=setup.configured.game.title,
        main=mains[0],
        others=[
            wire.SignLimit(spot.wager.title, limit_words(spot))
            for wager, spot in spots.items()
            if wager not in setup.mains
        ],
        rules=[*printed_lines(setup)],
        open=is_open,
        meters=_meters(call, list(dict.fromkeys(links.values()))),
    )


@SIGN_ROUTES.get("/signs/jackpots/{jackpot}", codes=("jackpot/unknown",))
async def jackpot_sign(call: Call) -> wire.MeterOnSign:
    """Return what the sign of a jackpot shows."""
    name = call.path["jackpot"]
    if name not in call.services.keeper.jackpots:
        raise ApiError("jackpot/unknown", "there is no such jackpot")
    return _meters(call, [name])[0]


def _meters(call: Call, names: list[str]) -> list[wire.MeterOnSign]:
    keeper = call.services.keeper
    shown = []
    for name in names:
        live = keeper.jackpots[name]
        jackpot = live.state
        shown.append(
            wire.MeterOnSign(
                id=name,
                title=jackpot.title,
                amount=format_units(jackpot.display),
                open=jackpot.takes_wagers and not call.services.committer.pulse.is_silent,
                stale=keeper.is_stale(live),
                pending=[
                    f"{money(hit.amount // UNITS_PER_CENT)} at {hit.table}, seat {hit.seat}"
                    for hit in jackpot.pending
                ],
                hits=jackpot.hits,
            )
        )
    return shown
