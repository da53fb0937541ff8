"""Feed a physical table from a device: the reader of a shoe, a scanner, the sensors of wagers.

The device writes one line for each thing that happens, and reads one line or more of answers:

    7h                 a card left the shoe ("card 7h" is the same)
    hit                any line of a hand, as `pitboss settle` reads it: bets, "deal", decisions
    sensor jackpot-1 1 3 5     the seats whose jackpot wager is on its sensor, at the deal
    fix 12 7c          line 12 was misread: it is 7c
    missing 12 7c      a card is missing before line 12
    confirm            the dealer confirms the settled hand

    due card 3 Card for seat 3            what comes next: bets, card, decision, over; place; words
    pay 2 +3500 wins $35.00               a seat's result in cents, once the hand is over
    no record/card-unknown 'Zx' is ...    refused: a stable code and one sentence; nothing changed
    kept 14                               the number of the hand in the journal

A line is sent with the number of lines before it, so a line that is repeated is taken once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from pitboss.client.client import Client
from pitboss.client.errors import RefusedByServerError

UNKNOWN: Final = "command/unknown"
Say = Callable[[str], None]
"""Writes one line to the device."""


class Feed:
    """A device at one physical table."""

    def __init__(self, client: Client, table: str, say: Say) -> None:
        """Speak for *table* through a client that is logged in."""
        self._client = client
        self._say = say
        self._path = f"/staff/physical/{table}"
        self._lines = 0
        self.due: Mapping[str, Any] = {}
        """What the table asks for now."""

    async def begin(self) -> None:
        """Read how the hand stands, and say what is due."""
        self._tell(await self._client.get(f"{self._path}/hand"))

    async def take(self, line: str) -> None:
        """Take one line of the device, and answer it."""
        words = line.split()
        if not words:
            return
        try:
            await self._take(words)
        except RefusedByServerError as refused:
            self._say(f"no {refused.code} {refused.message}")

    async def _take(self, words: list[str]) -> None:
        match words:
            case ["card", *cards]:
                await self._send(" ".join(cards))
            case ["sensor", wager, *seats] if all(map(str.isdigit, seats)):
                sensed = {"wagers": {wager: [int(seat) for seat in seats]}}
                await self._client.post(f"{self._path}/lock", sensed)
                self._say("ok")
            case ["fix" | "missing" as how, number, *text] if number.isdigit():
                body = {"line": " ".join(text), "at": int(number), "insert": how == "missing"}
                self._tell(await self._client.post(f"{self._path}/hand", body))
            case ["confirm"]:
                kept = await self._client.post(f"{self._path}/hand/confirm")
                self._say(f"kept {kept['hand']}")
                await self.begin()
            case _:
                await self._send(" ".join(words))

    async def _send(self, line: str) -> None:
        if line in {"undo", "u"}:
            body: dict[str, Any] = {"line": "", "at": self._lines}
        else:
            body = {"line": line, "n": self._lines}
        self._tell(await self._client.post(f"{self._path}/hand", body))

    def _tell(self, shown: Mapping[str, Any]) -> None:
        self._lines = len(shown["lines"])
        hand = shown["hand"]
        self.due = due = hand["due"]
        place = due.get("place") or due.get("seat") or "-"
        self._say(f"due {due['kind']} {place} {due['words']}")
        results = {seat["seat"]: seat for seat in hand["settled"]}
        for seat in shown["order"]:
            if seat in results:
                self._say(f"pay {seat} {results[seat]['net']:+} {results[seat]['words']}")


async def feed(client: Client, table: str, lines: AsyncIterator[str], say: Say) -> None:
    """Feed a table from the lines of a device until they end."""
    device = Feed(client, table, say)
    await device.begin()
    async for line in lines:
        await device.take(line)


def simulate_reader(
    cards: Iterable[str], *, misread: Mapping[int, str] | None = None, missed: Iterable[int] = ()
) -> Iterator[str]:
    """Yield what the reader of a shoe writes for cards, with the faults that readers have.

    *misread*: number of a card -> what is read in its place; *missed*: cards that it does not see.

    >>> list(simulate_reader(["7h", "Ks", "2d"], misread={2: "Kc"}, missed=[3]))
    ['card 7h', 'card Kc']
    """
    wrong = misread or {}
    unseen = {*missed}
    for number, card in enumerate(cards, start=1):
        if number not in unseen:
            yield f"card {wrong.get(number, card)}"
