"""Errands: agreements of two people that a table or a jackpot carries out.

The entry that says "approved" is the order. It is carried out under a key made of the request's
number, so a second try after a crash, or in another process, changes nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import Expire, Report
from pitboss.office.core import HOUSE, request_key
from pitboss.office.decide import decode_command
from pitboss.office.state import Request
from pitboss.pit.desk import Desk

Carrier = Callable[[Any, Request, str], Awaitable[Refusal | None]]
"""Carries a command out: the command, who asked and who agreed, the key to do it under.

A refusal is final; what is raised is tried again later.
"""


class Errands:
    """Carries out approved requests, and closes those that nobody answered."""

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        """Work for a desk."""
        self._desk, self._clock = desk, clock
        self.carriers: dict[type, Carrier] = {}
        """Command -> its carrier; each part of the house adds its own."""

    async def carry_out(self, number: int) -> Refusal | None:
        """Carry out one approved request, if it still waits and this process can."""
        request = (await self._desk.refresh()).requests.get(number)
        if request is None or not request.approver:
            return None
        command = decode_command(request)
        carrier = self.carriers.get(type(command))
        if carrier is None:
            return None
        refusal = await carrier(command, request, request_key(number))
        report = Report(number, refusal.code if refusal else "")
        await self._desk.ask(report, HOUSE, f"carried-out/{number}")
        return refusal

    async def run(self) -> None:
        """Close expired requests, and carry out unfinished ones; called periodically.

        A failure does not stop the others; the first failure is raised at the end.
        """
        requests, now = (await self._desk.refresh()).requests.values(), self._clock()
        failures: list[Exception] = []
        for request in requests:
            try:
                if request.approver:
                    await self.carry_out(request.number)
                elif now >= request.until:
                    await self._desk.ask(Expire(request.number), HOUSE, f"expired/{request.number}")
            except Exception as error:  # noqa: BLE001 - raised below
                failures.append(error)
        if failures:
            raise failures[0]
