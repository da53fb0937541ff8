"""The console's own names for things whose usual names are too long or unclear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.office.cage import CAGE_PARTS, RAILS
from pitboss.office.papers import SlipKind
from pitboss.office.roles import Role
from pitboss.rulebook.model import HOUSE_RULINGS
from pitboss.rulebook.reading.library import games

ROLES: Final = {
    Role.FLOOR: "floor supervisor",
    Role.SHIFT: "shift manager",
    Role.CAGE: "cage cashier",
    Role.COUNT: "count team",
    Role.JACKPOTS: "jackpot administrator",
    Role.ADMIN: "system administrator",
}
LABELS: Final = {
    "cents": "Amount",
    "chips": "Count",
    "on": "Its wagers are taken",
    "pool": "Pool of tips",
    "rail": "How it is paid",
    "account": "Player",
    "award_cents": "Pay the player",
    "deposit_cents": "Most to deposit in 24 hours",
    "min_cents": "Minimum",
    "max_cents": "Maximum",
    "aggregate_cents": "Most of all players together",
    "starts": "From (18:00; empty: the next round)",
    "loss_cents": "Most to lose in 24 hours",
    "minutes": "Most minutes at tables in 24 hours",
    "units": "Amount",
    "wager_cents": "Most to bet in a round",
    "why": "Reason",
}
"""The labels of fields."""
CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "irregularity": tuple(
        dict.fromkeys(
            item.id
            for kinds in (HOUSE_RULINGS, *(game.irregularities for game in games()))
            for item in kinds
            if item.is_ruled_at_table
        )
    ),
    "kind": (SlipKind.FILL, SlipKind.CREDIT),
    "part": CAGE_PARTS,
    "rail": RAILS,
}
"""The choices of a field whose text is one of a few."""
BUTTONS: Final = {
    "POST /staff/cage/adjust": "Correct a wallet",
    "POST /staff/cage/capital": "Move capital",
    "POST /staff/cage/chips": "Buy chips back",
    "POST /staff/cage/deposit": "Deposit",
    "POST /staff/cage/drawer/count": "Count the drawer",
    "POST /staff/cage/drawer/take": "Count and take over the drawer",
    "POST /staff/cage/tips": "Pay tips",
    "POST /staff/cage/withdrawals/{number}/pay": "Pay",
    "POST /staff/cage/withdrawals/{number}/refuse": "Refuse",
    "POST /staff/count/boxes/{box}/count": "Count the box",
    "POST /staff/count/boxes/{box}/recount": "Recount the box",
    "POST /staff/count/finish": "Sign as verifier",
    "POST /staff/count/join": "Join the team",
    "POST /staff/count/sign": "Sign the count",
    "POST /staff/day/close": "Close the day",
    "POST /staff/day/open": "Open the day",
    "POST /staff/disputes/{number}/answer": "Answer the player",
    "POST /staff/disputes/{number}/decide": "Decide",
    "POST /staff/disputes/{number}/statement": "Add what you saw",
    "POST /staff/exclusions/lift": "End the exclusion",
    "POST /staff/exclusions/propose": "Propose an exclusion",
    "POST /staff/disable": "Disable somebody",
    "POST /staff/enable": "Enable somebody",
    "POST /staff/invitations": "Invite somebody",
    "POST /staff/jackpots/{jackpot}/adjust": "Propose an adjustment",
    "POST /staff/jackpots/{jackpot}/close": "Propose to close it",
    "POST /staff/jackpots/{jackpot}/hits/{hit}/confirm": "Confirm the hit",
    "POST /staff/jackpots/{jackpot}/hits/{hit}/reject": "Reject the hit",
    "POST /staff/jackpots/{jackpot}/permission": "Record a permission",
    "POST /staff/jackpots/{jackpot}/proposals/{proposal}/approve": "Agree",
    "POST /staff/jackpots/{jackpot}/proposals/{proposal}/withdraw": "Withdraw the request",
    "POST /staff/jackpots/{jackpot}/switch": "Stop or start its wagers",
    "POST /staff/jackpots/{jackpot}/terms": "Propose terms",
    "POST /staff/jackpots/{jackpot}/transfer": "Propose a transfer",
    "POST /staff/malfunctions": "Report a malfunction",
    "POST /staff/notices/{number}/file": "Note the notification",
    "POST /staff/progressives/check": "Check the jackpots' bank",
    "POST /staff/progressives/deposit": "Deposit for jackpots",
    "POST /staff/jackpots/{jackpot}/hits/{hit}/winner": "Write down the winner",
    "POST /staff/physical": "Open a physical table",
    "POST /staff/physical/{table}/hand/clear": "Clear the felt",
    "POST /staff/physical/{table}/hand/confirm": "Confirm the hand",
    "POST /staff/physical/{table}/ratings": "Rate a player",
    "POST /staff/physical/{table}/ratings/{rating}/bet": "Note a bet",
    "POST /staff/physical/{table}/ratings/{rating}/close": "Close the rating",
    "POST /staff/physical/{table}/release": "Give the last wagers back",
    "POST /staff/physical/{table}/tokes": "Count the tips",
    "POST /staff/requests/{number}/approve": "Agree",
    "POST /staff/requests/{number}/decline": "Decline",
    "POST /staff/requests/{number}/withdraw": "Withdraw the request",
    "POST /staff/reset-factor": "Reset a second factor",
    "POST /staff/roles/give": "Give a role",
    "POST /staff/roles/take": "Take a role",
    "POST /staff/slips": "Ask for a fill or credit",
    "POST /staff/slips/{kind}/{number}/sign": "Sign",
    "POST /staff/slips/{kind}/{number}/void": "Void the slip",
    "POST /staff/floor/switch": "Switch every table off or on",
    "POST /staff/tables/{table}/count": "Count the tray",
    "POST /staff/tables/{table}/deal": "Deal now",
    "POST /staff/tables/{table}/limits": "Change the limits",
    "POST /staff/tables/{table}/pause": "Pause or go on",
    "POST /staff/tables/{table}/switch": "Switch off or on",
    "POST /staff/tables/{table}/dealer": "Assign a dealer",
    "POST /staff/tables/{table}/sign": "Count the tray and sign",
    "POST /staff/tables/{table}/stop": "Stop the table",
    "POST /staff/tables/{table}/take-box": "Take the drop box",
    "POST /staff/unlock": "Unlock somebody",
    "POST /staff/tables/{table}/ask-void": "Ask for a void",
    "POST /staff/tables/{table}/dismiss-void": "Let the round stand",
    "POST /staff/tables/{table}/rule": "Rule on one seat",
    "POST /staff/tables/{table}/void-open": "Void the open round",
    "POST /staff/tables/{table}/void-settled": "Void a settled round",
    "PUT /staff/players/{account}/limits": "Limit a player",
}
"""The words of buttons; others are the first words of what their route says it does."""
