"""Why a live table refuses a command, beside the rules of its game."""

from __future__ import annotations

from pitboss.engine.actions import Refusal

NO_STORE = Refusal(
    "store/unavailable",
    "the books do not answer; the floor waits, and nothing is lost or done twice",
)
"""Also where the same command was sent before and nobody knows yet whether it is in the books."""
LOST = Refusal("table/lost", "another process runs this table now")
MOVING = Refusal("server/busy", "this table goes to another process; try again in a moment")
SHORT = Refusal("wallet/short", "your wallet does not hold so much")
NO_KEEPER = Refusal("jackpot/unavailable", "a shared jackpot cannot be reached; try again")
REUSED = Refusal("key/reused", "this key was used for another command")
