"""No frame, answer or log line has an unseen card, entropy before its time, or others' money.

Cards are marked by making those of each round different from each other: where a card that somebody
may not see is named in what he is sent, it is that card. Money is marked by odd amounts.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest

from pitboss.cards import (
    RANK_LETTERS,
    Card,
    card_name,
    format_card,
    format_cards,
    parse_cards,
    pretty_card,
)
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.floor.commands import Promise
from pitboss.floor.state import TableState
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.pit.entropy import Entropy
from pitboss.pit.frames import account_seats
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.server.live.layout import setup_layout
from pitboss.server.live.outbox import Outbox
from pitboss.server.logs import start_logs
from tests.engine.bets import random_wagers
from tests.engine.houses import GAMES
from tests.engine.players import random_player
from tests.faults.lines import Floor, Talk, floor, outbox
from tests.tiers import by_day

CODES = {
    text: format_card(card)
    for card in parse_cards(f"{' '.join(f'{r}{s}' for r in RANK_LETTERS for s in 'cdhs')} Jk")
    for text in (pretty_card(card), card_name(card))
}
"""A card for people -> its code: scenes have both."""
WORDS = re.compile("|".join(map(re.escape, CODES)).replace("joker", "(?:(?<=have )|(?<=, ))joker"))
"""Also in words; what stands for the joker has its name and is none."""
CARD = re.compile(r"(?<![A-Za-z0-9])(?<! - )(?:10|[2-9TJQKA])[cdhs](?![A-Za-z0-9]|-[0-9]| - )|Jk")
"""A card's code; pay tables have names like 3c-5, and their rows like "2s - Ks"."""
NUMBER = re.compile(r"(?<![0-9a-zA-Z])[0-9][0-9,]*(?:\.[0-9]+)?(?![0-9a-zA-Z])")
SEALED = re.compile(r'"+sealed"+: ?"+[^"]*"+')
"""Encrypted entropy in Base64, some of which looks like a joker, in JSON or in CSV."""
AHEAD = 12
"""Cards at the front of the shoe that nobody may know."""
STACK = 7_654_321
READ_SHARE = 0.15


def distinct(cards: Sequence[Card], rng: random.Random) -> tuple[Card, ...]:
    """Return cards in an order in which each is as far from its equals as can be."""
    piles: dict[Card, int] = {}
    for card in cards:
        piles[card] = piles.get(card, 0) + 1
    order: list[Card] = []
    while piles:
        layer = [*piles]
        rng.shuffle(layer)
        order += layer
        piles = {card: count - 1 for card, count in piles.items() if count > 1}
    return tuple(order)


