"""The hand calculator: its form, and the route; another process values the hand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from msgspec import json

from pitboss.api.tables import Table
from pitboss.cards import DECKS, format_card
from pitboss.late import LateFunction
from pitboss.rulebook.house import house_data
from pitboss.rulebook.model import RoundKind
from pitboss.server.lab.game.wire import LabCards, LabHand, LabHandForm, LabHandValues, LabPlace
from pitboss.server.requests.routes import STILL_WORKING, Access, Call, Routes, Text
from pitboss.server.rules.book import TABLE_CODES, open_main_table
from pitboss.server.rules.house_work import HouseWork

FIVE: Final = 5
HAND = LabPlace("hand", "Your hand", least=2)
UP = LabPlace("up", "Dealer's up card", least=1, most=1)
_OF_SPLIT: Final = ("after_split",)
FORMS: Final[Mapping[RoundKind, tuple[LabHandForm, ...]]] = {
    RoundKind.BLACKJACK: (LabHandForm("play", "Play a hand", [HAND, UP], [*_OF_SPLIT]),),
    RoundKind.SWITCH: (
        LabHandForm(
            "switch",
            "Switch or keep",
            [
                LabPlace("hand", "First hand", least=2, most=2),
                LabPlace("other", "Second hand", least=2, most=2),
                UP,
            ],
        ),
        LabHandForm("play", "Play a hand", [HAND, UP], [*_OF_SPLIT]),
    ),
    RoundKind.HOLDEM: (
        LabHandForm("play", "Play the blackjack hand", [HAND, UP], [*_OF_SPLIT]),
        LabHandForm(
            "poker",
            "Bet or fold at poker",
            [
                LabPlace("hand", "Your poker cards", least=1, most=2),
                LabPlace("community", "Community cards", least=2, most=2),
            ],
        ),
    ),
    RoundKind.THREE_CARD_21: (
        LabHandForm("play", "Play three cards", [LabPlace("hand", "Your hand", least=3), UP]),
        LabHandForm(
            "split",
            "Play a hand of a split",
            [
                LabPlace("hand", "This hand", least=2),
                LabPlace("other", "Cards that start the other two", least=2, most=2),
                UP,
            ],
        ),
    ),
    RoundKind.ANTE_UP: (LabHandForm("play", "Bet or fold, then play", [HAND, UP]),),
    RoundKind.PAI_JACK: (
        LabHandForm("play", "Set five cards", [LabPlace("hand", "Your cards", FIVE, FIVE)]),
    ),
    RoundKind.WILD_POKER: (
        LabHandForm("play", "Play or fold", [LabPlace("hand", "Your cards", FIVE, FIVE)]),
    ),
}
"""Kind of round -> what may be asked about; `pitboss advise` takes the same."""
WHOLE_DECK: Final = frozenset({RoundKind.HOLDEM, RoundKind.PAI_JACK, RoundKind.WILD_POKER})
"""Kinds whose every round starts with a whole deck: no card is gone before it."""


def hand_forms(table: Table) -> list[LabHandForm]:
    """Return the forms of the hand calculator at a table."""
    rules = table.setup.configured.rules
    more = list[str]()
    if rules is not None:
        more += ["doubled"] if rules.redouble else []
        more += ["free"] if rules.free_bets else []
    return [
        LabHandForm(form.id, form.title, form.places, [*form.flags, *more] if form.flags else [])
        for form in FORMS[table.game.round]
    ]


def lab_cards(table: Table) -> LabCards:
    """Return the cards of a table's shoe, and whether some of them can be gone."""
    game = table.game
    shoe = table.setup.shoe
    cards = sorted({*DECKS[game.deck].cards})
    why = f"Every round of {game.title} starts with a whole deck: no card is gone before it."
    return LabCards(
        kinds=[format_card(card) for card in cards],
        decks=shoe.deck_count,
        no_gone=why if game.round in WHOLE_DECK else "",
    )


HAND_ROUTES = Routes("lab", access=Access.ANYONE)
"""A hand of a game under any rules."""
_value_hand: HouseWork = LateFunction("pitboss.server.lab.game.hand:value_hand")


@HAND_ROUTES.post(
    "/lab/hand",
    body=LabHand,
    answer=LabHandValues,
    rate="solver",
    codes=(*TABLE_CODES, "server/busy"),
    waits=True,
)
async def lab_hand(call: Call) -> Text:
    """Return the exact value of every choice with a hand, after any cards left the shoe."""
    body = call.body
    table = await asyncio.to_thread(open_main_table, body.game, body.option)
    text = json.encode(body).decode()
    answer = await call.services.rules.soon(_value_hand, house_data(table.house), text)
    return STILL_WORKING if answer is None else Text(answer)
