"""Rounds in one line: a record written briefly, played by the engine, and what came of it.

Cards are in the order they leave the shoe: one to each seat, the dealer's up card, a second to each
seat, the down card, bonus cards, then as drawn. Decisions are written ``seat[.hand] action
[amount] [wager]`` with commas between them: ``"1 split, 1.2 double 500, 2 stand"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from pitboss.cards import format_cards
from pitboss.engine.actions import RefusedError
from pitboss.engine.record import Replay, replay
from pitboss.engine.view import TableView, view

WA = "wa/spanish-21"
V003 = "wa/spanish-21-v003"
V002 = "wa/spanish-21-v002"
ILANI = "ilani/spanish-21"
BET_BIGGER = "bet-bigger/spanish-21"
REFERENCE = "reference/blackjack"

Wagers = int | str
"""A seat's wagers: its main wager, or ``"1000, match-up 100"`` with side wagers behind it."""

Seats = Wagers | Mapping[int, Wagers]
"""Seat 1's wagers, or seat -> wagers."""

HIT_SOFT_17 = {"decks": 6, "soft17": "hit"}
"""What a Washington house must say."""


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played to its end."""

    replay: Replay
    result: Mapping[str, Any]

    @property
    def nets(self) -> dict[int, int]:
        """What each seat gained, in cents."""
        return {int(seat): net for seat, net in self.result["net"].items()}

    @property
    def net(self) -> int:
        """What the only seat gained."""
        (net,) = self.nets.values()
        return net

    @property
    def meters(self) -> dict[str, str]:
        """What the meters show afterwards."""
        return dict(self.result["meters_after"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """Everything that happened, as a record carries it."""
        return list(self.result["events"])

    def line(self, wager: str = "main", seat: int = 1, hand: int = 1) -> dict[str, Any]:
        """Return the one settlement line of a wager."""
        (line,) = (
            line
            for line in self.result["settlement"]
            if (line["wager"], line["seat"], line["hand"]) == (wager, seat, hand)
        )
        return dict(line)

    def won(self, wager: str = "main", seat: int = 1, hand: int = 1) -> int:
        """Return what one wager gained."""
        return int(self.line(wager, seat, hand)["net"])

    def outcome(self, wager: str = "main", seat: int = 1, hand: int = 1) -> str:
        """Return what became of one wager."""
        return str(self.line(wager, seat, hand)["outcome"])

    def wagers(self, seat: int = 1) -> list[str]:
        """Return the wagers of a seat that were settled, in the order they were."""
        return [line["wager"] for line in self.result["settlement"] if line["seat"] == seat]

    def when(self, event: str, **facts: object) -> int:
        """Return the place, in order, of the first event of that name with those facts."""
        places = [
            place
            for place, happened in enumerate(self.events)
            if happened["event"] == event and facts.items() <= happened.items()
        ]
        assert places, f"no {event} with {facts}"
        return places[0]

    def felt_after(self, place: int, seat: int = 1) -> TableView:
        """Return the table as *seat* sees it right after an event."""
        return view(self.replay.round.states[place], seat)

    def hand(self, hand: int = 1, seat: int = 1) -> str:
        """Return the cards that lie in a hand at the end, in order."""
        return format_cards(self.replay.round.state.seat(seat).hand(hand).cards)

    @property
    def dealer(self) -> str:
        """The dealer's cards: up, down, then as drawn."""
        return format_cards(self.replay.round.state.dealer)


def record(
    game: str,
    cards: str,
    decisions: str = "",
    seats: Seats = 1000,
    /,
    **rest: object,
) -> dict[str, object]:
    """Write a record; whatever else it carries comes by its key.

    ``players`` is seat -> name. Washington's options are six decks and hit soft 17 where they are
    not given; an option of None is left out.
    """
    players = rest.pop("players", {})
    options = rest.pop("options", {})
    assert isinstance(players, Mapping)
    assert isinstance(options, Mapping)
    by_seat = seats if isinstance(seats, Mapping) else {1: seats}
    if game.startswith("wa/"):
        options = HIT_SOFT_17 | dict(options)
    given = {name: value for name, value in options.items() if value is not None}
    return {
        "game": game,
        "options": given,
        "seats": [_seat(number, bets, players) for number, bets in by_seat.items()],
        "cards": cards,
        "decisions": [_decision(text) for text in decisions.split(",") if text.strip()],
        **rest,
    }


def _seat(number: int, bets: Wagers, players: Mapping[int, str]) -> dict[str, object]:
    main, *side = str(bets).split(",")
    wagers = {"main": int(main)} | {wager: int(cents) for wager, cents in map(str.split, side)}
    seat: dict[str, object] = {"seat": number, "wagers": wagers}
    return seat | ({"player": players[number]} if number in players else {})


def _decision(text: str) -> dict[str, object]:
    place, action, *rest = text.split()
    seat, _, hand = place.partition(".")
    decision: dict[str, object] = {"seat": int(seat), "hand": int(hand or 1), "action": action}
    for word in rest:
        decision |= {"amount": int(word)} if word.isdigit() else {"wager": word}
    return decision


def play(
    game: str,
    cards: str,
    decisions: str = "",
    seats: Seats = 1000,
    /,
    **rest: object,
) -> Played:
    """Play a round."""
    return played(record(game, cards, decisions, seats, **rest))


def played(a_record: object) -> Played:
    """Play a record; what is left of its meters must be all that went in."""
    done = replay(a_record)
    for meter in done.round.state.meters.values():
        assert meter.is_conserved
    return Played(done, done.result())


def net(
    game: str,
    cards: str,
    decisions: str = "",
    seats: Seats = 1000,
    /,
    **rest: object,
) -> int:
    """Play a round of one seat and return what it gained, in cents."""
    return play(game, cards, decisions, seats, **rest).net


def refused(
    game: str,
    cards: str,
    decisions: str = "",
    seats: Seats = 1000,
    /,
    **rest: object,
) -> str:
    """Return the code with which a round is refused."""
    return refusal(record(game, cards, decisions, seats, **rest))


def refusal(a_record: object) -> str:
    """Return the code with which a record is refused, in one line of words."""
    with pytest.raises(RefusedError) as caught:
        replay(a_record)
    problem = caught.value.refusal
    assert problem.message
    assert "\n" not in problem.message
    return problem.code


def progressive(wager: int = 500, **terms: object) -> dict[str, object]:
    """Return the terms of a progressive, seeded with $5,000."""
    return {"scheme": "progressive", "wager": wager, "seed": "5000.00", **terms}


def house() -> dict[str, object]:
    """Return the terms of a house jackpot of $5: $5,000.00 for 100%, $500.00 for 10%."""
    return {"scheme": "house", "wager": 500, "prize": {"100%": "5000.00", "10%": "500.00"}}
