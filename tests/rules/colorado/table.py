"""Colorado rounds in one line.

Cards are in the order they leave the shoe: one to each hand of each seat, the up card, a second to
each hand, the down card, then as drawn. Decisions are written ``seat[.hand] action [amount]
[tip amount]`` with commas between them: ``"1 bust-bet 200 tip 100, 1.2 double 500"``; without a
hand the record names none. Pai Jack's hands are set by their low cards: ``"1 set Kd 9h"``.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.table import Played, played, refusal

SWITCH = "co/blackjack-switch"
TRILUX = "co/trilux"
EXTREME = "co/extreme-21"
THREE_CARD = "co/3-card-21"
DEUCES = "co/deuces-wild-xtreme"

MAINS = {
    SWITCH: ("main-1", "main-2"),
    THREE_CARD: ("main", "3-card-bonus"),
    DEUCES: ("ante", "odds"),
}
"""The equal wagers of games that start with two."""

Wagers = int | str
"""A seat's wagers and tips: ``"1000, big-3 200, tip 100, tip big-3 50"``. What names no wager is
the blackjack wager, or both of two that must be equal (`MAINS`)."""

Seats = Wagers | Mapping[int, Wagers]
"""Seat 1's wagers, or seat -> wagers."""


def record(
    game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object
) -> dict[str, object]:
    """Write a record; ``decks`` and ``players`` (seat -> name) beside whatever else it carries."""
    players = rest.pop("players", {})
    decks = rest.pop("decks", None)
    options = rest.pop("options", {})
    assert isinstance(players, Mapping)
    assert isinstance(options, Mapping)
    by_seat = seats if isinstance(seats, Mapping) else {1: seats}
    mains = MAINS.get(game, ("main",))
    return {
        "game": game,
        "options": dict(options) | ({} if decks is None else {"decks": decks}),
        "seats": [
            _seat(number, str(bets), mains)
            | ({"player": players[number]} if number in players else {})
            for number, bets in by_seat.items()
        ],
        "cards": cards,
        "decisions": [_decision(text) for text in decisions.split(",") if text.strip()],
        "tables": {},
        **rest,
    }


def _seat(number: int, bets: str, mains: tuple[str, ...]) -> dict[str, object]:
    wagers: dict[str, int] = {}
    tips: dict[str, int] = {}
    for bet in bets.split(","):
        words = bet.split()
        placed = tips if words[0] == "tip" else wagers
        named = words[1:] if placed is tips else words
        cents = int(named.pop())
        placed |= dict.fromkeys(named or mains, cents)
    return {"seat": number, "wagers": wagers} | ({"tips": tips} if tips else {})


def _decision(text: str) -> dict[str, object]:
    place, action, *rest = text.split()
    seat, _, hand = place.partition(".")
    decision: dict[str, object] = {"seat": int(seat), "action": action}
    if hand:
        decision["hand"] = int(hand)
    if action == "set":
        return decision | {"low": " ".join(rest)}
    if "tip" in rest:
        decision["tip"] = int(rest.pop())
        rest.remove("tip")
    for word in rest:
        decision |= {"amount": int(word)} if word.isdigit() else {"wager": word}
    return decision


def play(
    game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object
) -> Played:
    """Play a round."""
    return played(record(game, cards, decisions, seats, **rest))


def refused(
    game: str, cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object
) -> str:
    """Return the code with which a round is refused."""
    return refusal(record(game, cards, decisions, seats, **rest))


def asked(round_: Played) -> list[str]:
    """Return what was decided, in order: ``"1.1 hit"``."""
    return [
        f"{event['seat']}.{event['hand']} {event['action']}"
        for event in round_.events
        if event["event"] == "action-taken"
    ]


def settled_in_order(round_: Played) -> list[tuple[int, str]]:
    """Return (seat, wager) of every settlement line, in the order they were settled."""
    return [(line["seat"], line["wager"]) for line in round_.result["settlement"]]


def given_to_dealer(round_: Played) -> list[tuple[int, int]]:
    """Return (seat, cents) of every envy pay to the dealer; no player gains by it."""
    lines = [line for line in round_.result["settlement"] if line["wager"] == "dealer-envy"]
    assert all((line["stake"], line["net"]) == (0, 0) for line in lines)
    return [(line["seat"], line["dealer"]) for line in lines]
