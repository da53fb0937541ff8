"""A bot that plays at a server: it bets the least, takes what is free, and stands.

pitboss serve &
python examples/floor_bot.py http://127.0.0.1:8021 co.free-bet 10
"""

import asyncio
import sys
from typing import Any

from pitboss.client import Client, Line, RefusedByServerError


async def play(url: str, table: str, rounds: int, seat: int = 1) -> int:
    """Play rounds at a table; return what was won or lost, in cents."""
    async with Client(url) as client:
        money = (await client.guest())["wallet_cents"]
        summaries = (await client.get("/tables"))["tables"]
        bet = next(it["least_cents"] for it in summaries if it["id"] == table)
        async with client.connect() as line:
            await line.watch(table)
            await line.ask("sit", table, seat=seat, cents=money)
            await play_rounds(line, table, rounds, seat, bet)
            await line.ask("leave", table, seat=seat)
        return int((await client.me())["wallet_cents"]) - int(money)


async def play_rounds(line: Line, table: str, rounds: int, seat: int, bet: int) -> None:
    """Bet and decide until so many rounds are over."""
    await line.ask("bet", table, seat=seat, wagers={"main": bet})
    played, answered = 1, (0, 0)
    async for frame in line:
        question = frame.get("ask")
        if question and "choices" in question and (played, question["n"]) > answered:
            answered = (played, question["n"])
            await line.ask("act", table, seat=seat, n=question["n"], action=choose(question))
        elif frame.get("round") == played and frame["stage"] == "betting":
            if played == rounds:
                return
            played += 1
            await line.ask("bet", table, seat=seat, wagers={"main": bet})


def choose(question: dict[str, Any]) -> str:
    """Take what is free, stand where that is asked, and decline whatever costs more."""
    kinds = [choice["kind"] for choice in question["choices"]]
    for kind in ("free-double", "free-split", "decline", "stand"):
        if kind in kinds:
            return kind
    return str(kinds[0])


def main() -> None:
    """Play as the arguments say, and print the result."""
    url, table, rounds = sys.argv[1:4]
    try:
        cents = asyncio.run(play(url, table, int(rounds)))
    except RefusedByServerError as error:
        sys.exit(f"refused: {error}")
    print(f"{rounds} rounds: {cents / 100:+.2f} dollars")


if __name__ == "__main__":
    main()
