"""The commands of staff over a client: trays, slips, the cage, counts, the gambling day.

Chips and notes are `{denomination in cents: how many}`. Every method that changes something takes a
*key*, so a restarted program can repeat a request that is carried out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

Json = dict[str, Any]
Chips = Mapping[int, int]


class Speaks(Protocol):
    """A sender of requests: `pitboss.client.Client`."""

    async def get(self, path: str) -> Json:
        """Read."""

    async def post(self, path: str, body: Mapping[str, Any] | None = None, key: str = "") -> Json:
        """Carry out a request once."""


class Staff:
    """A member of staff who is logged in and has given the second factor."""

    def __init__(self, client: Speaks) -> None:
        """Send requests through a client."""
        self.client = client

    async def _do(self, path: str, key: str, **body: object) -> Json:
        sent = {name: _write_chips(value) for name, value in body.items() if value is not None}
        return await self.client.post(f"/staff/{path}", sent or None, key)

    # -- tables ----------------------------------------------------------------------------------

    async def tables(self) -> Json:
        """List the tables that the office runs."""
        return await self.client.get("/staff/tables")

    async def assign_dealer(self, table: str, dealer: str, key: str = "") -> Json:
        """Assign the dealer of a table by account; "": nobody."""
        return await self._do(f"tables/{table}/dealer", key, dealer=dealer)

    async def stop_table(self, table: str, key: str = "") -> Json:
        """Stop the bets of a table."""
        return await self._do(f"tables/{table}/stop", key)

    async def count_tray(self, table: str, chips: Chips, key: str = "") -> Json:
        """Count a tray, as the first of two."""
        return await self._do(f"tables/{table}/count", key, chips=chips)

    async def sign_tray(self, table: str, chips: Chips, key: str = "") -> Json:
        """Count a tray as the second of two: the table is opened or closed."""
        return await self._do(f"tables/{table}/sign", key, chips=chips)

    async def take_box(self, table: str, key: str = "") -> Json:
        """Take the drop box of a table to the count."""
        return await self._do(f"tables/{table}/take-box", key)

    # -- slips -----------------------------------------------------------------------------------

    async def slips(self) -> Json:
        """List the slips of the day."""
        return await self.client.get("/staff/slips")

    async def ask_slip(self, kind: str, table: str, chips: Chips, key: str = "") -> Json:
        """Request a "fill" or a "credit"."""
        return await self._do("slips", key, kind=kind, table=table, chips=chips)

    async def sign_slip(
        self, kind: str, number: int, state: str, chips: Chips | None = None, key: str = ""
    ) -> Json:
        """Sign a slip: it moves to its `next` state."""
        return await self._do(f"slips/{kind}/{number}/sign", key, state=state, chips=chips)

    async def void_slip(self, kind: str, number: int, reason: str, key: str = "") -> Json:
        """Void a slip."""
        return await self._do(f"slips/{kind}/{number}/void", key, reason=reason)

    # -- the cage --------------------------------------------------------------------------------

    async def cage(self) -> Json:
        """Return what the cage holds."""
        return await self.client.get("/staff/cage")

    async def deposit(self, account: str, cents: int, rail: str = "cash", key: str = "") -> Json:
        """Take money for a player's wallet."""
        return await self._do("cage/deposit", key, account=account, cents=cents, rail=rail)

    async def pay_withdrawal(self, number: int, key: str = "") -> Json:
        """Pay a waiting withdrawal."""
        return await self._do(f"cage/withdrawals/{number}/pay", key)

    async def refuse_withdrawal(self, number: int, reason: str, key: str = "") -> Json:
        """Refuse a waiting withdrawal."""
        return await self._do(f"cage/withdrawals/{number}/refuse", key, reason=reason)

    async def pay_tips(self, pool: str, cents: int, key: str = "") -> Json:
        """Pay tips out of a pool."""
        return await self._do("cage/tips", key, pool=pool, cents=cents)

    async def move_capital(self, part: str, cents: int, reason: str, key: str = "") -> Json:
        """Put money of the house into the "money" or "chips" of the cage, or take it out."""
        return await self._do("cage/capital", key, part=part, cents=cents, reason=reason)

    async def adjust_wallet(self, account: str, cents: int, reason: str, key: str = "") -> Json:
        """Correct a wallet."""
        return await self._do("cage/adjust", key, account=account, cents=cents, reason=reason)

    async def count_drawer(self, chips: Chips, key: str = "") -> Json:
        """Count the cash in the drawer."""
        return await self._do("cage/drawer/count", key, chips=chips)

    async def take_drawer(self, chips: Chips, key: str = "") -> Json:
        """Count the drawer after somebody else did, and take it over."""
        return await self._do("cage/drawer/take", key, chips=chips)

    async def redeem_chips(self, chips: Chips, key: str = "") -> Json:
        """Buy chips back for cash."""
        return await self._do("cage/chips", key, chips=chips)

    async def approve(self, request: int, key: str = "") -> Json:
        """Approve another person's request."""
        return await self._do(f"requests/{request}/approve", key)

    # -- the count -------------------------------------------------------------------------------

    async def count(self) -> Json:
        """Return the state of the day's count."""
        return await self.client.get("/staff/count")

    async def join_count(self, key: str = "") -> Json:
        """Join the team that counts."""
        return await self._do("count/join", key)

    async def count_box(self, box: int, notes: Chips, key: str = "") -> Json:
        """Count a box, as one of the team."""
        return await self._do(f"count/boxes/{box}/count", key, chips=notes)

    async def recount_box(self, box: int, notes: Chips, key: str = "") -> Json:
        """Count a box again, as the verifier."""
        return await self._do(f"count/boxes/{box}/recount", key, chips=notes)

    async def sign_count(self, key: str = "") -> Json:
        """Sign the count, as one of the team."""
        return await self._do("count/sign", key)

    async def finish_count(self, key: str = "") -> Json:
        """Sign the count last, as the verifier."""
        return await self._do("count/finish", key)

    # -- the day ---------------------------------------------------------------------------------

    async def day(self) -> Json:
        """Return the gambling day, and what keeps it open."""
        return await self.client.get("/staff/day")

    async def open_day(self, key: str = "") -> Json:
        """Open the gambling day."""
        return await self._do("day/open", key)

    async def close_day(self, key: str = "") -> Json:
        """Close the gambling day."""
        return await self._do("day/close", key)

    async def deposit_progressives(self, key: str = "") -> Json:
        """Set the bank account of progressives to the money of the jackpots."""
        return await self._do("progressives/deposit", key)

    async def report_malfunction(self, what: str, table: str = "", key: str = "") -> Json:
        """Report a malfunction of a table, or of other equipment if *table* is empty."""
        return await self._do("malfunctions", key, what=what, table=table)

    async def file_notice(self, number: int, reference: str, key: str = "") -> Json:
        """Record how the regulator was notified."""
        return await self._do(f"notices/{number}/file", key, reference=reference)


def _write_chips(value: object) -> object:
    """Write chips in their JSON form."""
    if isinstance(value, Mapping):
        return {str(cents): count for cents, count in value.items()}
    return value
