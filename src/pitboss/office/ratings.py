"""Ratings of players at physical tables: who sat where, for how long, and for how much.

A floor supervisor opens a rating, notes bets as they are seen, and closes it. The report has the
average bet, the hands and the theoretical win, by the exact edge of the table's rules.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.values import Value, replace
from pitboss.office.core import Done, Event, Handler, Outcome, copy_fields, without
from pitboss.office.exclusions import text_problem
from pitboss.office.physical import SEATS_MAX, find_physical
from pitboss.office.roles import Permission
from pitboss.office.state import Office, Rating
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.text.numbers import money

HANDS_MAX: Final = 100_000
_Cents = Annotated[int, Meta(ge=0, le=CENTS_MAX, description="In cents.")]


class OpenRating(Value, frozen=True):
    """Open a rating: a player sits down, with so much bought in."""

    table: str
    seat: Annotated[int, Meta(ge=1, le=SEATS_MAX)]
    player: Annotated[str, Meta(min_length=1, max_length=100, description="Name or card number.")]
    buy_in_cents: _Cents


class NoteBet(Value, frozen=True):
    """Note a bet of a rated player, as it is seen."""

    rating: Annotated[int, Meta(ge=1)]
    cents: Annotated[int, Meta(ge=1, le=CENTS_MAX, description="The main wager, in cents.")]


class CloseRating(Value, frozen=True):
    """Close a rating: the player leaves, with so many chips."""

    rating: Annotated[int, Meta(ge=1)]
    hands: Annotated[int, Meta(ge=0, le=HANDS_MAX, description="How many were played.")]
    out_cents: _Cents


class RatingOpened(Event, frozen=True):
    """A rating is open."""

    number: int
    table: str
    seat: int
    player: str
    buy_in_cents: int


class BetNoted(Event, frozen=True):
    """A bet of a rated player was noted."""

    rating: int
    cents: int


class RatingClosed(Event, frozen=True):
    """A rating is closed."""

    rating: int
    hands: int
    out_cents: int


def _open(office: Office, command: OpenRating, _by: str, _now: int) -> Outcome:
    find_physical(office, command.table)
    if refused := text_problem(command.player):
        return refused
    for rating in office.ratings.values():
        if (rating.table, rating.seat) == (command.table, command.seat):
            return Refusal("rating/open", f"seat {command.seat} is rated: close that rating first")
    return Done(copy_fields(command, RatingOpened, number=office.rating_count + 1))


def _note(office: Office, command: NoteBet, _by: str, _now: int) -> Outcome:
    _find(office, command.rating)
    return Done(copy_fields(command, BetNoted))


def _close(office: Office, command: CloseRating, _by: str, _now: int) -> Outcome:
    rating = _find(office, command.rating)
    if command.hands and not rating.bets:
        return Refusal("rating/bets", f"note a bet first; {money(0)} was noted so far")
    return Done(copy_fields(command, RatingClosed))


def _find(office: Office, number: int) -> Rating:
    if number not in office.ratings:
        raise RefusedError("rating/unknown", f"no rating {number} is open")
    return office.ratings[number]


def _apply_opened(office: Office, event: RatingOpened, _by: str, at: int) -> Office:
    rating = copy_fields(event, Rating, opened=at)
    return replace(
        office,
        ratings={**office.ratings, event.number: rating},
        rating_count=event.number,
    )


def _apply_noted(office: Office, event: BetNoted, _by: str, _at: int) -> Office:
    rating = office.ratings[event.rating]
    after = replace(rating, bets=(*rating.bets, event.cents))
    return replace(office, ratings={**office.ratings, event.rating: after})


def _apply_closed(office: Office, event: RatingClosed, _by: str, _at: int) -> Office:
    return replace(office, ratings=without(office.ratings, event.rating))


COMMANDS: Final = {
    OpenRating: Handler(_open, Permission.ASSIGN_DEALER),
    NoteBet: Handler(_note, Permission.ASSIGN_DEALER),
    CloseRating: Handler(_close, Permission.ASSIGN_DEALER),
}
EVENTS: Final = {
    RatingOpened: _apply_opened,
    BetNoted: _apply_noted,
    RatingClosed: _apply_closed,
}
