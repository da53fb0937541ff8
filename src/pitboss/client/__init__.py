"""A client for a server of Pitboss: bots, tests and the terminal table use it.

    async with Client("http://127.0.0.1:8021") as client:
        await client.guest()
        async with client.connect() as line:
            await line.watch("co.free-bet")
            await line.ask("sit", "co.free-bet", seat=1, cents=50_000)
            await line.ask("bet", "co.free-bet", seat=1, wagers={"main": 2_500})
            async for frame in line:
                ...

The client handles lost answers and lost connections: it repeats a request under the same key until
there is an answer, and nothing happens twice.
"""

from pitboss.client.client import Client
from pitboss.client.errors import ClientError, LineEndedError, NoAnswerError, RefusedByServerError
from pitboss.client.line import Line
from pitboss.client.patience import Patience
from pitboss.client.staff import Staff

__all__ = [
    "Client",
    "ClientError",
    "Line",
    "LineEndedError",
    "NoAnswerError",
    "Patience",
    "RefusedByServerError",
    "Staff",
]
