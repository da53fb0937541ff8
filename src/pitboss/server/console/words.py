"""What the console calls things, where their own names are too long or say too little."""

from __future__ import annotations

from typing import Final

from pitboss.office.roles import Role

ROLES: Final = {
    Role.FLOOR: "floor supervisor",
    Role.SHIFT: "shift manager",
    Role.CAGE: "cage cashier",
    Role.COUNT: "count team",
    Role.JACKPOTS: "jackpot administrator",
    Role.ADMIN: "system administrator",
}
LABELS: Final = {
    "account": "Player",
    "award_cents": "Pay the player",
    "deposit_cents": "Most to deposit in 24 hours",
    "loss_cents": "Most to lose in 24 hours",
    "minutes": "Most minutes at tables in 24 hours",
    "wager_cents": "Most to bet in a round",
    "why": "Reason",
}
"""The labels of fields."""
BUTTONS: Final = {
    "POST /staff/disputes/{number}/answer": "Answer the player",
    "POST /staff/disputes/{number}/decide": "Decide",
    "POST /staff/disputes/{number}/statement": "Add what you saw",
    "POST /staff/exclusions/lift": "End the exclusion",
    "POST /staff/exclusions/propose": "Propose an exclusion",
    "POST /staff/disable": "Disable somebody",
    "POST /staff/enable": "Enable somebody",
    "POST /staff/requests/{number}/approve": "Agree",
    "POST /staff/requests/{number}/decline": "Say no",
    "POST /staff/requests/{number}/withdraw": "Take it back",
    "POST /staff/reset-factor": "Reset a second factor",
    "POST /staff/roles/give": "Give a role",
    "POST /staff/roles/take": "Take a role",
    "POST /staff/unlock": "Unlock somebody",
    "POST /staff/tables/{table}/ask-void": "Ask for a void",
    "POST /staff/tables/{table}/call-off": "Call off the round",
    "POST /staff/tables/{table}/dismiss-void": "Let the round stand",
    "POST /staff/tables/{table}/take-back": "Take a round back",
    "PUT /staff/players/{account}/limits": "Limit a player",
}
"""The words of buttons; others are the first words of what their route says it does."""
