"""Practice rounds: read from a body or a link, and written like frames of a live table.

A link is one word of an address: the version "1" and the body, which is JSON without defaults,
deflated with a dictionary of common bodies, in URL-safe base64 without its "=".
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.api.tables import Table
from pitboss.cards import Card, NotationError, parse_cards
from pitboss.engine.actions import Action, ActionKind, Question, RefusedError
from pitboss.engine.meter import format_units, parse_units
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import State
from pitboss.engine.view import TableView, view
from pitboss.pit.frames import choices_json
from pitboss.rulebook.house import house_data
from pitboss.rulebook.limits import shorten
from pitboss.server.live.scene import Eyes, label_question, scene, write_lines
from pitboss.server.live.view_wire import AskedQuestion, Scene, SceneLine
from pitboss.server.practice.wire import (
    PracticeCount,
    PracticeDecision,
    PracticeFrame,
    PracticeNext,
    PracticeShoe,
)
from pitboss.server.practice.wire import PracticeRound as Body
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import LINK_LENGTH_MAX, PRACTICE_BYTES_MAX
from pitboss.sitting.bankroll import at_stake
from pitboss.sitting.given_cards import read_given
from pitboss.sitting.practice import (
    PracticeRefusedError,
    PracticeRound,
    PracticeTerms,
    play_practice,
)
from pitboss.sitting.shoe import hidden_cards, unseen_cards
from pitboss.sitting.table_count import count_table
from pitboss.text.aloud import aloud

_VERSION = "1"
_USUAL = (
    b'"low":""wager":"poker""insure""decline""take-blackjack""keep-blackjack""free-double"'
    b'"free-split""rescue""redouble""surrender""switch""keep""fold""bet""set""bust-bet"'
    b'{"game":"reference/blackjack","bankroll":"meters":{"reserves":{"bots":[2,3],"tip:main":'
    b'"house":{"options":{"decks":6,"soft17":"hit"},"tables":{"limits":{"option":["'
    b'{"game":"wa/spanish-21","bets":{"1":{"main":1000,"main-1":1000,"main-2":1000}},"2":{'
    b'"seed":"","shoe":1,"dealt":"cards":{"1":"6h 7h","dealer":"Kd","next":"'
    b'"decisions":[{"action":"double","seat":1,"hand":2,"amount":1000},{"action":"split"},'
    b'{"action":"hit"},{"action":"stand"}]}'
)
"""Changing this changes every link: it would need another version."""
_WBITS = -15
_KINDS = {kind.value: kind for kind in ActionKind}


def play_body(table: Table, body: Body) -> PracticeRound:
    """Play the round of a body; raise `RefusedError` if it does not fit the table."""
    return play_practice(table.setup, table.house.shoe, read_terms(table.setup, body))


def read_terms(setup: Setup, body: Body) -> PracticeTerms:
    """Return the terms of the round of a body."""
    return PracticeTerms(
        bets={_seat(seat): wagers for seat, wagers in body.bets.items()},
        bots=tuple(body.bots),
        seed=body.seed,
        shoe=body.shoe,
        dealt=body.dealt,
        entered=tuple(body.entered),
        given=read_given(body.cards),
        meters=_units(setup, "meters", body.meters),
        reserves=_units(setup, "reserves", body.reserves),
        bankroll=body.bankroll,
        decisions=tuple(_action(decision, n) for n, decision in enumerate(body.decisions, start=1)),
    )


def _seat(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    raise RefusedError("seat/unknown", f"bets: {shorten(text)!r} is no seat; seats are numbers")


def _units(setup: Setup, key: str, amounts: Mapping[str, str]) -> dict[str, int]:
    known = open_meters(setup, {}, {}) if amounts else {}
    for wager in amounts:
        if wager not in known:
            message = f"{key}: {shorten(wager)!r} is no progressive of this table"
            raise RefusedError("wager/not-offered", message)
    try:
        return {wager: parse_units(text) for wager, text in amounts.items()}
    except ValueError as error:
        raise RefusedError("meter/malformed", f"{key}: {error}") from None


def _action(given: PracticeDecision, number: int) -> Action:
    kind = _KINDS.get(given.action)
    if kind is None:
        message = f"there is no decision {shorten(given.action)!r}; there are {', '.join(_KINDS)}"
        raise _wrong("action/unknown", message, number)
    low: tuple[Card, ...] | None = None
    if given.low:
        try:
            low = parse_cards(given.low)
        except NotationError as error:
            raise _wrong(error.code, str(error), number) from None
    return Action(
        seat=given.seat,
        hand=given.hand,
        kind=kind,
        amount=given.amount,
        tip=given.tip,
        wager=given.wager or None,
        low=low,
    )


def _wrong(code: str, message: str, number: int) -> PracticeRefusedError:
    return PracticeRefusedError(RefusedError(code, message).refusal, number)


def make_frame(table: Table, practice: PracticeRound) -> PracticeFrame:
    """Return a round as its player may see it."""
    state = practice.state
    shoe = practice.shoe.shoe
    eyes = Eyes(min(practice.seats), practice.seats)
    before = practice.taken[-1].state if practice.taken else practice.round.opening
    seen = view(before, eyes.seat), view(state, eyes.seat)
    felt = msgspec.convert(scene(state, eyes), Scene)
    return PracticeFrame(
        game=table.game.id,
        digest=table.digest,
        assumed=[*table.assumed],
        seats=[*practice.seats],
        players={str(seat.number): seat.player for seat in state.seats},
        n=len(practice.taken),
        scene=felt,
        say=msgspec.convert(write_lines(practice.lines), list[SceneLine]),
        aloud=aloud(table.setup, *seen, practice.seats, practice.question),
        ask=_ask(practice, eyes),
        settled=felt.settled,
        over=practice.is_over,
        net=practice.net,
        tips=practice.tips,
        in_play=0 if practice.is_over else at_stake(state, practice.seats),
        bankroll=practice.money_left,
        meters=_dollars(practice, "display"),
        dealt=shoe.position,
        shoe=PracticeShoe(
            number=shoe.shoes, cards=len(shoe.cards), left=shoe.cards_left, last=shoe.is_over
        ),
        count=_count(practice, seen[1]),
        next=_next(practice) if practice.is_over else None,
        closed={**practice.closed_wagers} if practice.is_over else {},
        record=practice.record(house_data(table.house)),
    )


def _count(practice: PracticeRound, seen: TableView) -> PracticeCount | None:
    """Return the count of the cards that the player has seen."""
    shoe = practice.shoe.shoe
    if shoe.every_round or practice.terms.given:
        return None
    unseen = unseen_cards(shoe, hidden_cards(practice.state, seen))
    count = count_table(None, unseen, shoe.shoe)
    return PracticeCount(
        system=count.system.name,
        running=float(count.running),
        true=float(count.true),
        unseen=count.unseen,
        words=count.words,
    )


def _ask(practice: PracticeRound, eyes: Eyes) -> AskedQuestion | None:
    question = practice.question
    return ask_in_words(practice.state, question, eyes) if question else None


def ask_in_words(state: State, question: Question, eyes: Eyes) -> AskedQuestion:
    """Return an open question with its words, and its choices with their labels."""
    written: dict[str, Any] = {"seat": question.seat, "hand": question.hand}
    if question.wager:
        written["wager"] = question.wager
    words = label_question(state, question, eyes)
    labels = words.pop("labels")
    choices = [a | b for a, b in zip(choices_json(question), labels, strict=True)]
    return msgspec.convert({**written, **words, "choices": choices}, AskedQuestion)


def _next(practice: PracticeRound) -> PracticeNext:
    shoe, dealt, entered = practice.next_shoe
    return PracticeNext(
        shoe=shoe,
        dealt=dealt,
        meters=_dollars(practice, "display"),
        reserves=_dollars(practice, "reserve"),
        entered=[*entered],
    )


def _dollars(practice: PracticeRound, part: str) -> dict[str, str]:
    return {
        wager: format_units(getattr(meter, part)) for wager, meter in practice.state.meters.items()
    }


def write_link(body: Body) -> str:
    """Return a round as one word.

    >>> body = Body(game="co/free-bet", bets={"1": {"main": 1500}}, seed="7")
    >>> len(write_link(body)) < 60, read_link(write_link(body)) == body
    (True, True)
    """
    packer = zlib.compressobj(9, wbits=_WBITS, zdict=_USUAL)
    packed = packer.compress(msgspec.json.encode(body)) + packer.flush()
    word = _VERSION + urlsafe_b64encode(packed).decode().rstrip("=")
    if len(word) > LINK_LENGTH_MAX:
        message = f"this round is too long for a link of {LINK_LENGTH_MAX:,} characters"
        raise ApiError("link/too-long", message)
    return word


def read_link(word: str) -> Body:
    """Return the round of a link; raise `ApiError` for any other text."""
    if len(word) > LINK_LENGTH_MAX or not word.startswith(_VERSION) or not word.isascii():
        raise _unreadable("it was cut off, or is of another version")
    text = word[len(_VERSION) :]
    try:
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj(_WBITS, zdict=_USUAL)
        content = unpacker.decompress(packed, PRACTICE_BYTES_MAX)
        if not unpacker.eof or unpacker.unused_data:
            raise _unreadable("it was cut off")
        return msgspec.json.decode(content, type=Body)
    except (ValueError, zlib.error, msgspec.DecodeError, RecursionError) as error:
        raise _unreadable(str(error)) from None


def _unreadable(why: str) -> ApiError:
    return ApiError("link/unreadable", f"this link opens no round: {why}")
