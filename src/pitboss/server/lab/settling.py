"""Settle a hand of a physical table in the browser: lines in, what is due and each result out.

Nothing is kept between two requests: the page sends every line so far, and undo is a line fewer.
The lines are those of `pitboss settle`, and the same object reads them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from pitboss.api.tables import Table
from pitboss.cards import Card, format_card, format_cards
from pitboss.engine.actions import Question
from pitboss.engine.events import CardDealt, Place
from pitboss.engine.meter import format_units
from pitboss.engine.record import replay, write_record
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import open_meters
from pitboss.engine.state import State
from pitboss.engine.view import TableView, view
from pitboss.pit.frames import choices_json
from pitboss.report.sheets.citations import clause_behind
from pitboss.rulebook.house import house_data, parse_house
from pitboss.server.practice.wire import PracticeTable
from pitboss.server.requests.limits import RECORD_BYTES_MAX
from pitboss.server.requests.routes import Access, Call, Routes
from pitboss.server.rules.book import TABLE_CODES, open_table
from pitboss.sitting.amounts import legal_amount, spots_before_deal
from pitboss.sitting.questions import offer_words, question_words
from pitboss.sitting.settle_hand import (
    FACE_DOWN,
    SettleHand,
    place_name,
    place_words,
    settle_lines,
)
from pitboss.sitting.views import FeltView
from pitboss.text.actions import (
    KEYS,
    amount_range,
    choice_label,
    dealer_words,
    hand_words,
    poker_words,
)
from pitboss.text.rules import limit_words

LINES_MAX = 600
LINE_LENGTH_MAX = 300
SETTLE_CODES = (
    *TABLE_CODES,
    *("command/unknown", "record/card-unknown", "record/card-not-in-shoe"),
    *("wager/needs-main", "wager/off-limits", "wager/not-offered", "wager/fixed-amount"),
    *("action/unknown", "action/illegal", "action/amount", "action/not-your-turn"),
)
Line = Annotated[str, Meta(max_length=LINE_LENGTH_MAX)]


class SettleLines(PracticeTable, frozen=True, kw_only=True):
    """A hand as it lies on the felt, line by line."""

    toml: Annotated[
        str, Meta(max_length=50_000, description="A house file as text, in place of `house`.")
    ] = ""
    lines: Annotated[
        list[Line],
        Meta(
            max_length=LINES_MAX,
            description='As `pitboss settle` reads them: "1 25 match-up 5", "deal", "7h Ks", '
            '"d: Ah 6c", "stand", "double 20".',
        ),
    ] = field(default_factory=list)


class SettleWager(Struct, frozen=True):
    """A wager that is made before the deal."""

    id: str
    title: str
    limits: str
    least: Annotated[int, Meta(description="Cents.")]
    main: bool
    meter: Annotated[str, Meta(description="What its meter shows, in dollars; empty: none.")]


class SettleChoice(Struct, frozen=True, omit_defaults=True):
    """One answer to the open question."""

    action: str
    label: str
    key: str
    range: Annotated[str, Meta(description="The amounts that it takes, in words.")] = ""
    low: int | None = None
    high: int | None = None
    default: int | None = None
    tip: int | None = None
    lows: Annotated[list[str], Meta(description="The low hands that may be set.")] = []


class SettleDue(Struct, frozen=True, omit_defaults=True):
    """What is due next: bets, a card, a decision, or nothing more."""

    kind: Annotated[str, Meta(description="bets, card, decision or over.")]
    words: str
    place: Annotated[str, Meta(description='Where the card goes: a seat, "d", "b", "r".')] = ""
    seat: int = 0
    hand: int = 0
    offer: str = ""
    choices: list[SettleChoice] = []


class SettleHandShown(Struct, frozen=True):
    """A hand on the felt."""

    number: int
    cards: str
    words: str
    stake: int


class SettleSeat(Struct, frozen=True):
    """A seat: its bets, and its hands once cards are dealt."""

    seat: int
    wagers: dict[str, int]
    hands: list[SettleHandShown]
    poker: str
    poker_words: str


class SettledWager(Struct, frozen=True):
    """What became of one wager."""

    hand: int
    wager: str
    title: str
    stake: int
    outcome: str
    pays: str
    net: Annotated[int, Meta(description="Cents won; negative is lost.")]
    clause: str
    words: str


class SettledSeat(Struct, frozen=True):
    """What a seat won or lost, and what the dealer says."""

    seat: int
    net: int
    words: str
    wagers: list[SettledWager]
    say: str


class SettledHand(Struct, frozen=True):
    """A hand as far as its lines tell."""

    game: str
    title: str
    digest: Annotated[str, Meta(description="Of the rules: equal rules, equal digest.")]
    assumed: list[str]
    kinds: Annotated[list[str], Meta(description="The cards of the shoe.")]
    wagers: list[SettleWager]
    seats: list[SettleSeat]
    dealer: str
    dealer_words: str
    bonus: str
    waiting: Annotated[dict[str, str], Meta(description="Place -> cards that are not due yet.")]
    due: SettleDue
    told: Annotated[list[str], Meta(description="What has happened, in words.")]
    settled: Annotated[list[SettledSeat], Meta(description="Empty before the round is over.")]
    not_dealt: Annotated[str, Meta(description="Cards that the round had no use for.")]
    record: Annotated[
        dict[str, Any] | None,
        Meta(description="The round record once it is over; `pitboss replay` confirms it."),
    ]


SETTLE_ROUTES = Routes("lab")


@SETTLE_ROUTES.post(
    "/lab/settle",
    body=SettleLines,
    access=Access.ANYONE,
    rate="lab",
    codes=SETTLE_CODES,
    body_bytes_max=RECORD_BYTES_MAX,
)
async def settle_hand(call: Call) -> SettledHand:
    """Settle a hand of a physical table: say what is due, and each seat's result to the cent."""
    return await asyncio.to_thread(_settle, call.body)


