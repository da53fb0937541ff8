"""Oracles that look on: every byte that is sent, every frame, and every entry as it is written.

The cards of a round differ from each other in a run with marked shoes: where a card that somebody
may not see is named in what he is sent, it is that card.
"""

from __future__ import annotations

import json
import random
import re
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from pitboss.cards import Card, format_card
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.fair.order import cut_order
from pitboss.floor.commands import Promise
from pitboss.floor.state import TableState
from pitboss.ledger.entry import Entry
from pitboss.pit.entropy import Entropy
from tests.simulation.clients import Visitor
from tests.simulation.trace import Violation
from tests.simulation.world import World

HASHED = b"$argon2"
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA])[cdhs](?![A-Za-z0-9]|-[0-9])|(?<![A-Za-z0-9])Jk")
AHEAD = 12
"""Cards at the front of the shoe that nobody may know."""
TABLE_PATH = re.compile(
    r"/api/1/tables/([^/?]+)(?:$|\?|/(?:sit|buy-in|leave|cut|bet|act|sit-out)$)"
)


def marked_order(
    entropy: bytes, cards: Sequence[Card], seeds: tuple[bytes, ...]
) -> tuple[Card, ...]:
    """Return cards in an order in which each is as far from its equals as can be."""
    piles: dict[Card, int] = {}
    for card in cut_order(entropy, cards, seeds):
        piles[card] = piles.get(card, 0) + 1
    rng = random.Random(entropy)
    order = list[Card]()
    while piles:
        layer = [*piles]
        rng.shuffle(layer)
        order += layer
        piles = {card: left - 1 for card, left in piles.items() if left > 1}
    return tuple(order)


@dataclass
class Watching:
    """What was seen of a run while it went on."""

    world: World
    written: list[tuple[str, str, str]] = field(default_factory=list)
    """Who wrote an entry, its stream and its kind, in the order written."""
    settled: dict[tuple[str, int], set[tuple[Any, ...]]] = field(default_factory=dict)
    """Table and round -> the settlements that anybody was shown: seat, hand, wager and net."""
    drawn: dict[tuple[str, int], tuple[bytes, ...]] = field(default_factory=dict)
    """Table and shuffle -> its entropy as it would look in an answer, until it is revealed."""
    held: dict[str, int] = field(default_factory=dict)
    """Account -> what lies there in truth, in units."""
    checked: int = 0
    hidden: int = 0
    opened: dict[str, int] = field(default_factory=dict)
    """Table -> the version of the deal of its open round."""

    def attach(self) -> None:
        """Look from now on."""
        self.world.witnesses.append(self.look)
        self.world.listeners.append(self.listen)
        self.world.database.on_append.append(self.note)

    # -- entries -----------------------------------------------------------------------------------

    def note(self, worker: str, entries: Sequence[Entry]) -> None:
        """Note entries as they are written."""
        for entry in entries:
            self.written.append((worker, entry.stream, entry.kind))
            for account, amount in entry.postings:
                self.held[account] = self.held.get(account, 0) + amount
            table = entry.stream.removeprefix("table/")
            if entry.kind == "shown":
                number = int(entry.key.removeprefix("show/"))
                self.drawn.pop((table, number), None)
            elif entry.kind == "dealt":
                self.opened[table] = entry.version
            if b'"settled"' in entry.body or entry.kind == "called-off":
                self.opened.pop(table, None)

    # -- bytes -------------------------------------------------------------------------------------

    def look(self, who: Visitor, data: bytes, path: str) -> None:
        """Look at what somebody is sent."""
        self.checked += 1
        if HASHED in data:
            self._say("a hashed password", who, path)
        for place, parts in self.drawn.items():
            if any(part in data for part in parts):
                self._say(f"the entropy of {place}", who, path)
        for other, token in self.world.tokens.items():
            if other != who.name and token in data:
                self._say(f"the token of {other}", who, path)
        if self.world.scenario.marked:
            self._look_at_cards(who, data, path)

    def _say(self, what: str, who: Visitor, path: str) -> None:
        self.world.violations.append(Violation("unseen", f"{who.name} is sent {what}", path))

    def _look_at_cards(self, who: Visitor, data: bytes, path: str) -> None:
        if path == "/ws" and data.startswith((b'{"t":"ev"', b'{"t":"view"')):
            frame = json.loads(data)
            self._check_cards(who, frame["table"], frame.get("round"), data.decode(), path)
        elif (match := TABLE_PATH.search(path)) and data.startswith(b'{"t":'):
            frame = json.loads(data)
            self._check_cards(who, match[1], frame.get("round"), data.decode(), path)
        elif "/audit/entries" in path and data.startswith(b'{"entries"'):
            for entry in json.loads(data)["entries"]:
                table = entry["stream"].removeprefix("table/")
                if entry["version"] >= self.opened.get(table, 1 << 62):
                    self._check_cards(who, table, None, json.dumps(entry), path)

    def _check_cards(
        self, who: Visitor, table: str, number: int | None, text: str, path: str
    ) -> None:
        state = self._find(table)
        if state is None or state.round is None or number not in {None, state.rounds}:
            return
        hidden = unseen(state, who.account)
        self.hidden += len(hidden)
        named = {*CARD.findall(text)} & hidden
        if named:
            self._say(f"unseen cards {sorted(named)} of {table}", who, path)

    def _find(self, table: str) -> TableState | None:
        """Return a table as the process that runs it has it."""
        for process in self.world.up:
            live = process.services.hall.tables.get(table)
            if live is not None and not live.is_lost:
                return live.state
        return None

    # -- frames ------------------------------------------------------------------------------------

    def listen(self, _: Visitor, frame: dict[str, Any]) -> None:
        """Keep the settlements that a player was shown."""
        events = frame.get("events") if frame["t"] == "ev" else None
        for event in events or ():
            if event["event"] == "wager-settled":
                key = (frame["table"], frame["round"])
                line = (event["seat"], event["hand"], event["wager"], event["net"])
                self.settled.setdefault(key, set()).add(line)

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Know the entropy that is drawn, and mark the shoes if the scenario says so."""
        promise = Entropy.promise
        drawn = self.drawn

        def promised(entropy: Entropy, state: TableState, shuffle: int) -> Promise:
            made = promise(entropy, state, shuffle)
            whole = vars(entropy)["_drawn"][shuffle]
            parts = [whole[start : start + 12] for start in (0, 1, 2, len(whole) // 2)]
            texts = [text for it in parts for text in (it.hex().encode(), b64encode(it))]
            drawn[state.id, shuffle] = tuple(texts)
            return made

        with ExitStack() as stack:
            stack.enter_context(patch.object(Entropy, "promise", promised))
            for module in [*sys.modules.values()] if self.world.scenario.marked else ():
                if getattr(module, "cut_order", None) is cut_order and module.__name__ != __name__:
                    stack.enter_context(patch.object(module, "cut_order", marked_order))
            yield


def unseen(state: TableState, account: str | None) -> set[str]:
    """Return the cards that somebody may not know: face down, or still in the shoe."""
    assert state.round is not None
    current = state.round.state
    hidden = {*state.shoe.cards[state.shoe.position :][:AHEAD]} | dealt(current)
    return {format_card(card) for card in hidden - visible(current, account)}


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
