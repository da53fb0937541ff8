"""A bot that plays at a server: it sits down as a guest, plays some rounds, and leaves.

Its line cuts every shoe with random bytes of its own: it commits to them, and reveals them when no
commitment can be added any more. When a shoe is revealed, the bot checks that its bytes are in it
and that the cards are those promised. It plays a simple strategy: hit below 17, otherwise stand,
and never more money.

Usage: pitboss serve                                    in one terminal
       python examples/bot.py                           in another
       python examples/bot.py --url http://127.0.0.1:8021 --table co.free-bet --rounds 50
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

from pitboss.client import Client, Line

SEAT_CENTS = 50_000
PREFERENCES = ("decline", "take-blackjack", "keep", "set", "fold", "hit", "stand")
STAND_FROM = 17

Frame = dict[str, Any]


class Bot:
    """One guest at one table."""

    def __init__(self, client: Client, line: Line, table: str, bets: dict[str, int]) -> None:
        self.client, self.line, self.table, self.bets = client, line, table, bets
        self.seat = 0
        self.total = 0
        """What the hand that is asked about counts."""
        self.shoes: list[str] = []
        """Numbers of the shuffles that were revealed."""

    async def sit(self) -> None:
        """Take the first free seat."""
        found = await self.client.get(f"/tables/{self.table}")
        taken = {seat["seat"] for seat in found["seats"]}
        self.seat = next(seat for seat in range(1, 8) if seat not in taken)
        await self.line.watch(self.table)
        await self.ask("sit", cents=SEAT_CENTS)

    async def ask(self, what: str, **details: object) -> None:
        """Ask the table for something, for our seat."""
        await self.line.ask(what, self.table, seat=self.seat, **details)

    async def play(self, rounds: int) -> int:
        """Play so many rounds; return what the chips have become, in cents."""
        stack, last, played = SEAT_CENTS, -1, 0
        async for frame in self.line:
            stack = frame.get("stacks", {}).get(str(self.seat), stack)
            if frame.get("shown"):
                self.shoes.append(frame["shown"])
            asked = frame.get("ask")
            if asked and "choices" in asked:
                await self.decide(asked)
            elif frame.get("stage") == "betting" and frame.get("round", last) != last:
                last = frame["round"]
                if played >= rounds:
                    return stack
                await self.ask("bet", wagers=self.bets, round=last + 1)
                played += 1
        return stack

    async def decide(self, asked: Frame) -> None:
        """Answer a question."""
        choices = {choice["kind"]: choice for choice in asked["choices"]}
        kind = next(it for it in (*PREFERENCES, *choices) if it in choices)
        if kind == "hit" and await self.count(asked["hand"]) >= STAND_FROM:
            kind = "stand"
        low = {"low": choices[kind]["lows"][0]} if "lows" in choices[kind] else {}
        await self.ask("act", n=asked["n"], action=kind, **low)

    async def count(self, hand: int) -> int:
        """Return the total of one of our hands."""
        felt = (await self.client.get(f"/tables/{self.table}"))["felt"]
        seat = next(it for it in felt["seats"] if it["number"] == self.seat)
        return int(next(it for it in seat["hands"] if it["number"] == hand).get("total", 0))

    async def wrong_shoes(self) -> list[str]:
        """Deal every revealed shoe again; return what is wrong with any."""
        return [
            wrong
            for number in self.shoes
            for wrong in await self.client.check_shoe(self.line, self.table, number)
        ]


async def run(url: str, table: str, rounds: int) -> int:
    """Play at a server; return what was won, in cents."""
    async with Client(url) as client:
        await client.guest()
        found = (await client.get("/tables"))["tables"]
        least = next(it["least_wagers"] for it in found if it["id"] == table)
        async with client.connect() as line:
            bot = Bot(client, line, table, least)
            await bot.sit()
            won = await bot.play(rounds) - SEAT_CENTS
            await bot.ask("leave")
            print(f"{rounds} rounds at {table}: {won / 100:+.2f} dollars")
            wrong = await bot.wrong_shoes()
            wrong += line.take_warnings()
            print(f"{len(bot.shoes)} shoes revealed; {len(wrong)} problems")
            for text in wrong:
                print(f"- {text}")
    return won


def main() -> None:
    """Read the arguments and play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--url", default="http://127.0.0.1:8021")
    parser.add_argument("--table", default="wa.spanish-21")
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    asyncio.run(run(given.url, given.table, given.rounds))


if __name__ == "__main__":
    main()