def _settle(body: SettleLines) -> SettledHand:
    table = open_settled_table(body)
    return show_hand(table, settle_lines(table.setup, body.lines))


def open_settled_table(body: SettleLines) -> Table:
    """Return the table of a body: of its house file, its house, or the ready table of its game."""
    if body.toml:
        return Table.open(parse_house(body.toml))
    return open_table(body.game, body.option, body.house)


def watcher_of(hand: SettleHand) -> int | None:
    """Return whose cards lie open on the felt of a physical table: the seat that is asked.

    0 is nobody's; None: the hand is over, and nothing is hidden any more.
    """
    if hand.round is None or hand.is_over:
        return None
    return hand.round.due.seat if isinstance(hand.round.due, Question) else 0


def face_down(hand: SettleHand, watcher: int) -> list[bool]:
    """Return of each card of a round, as dealt, whether a watcher may not see it."""
    assert hand.round is not None
    felt = view(hand.round.state, watcher)
    down = {(Place.HAND, s.number, h.number) for s in felt.seats for h in s.hands if h.face_down}
    down |= {(Place.POKER, s.number, 0) for s in felt.seats if s.poker_face_down}
    dealt = [event for event in hand.round.events if isinstance(event, CardDealt)]
    is_down = []
    dealers = 0
    for event in dealt:
        if event.place == Place.DEALER:
            dealers += 1
            is_down.append(dealers > len(felt.dealer))
        else:
            number = event.hand if event.place == Place.HAND else 0
            is_down.append((event.place, event.seat, number) in down)
    return is_down


def show_hand(table: Table, hand: SettleHand, watcher: int | None = None) -> SettledHand:
    """Return a hand as the page and the screens of a table show it.

    *watcher*: the seat that looks on, who sees no card that lies face down; None: everything is
    seen, because whoever asks has sent the cards.
    """
    setup = table.setup
    state = hand.round.state if hand.round else None
    eye = min(hand.bets, default=1) if watcher is None else watcher
    felt = None if state is None else view(state, eye)
    dealer = "" if felt is None or state is None else dealer_shown(state, felt, watcher)
    game = setup.configured.game
    return SettledHand(
        game=game.id,
        title=game.title,
        digest=table.digest,
        assumed=[*table.assumed],
        kinds=[format_card(card) for card in sorted({*setup.shoe.deck.cards})],
        wagers=_wagers(table, hand),
        seats=_bets_alone(hand) if state is None else seats_shown(state, watcher),
        dealer=dealer,
        dealer_words=dealer_words(felt) if felt is not None and felt.dealer else "",
        bonus=format_cards(state.bonus) if state else "",
        waiting={
            place: format_cards(cards) if watcher is None else " ".join(FACE_DOWN for _ in cards)
            for place, cards in hand.waiting.items()
        },
        due=_due(table, hand),
        told=[line for line in (hand.told() if watcher is None else hand.told_to(watcher)) if line],
        settled=_settled(hand),
        not_dealt=format_cards(hand.not_dealt),
        record=record_of(table, hand),
    )