@dataclass
class Taint:
    """What must not be sent to whom, at this moment."""

    here: Floor
    tokens: dict[str, str]
    """Account -> its token."""
    drawn: dict[tuple[str, int], bytes] = field(default_factory=dict)
    """Table and shuffle -> its entropy."""
    wallets: dict[str, int] = field(default_factory=dict)
    known: dict[tuple[str, str | None, int], set[str]] = field(default_factory=dict)
    """Table, account and round -> the cards that were shown so far."""
    ruled: dict[str, list[str]] = field(default_factory=dict)
    """Table -> what its layout says of cards."""
    checked: int = 0
    named: int = 0
    hidden: int = 0

    def check(self, text: str, account: str | None, table: LiveTable | None) -> None:
        """Look at something that somebody is sent."""
        self.checked += 1
        if table is not None:
            self._check_cards(text, account, table.state)
        self._check_entropy(text)
        self._check_money(text, account)
        for token in self.tokens.values():
            assert token not in text

    def _check_cards(self, text: str, account: str | None, state: TableState) -> None:
        for part in self._named_by_rules(state):
            text = text.replace(part, "")
        cards = {*CARD.findall(text), *(CODES[word] for word in WORDS.findall(text))}
        self.named += len(cards)
        unseen = self.unseen(account, state)
        self.hidden += len(unseen)
        assert not cards & unseen, (account, cards & unseen, text)

    def _named_by_rules(self, state: TableState) -> list[str]:
        """Return what a layout says of cards that the rules alone decide.

        Help's example, and every kind there is.
        """
        if state.id not in self.ruled:
            layout = setup_layout(state.terms.setup)
            parts = (*layout["how"], {"kinds": layout["kinds"]})
            self.ruled[state.id] = [msgspec.json.encode(part).decode()[1:-1] for part in parts]
        return self.ruled[state.id]

    def unseen(self, account: str | None, state: TableState) -> set[str]:
        """Return the cards that somebody may not know: face down, or still in the shoe."""
        rounds = [
            round_state
            for round_state in (state.last, state.round and state.round.state)
            if round_state
        ]
        known = self.known.setdefault((state.id, account, state.rounds), set())
        hidden = {*state.shoe.cards[state.shoe.position :][:AHEAD]}
        for round_state in rounds:
            known |= texts(visible(round_state, account))
            hidden |= dealt(round_state)
        return texts(hidden) - known

    def _check_entropy(self, text: str) -> None:
        for (name, shuffle), entropy in self.drawn.items():
            table = self.here.services.hall.tables.get(name)
            if table is not None and shuffle not in table.state.shuffles.promised:
                continue  # it was shown
            for start in (0, 1, 2, len(entropy) // 2):
                part = entropy[start : start + 12]
                assert part.hex() not in text
                assert b64encode(part).decode() not in text

    def _check_money(self, text: str, account: str | None) -> None:
        numbers = {number.replace(",", "").replace(".", "") for number in NUMBER.findall(text)}
        for table in self.here.services.hall.tables.values():
            own = account_seats(table.state, account)
            for seat, sitting in table.state.seats.items():
                if seat not in own and sitting.stack > STACK / 2:
                    assert str(sitting.stack) not in numbers, (account, seat, text)
        for other, cents in self.wallets.items():
            assert other == account or str(cents) not in numbers, (account, other, text)


def texts(cards: Iterable[Card]) -> set[str]:
    """Return cards as they are written."""
    return {format_card(card) for card in cards}


def visible(state: State, account: str | None) -> set[Card]:
    """Return the cards of a round that somebody may see."""
    seat = next((place.number for place in state.seats if account and place.player == account), 0)
    table = view(state, seat)
    cards = {*table.dealer, *table.dealer_low, *table.bonus, *table.community}
    if table.replacement is not None:
        cards.add(table.replacement)
    for place in table.seats:
        cards |= {*place.poker}
        for hand in place.hands:
            cards |= {*hand.cards, *hand.low}
    return cards


def dealt(state: State) -> set[Card]:
    """Return every card of a round, whoever sees it."""
    cards = {*state.dealer}
    for seat in state.seats:
        cards |= {*seat.poker}
        for hand in seat.hands:
            cards |= {*hand.cards}
    return cards


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, int], bytes]:
    """Deal cards that differ from each other; return the entropy that is drawn."""
    drawn: dict[tuple[str, int], bytes] = {}
    promise = Entropy.promise

    def promised(self: Entropy, state: TableState, shuffle: int) -> Promise:
        made = promise(self, state, shuffle)
        drawn[state.id, shuffle] = vars(self)["_drawn"][shuffle]
        return made

    def order(
        _self: Entropy, shuffle: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        return distinct(cards, random.Random(shuffle))

    monkeypatch.setattr(Entropy, "promise", promised)
    monkeypatch.setattr(Entropy, "order", order)
    return drawn


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """Return what the server logs."""
    stream = StringIO()
    handler = start_logs(logging.DEBUG, stream)
    yield stream
    for name in ("pitboss.server", "uvicorn"):
        logging.getLogger(name).handlers.remove(handler)


def test_nobody_is_sent_what_he_may_not_know(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    marked: dict[tuple[str, int], bytes],
    logged: StringIO,
) -> None:
    terms = tuple(
        TableTerms(id=f"g{number}", name=game, house=ready_tables()[game].house, clocks=NO_CLOCK)
        for number, game in enumerate(GAMES)
    )

    async def steps() -> None:
        async with floor(tmp_path, tables=terms, play_money_cents=10**9) as here:
            tokens = {}
            for _ in range(4):
                token = await here.guest()
                session = await here.services.sessions.find(token)
                assert session is not None
                tokens[session.account] = token
            taint = Taint(here, tokens, marked)
            listen(monkeypatch, taint)
            for table in here.services.hall.tables.values():
                await _play(taint, table)
            assert taint.checked > 1000
            assert taint.named > 1000
            assert taint.hidden > 1000
            text = logged.getvalue()
            taint.check(text, None, None)
            assert not CARD.findall(text)
            assert text.count("\n") > 10

    asyncio.run(steps())


def listen(monkeypatch: pytest.MonkeyPatch, taint: Taint) -> None:
    """Look at every frame when it is put into somebody's outbox."""
    add = vars(Outbox)["_add"]

    def added(self: Outbox, name: str, frame: bytes) -> None:
        account = next(
            line.account for lines in taint.here.lines for line in lines if outbox(line) is self
        )
        data = json.loads(frame)
        table = taint.here.services.hall.tables.get(data.get("table", ""))
        taint.check(frame.decode(), account, table)
        add(self, name, frame)

    monkeypatch.setattr(Outbox, "_add", added)


async def _play(taint: Taint, table: LiveTable) -> None:
    """Play some rounds with three players, while a fourth account watches."""
    rng = random.Random(table.state.id)
    async with AsyncExitStack() as stack:
        talks = {}
        for account, token in taint.tokens.items():
            talks[account] = await stack.enter_async_context(taint.here.line(token))
            await talks[account].watch(table.state.id, scene=len(talks) % 2 == 0)
        for seat, account in enumerate([*talks][:3], 1):
            cents = STACK + 1_010_101 * seat
            assert (await talks[account].ask("sit", table.state.id, seat=seat, cents=cents))[
                "t"
            ] == "ok"
            wallet = await taint.here.services.accounts.wallet_cents(account)
            taint.wallets[account] = wallet
        for _ in range(by_day(1, 20)):
            await _play_round(taint, table, talks, rng)
        for seat, account in enumerate([*talks][:3], 1):  # an account has so many seats in all
            assert (await talks[account].ask("leave", table.state.id, seat=seat))["t"] == "ok"
            taint.wallets[account] = await taint.here.services.accounts.wallet_cents(account)


async def _play_round(
    taint: Taint, table: LiveTable, talks: dict[str, Talk], rng: random.Random
) -> None:
    number = table.state.rounds + 1
    for seat, sitting in sorted(table.state.seats.items()):
        wagers = random_wagers(rng, table.state.terms.setup)
        for bets in ({"main": 10**9}, wagers, {}):
            if table.state.rounds < number:
                await talks[sitting.account].ask("bet", table.state.id, seat=seat, wagers=bets)
            if table.state.seats[seat].ready:
                break
    while current := table.state.round:
        action = random_player(rng)(current.question)
        account = table.state.seats[action.seat].account
        body: dict[str, Any] = {
            "seat": action.seat,
            "n": current.n,
            "action": action.kind,
            "amount": action.amount,
        }
        body |= {"tip": action.tip, "low": format_cards(action.low) if action.low else ""}
        other = rng.choice([talk for talk in talks if talk != account])
        assert (await talks[other].ask("act", table.state.id, **body))["t"] == "no"
        for who in (other, account, None):
            if rng.random() < READ_SHARE:
                await _read(taint, table, who)
            if unseen := taint.unseen(who, table.state):
                with pytest.raises(AssertionError):
                    taint.check(f'"{min(unseen)}"', who, table)  # a leak would be noticed
        assert (await talks[account].ask("act", table.state.id, **body))["t"] == "ok"
    assert table.state.rounds == number
    who = rng.choice([*talks])
    for path in (f"rounds/{table.state.id}/{number}", f"rounds/{table.state.id}/{number}/replay"):
        taint.check(await _answer(taint, path, who), who, table)


async def _read(taint: Taint, table: LiveTable, account: str | None) -> None:
    """Look at the answers to questions over HTTP."""
    for path in (f"tables/{table.state.id}", "tables", f"tables/{table.state.id}/shoes/1", "me"):
        text = await _answer(taint, path, account)
        taint.check(text, account, None if "shoes" in path else table)  # a shoe's cards are past


async def _answer(taint: Taint, path: str, account: str | None) -> str:
    request = Request(f"{taint.here.address}api/1/{path}")  # noqa: S310 - of this machine
    if account:
        request.add_header("Authorization", f"Bearer {taint.tokens[account]}")
    return await asyncio.to_thread(_fetch, request)


def _fetch(request: Request) -> str:
    try:
        with urlopen(request, timeout=300) as answer:  # noqa: S310 - of this machine
            return str(answer.read().decode())
    except HTTPError as refused:
        with refused:
            return refused.read().decode()