def dealer_shown(state: State, felt: TableView, watcher: int | None) -> str:
    """Return the dealer's cards as they lie on the felt; a watcher who is None sees all."""
    if watcher is None:
        return format_cards(state.dealer)
    return _with_hidden(felt.dealer, felt.face_down)


def record_of(table: Table, hand: SettleHand) -> dict[str, Any] | None:
    """Return the record of a hand that is over, replayed; None before."""
    if not hand.is_over or hand.round is None:
        return None
    return replay(write_record(hand.round, house_data(table.house))).complete_record()


def _wagers(table: Table, hand: SettleHand) -> list[SettleWager]:
    setup = table.setup
    meters = hand.round.state.meters if hand.round else open_meters(setup, {}, {})
    return [
        SettleWager(
            id=name,
            title=spot.wager.title,
            limits=limit_words(spot),
            least=legal_amount(spot, 0),
            main=name in setup.mains,
            meter=format_units(meters[name].display) if name in meters else "",
        )
        for name, spot in spots_before_deal(setup).items()
    ]


def _bets_alone(hand: SettleHand) -> list[SettleSeat]:
    return [
        SettleSeat(seat=seat, wagers={**own}, hands=[], poker="", poker_words="")
        for seat, own in sorted(hand.bets.items())
    ]


def seats_shown(state: State, watcher: int | None) -> list[SettleSeat]:
    """Return every seat with its bets and its hands, as a watcher sees them; None sees all."""
    shown = []
    for seat in state.seats:
        table = view(state, seat.number if watcher is None else watcher)
        own = next(one for one in table.seats if one.number == seat.number)
        hands = [
            SettleHandShown(
                number=one.number,
                cards=_with_hidden(one.cards, one.face_down),
                words=hand_words(one, table.round),
                stake=one.stake,
            )
            for one in own.hands
        ]
        words = poker_words(table, own) if own.poker or own.folded else ""
        shown.append(
            SettleSeat(
                seat=seat.number,
                wagers={**seat.wagers},
                hands=hands,
                poker=_with_hidden(own.poker, own.poker_face_down),
                poker_words=words,
            )
        )
    return shown


def _with_hidden(cards: Iterable[Card], hidden: int) -> str:
    return " ".join([*map(format_card, cards), *[FACE_DOWN] * hidden])


def _due(table: Table, hand: SettleHand) -> SettleDue:
    if hand.round is None:
        return SettleDue(kind="bets", words="Bets, seat by seat; then deal")
    due = hand.round.due
    if isinstance(due, CardNeeded):
        return SettleDue(
            kind="card",
            words=place_words(due),
            place=place_name(due),
            seat=due.seat,
            hand=due.hand,
        )
    if isinstance(due, Question):
        felt = FeltView(view(hand.round.state, due.seat), (due.seat,))
        return SettleDue(
            kind="decision",
            words=question_words(table.setup, felt, due),
            seat=due.seat,
            hand=due.hand,
            offer=offer_words(table.setup, felt, due),
            choices=_choices(table, due),
        )
    return SettleDue(kind="over", words="Settled")


def _choices(table: Table, question: Question) -> list[SettleChoice]:
    pairs: list[tuple[Any, Mapping[str, Any]]] = [
        *zip(question.choices, choices_json(question), strict=True)
    ]
    return [
        SettleChoice(
            action=choice.kind.value,
            label=choice_label(table.setup, question, choice.kind),
            key=KEYS[choice.kind],
            range=amount_range(choice),
            low=written.get("low"),
            high=written.get("high"),
            default=written.get("default"),
            tip=choice.tip or None,
            lows=[format_cards(low) for low in choice.lows],
        )
        for choice, written in pairs
    ]


def _settled(hand: SettleHand) -> list[SettledSeat]:
    if not hand.is_over:
        return []
    return [
        SettledSeat(
            seat=result.seat,
            net=result.net,
            words=result.words,
            wagers=[SettledWager(**wager._asdict()) for wager in result.wagers],
            say=result.say,
        )
        for result in hand.results(clause_behind)
    ]
