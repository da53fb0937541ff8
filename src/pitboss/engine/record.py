"""The round record: one round as JSON, and playing it again.

It is to this project what PGN is to chess: how rounds are tested, stored, disputed and shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeGuard

from pitboss.cards import Card, CardNotInShoe, NotationError, format_cards, parse_cards
from pitboss.engine.actions import Action, ActionKind, IllegalAction, RefusedError
from pitboss.engine.answers import Answers, TimedRuling
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, open_table, place
from pitboss.engine.events import (
    TIP,
    ActionTaken,
    CardDealt,
    CardsReshuffled,
    IrregularityRuled,
    MeterRead,
    WagerPlaced,
    event_json,
)
from pitboss.engine.irregular import find_irregularity, refuse_ruling
from pitboss.engine.meter import Meter, format_units, parse_units, read_units
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.engine.state import State
from pitboss.rulebook.house import HOUSE_KEYS, house_from
from pitboss.rulebook.limits import (
    CENTS_MAX,
    HOUSE_NAMES_MAX,
    IRREGULARITIES_MAX,
    REASON_LENGTH_MAX,
    SEAT_NUMBER_MAX,
    SEATS_MAX,
    printable,
    shorten,
)
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import unknown_game
from pitboss.rulebook.reading.parse import NotReadableError, dump_json, parse_json

_CARRIED = frozenset(
    {"name", "note", "clauses", "events", "settlement", "net", "meters_after", "digest"}
)
_ROUND_KEYS = frozenset(
    {
        "seats",
        "cards",
        "decisions",
        "irregularities",
        "meters",
        "reserves",
        "linked",
        "readings",
        "void",
    }
)
_VERIFIED = ("settlement", "net", "meters_after", "reserves_after", "digest")
KNOWN_KEYS = HOUSE_KEYS | _ROUND_KEYS | _CARRIED | {"reserves_after"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record played to its end."""

    given: Mapping[str, Any]
    round: Round
    unsaid: Collection[int] = ()
    """The places of events that the record may leave out, with the decisions that caused them."""

    def complete_record(self) -> dict[str, Any]:
        """Return the record with its results, without claimed results that the round has not."""
        result = self.result()
        whole = {**self.given, **result}
        return {key: whole[key] for key in whole if key not in _VERIFIED or key in result}

    def result(self) -> dict[str, Any]:
        """Return the events, the settlement, the nets and the meters."""
        state = self.round.state
        meters = _own_meters(self.round.opening, state)
        result: dict[str, Any] = {
            "events": [event_json(event) for event in self.round.events],
            "meters_after": {w: format_units(m.display) for w, m in meters.items()},
            "settlement": [line.as_line() for line in state.settled],
            "net": {str(seat): net for seat, net in sorted(state.net().items())},
            "digest": state.setup.configured.digest,
        }
        reserves = {w: format_units(m.reserve) for w, m in meters.items() if m.reserve}
        return result | ({"reserves_after": reserves} if reserves else {})

    def difference(self) -> str | None:
        """Say where what the record claims first differs from what happens, or None."""
        result = self.result()
        if "events" in self.given:
            claimed = self.given["events"]
            played = result["events"]
            said = [event for place, event in enumerate(played) if place not in self.unsaid]
            if isinstance(claimed, list) and len(claimed) == len(said):
                played = said
            first = _first_event(claimed, played)
            if first is not None and not _is_paid_in_other_order(claimed, said):
                return first
        for key in _VERIFIED:
            played = result.get(key, {})
            if key in self.given and (first := _differs(key, self.given[key], played)):
                return first
        return None


def _own_meters(opening: State, state: State) -> dict[str, Meter]:
    """Return the table's own meters, without those of linked jackpots."""
    return {w: meter for w, meter in state.meters.items() if w not in opening.unread}


def _equal(claimed: object, played: object) -> bool:
    """Whether two values are the same JSON: true is not 1, and 1.0 is not either."""
    if isinstance(claimed, dict) and isinstance(played, dict):
        return claimed.keys() == played.keys() and all(
            _equal(value, played[name]) for name, value in claimed.items()
        )
    if isinstance(claimed, list) and isinstance(played, list):
        return len(claimed) == len(played) and all(map(_equal, claimed, played))
    return claimed == played and isinstance(claimed, bool) == isinstance(played, bool)


def _first_event(claimed: object, played: list[Any]) -> str | None:
    if not isinstance(claimed, list):
        return f"events is recorded as {_text(claimed)}"
    for number, pair in enumerate(zip(claimed, played, strict=False), start=1):
        if not _same_event(*pair):
            return f"event {number} is recorded as {_text(pair[0])} but is {_text(pair[1])}"
    if len(claimed) == len(played):
        return None
    return f"{len(claimed)} events are recorded but {len(played)} happen"


_PAYMENTS = frozenset({"wager-settled", "jackpot-awarded", "jackpot-paid", "meter-read"})
_ADDED_LATER = frozenset({"hand-busted"})
"""Events that older records lack."""


def _is_paid_in_other_order(claimed: object, played: list[dict[str, Any]]) -> bool:
    """Whether a record differs only in when wagers are paid or taken, as older records do.

    Everything else must have happened in the same order, and the payments must be the same set.
    """
    if not isinstance(claimed, list) or not all(isinstance(event, dict) for event in claimed):
        return False
    lacking = _ADDED_LATER - {event.get("event") for event in claimed}
    happened = [event for event in played if event["event"] not in lacking]
    others = [
        [event for event in events if event.get("event") not in _PAYMENTS]
        for events in (claimed, happened)
    ]
    if len(others[0]) != len(others[1]) or not all(map(_same_event, *others)):
        return False
    paid = [
        [event for event in events if event.get("event") in _PAYMENTS]
        for events in (claimed, happened)
    ]
    return _lines_differ(*paid) is None


def _same_event(claimed: object, played: dict[str, Any]) -> bool:
    """Whether an event is claimed as it happened; it may leave out what older records lack."""
    if isinstance(claimed, dict):
        is_split = played["event"] == "hand-split" or played.get("action") == "split"
        lacking = {"amount", "units"} if is_split else {"units"}
        lacking -= claimed.keys()
        played = {key: value for key, value in played.items() if key not in lacking}
    return _equal(claimed, played)


def _differs(key: str, claimed: object, played: object) -> str | None:
    """Compare a claimed result with the played one; claims may leave things out."""
    if isinstance(claimed, dict) and isinstance(played, dict):
        for name in [*claimed, *(name for name in played if name not in claimed)]:
            if not _same(claimed.get(name), played.get(name)):
                recorded = _text(claimed.get(name))
                happened = _text(played.get(name))
                return f"{key} {_name(name)} is recorded as {recorded} but is {happened}"
        return None
    if key == "settlement" and isinstance(claimed, list) and isinstance(played, list):
        return _lines_differ(claimed, played)
    if _equal(claimed, played):
        return None
    but = f" but is {_text(played)}" if isinstance(played, str) else ""
    return f"{key} is recorded as {_text(claimed)}{but}"


def _same(claimed: object, played: object) -> bool:
    """Whether two results are equal; dollars may be written with fewer decimals."""
    if isinstance(claimed, str) and isinstance(played, str):
        try:
            return read_units(claimed) == read_units(played)
        except ValueError:
            return False
    return claimed == played and type(claimed) is type(played)


def _lines_differ(claimed: list[Any], played: list[Any]) -> str | None:
    """Settlement lines are compared as a set: their order is the dealer's business."""
    left = list(played)
    for line in claimed:
        same = next((other for other in left if _equal(line, other)), None)
        if same is None:
            return f"the settlement line {_text(line)} does not happen"
        left.remove(same)
    return f"the settlement lacks {_text(left[0])}" if left else None


def _text(value: object) -> str:
    return shorten(dump_json(value), _CLAIM_SHOWN_MAX)


_CLAIM_SHOWN_MAX = 300


def _name(name: str) -> str:
    return shorten(printable(name))


def replay(record: object) -> Replay:
    """Play a record to its end, or raise `RefusedError` saying why it cannot be."""
    given = _check(record)
    setup = _find_setup(given)
    bets = _bets(given)
    cards = _cards(given, setup)
    decisions = [_action(item) for item in _list(given, "decisions")]
    readings = [_reading(item) for item in _list(given, "readings")]
    rulings = [_timed_ruling(item) for item in _irregularities(given)]
    meters = open_meters(setup, _units(given, "meters"), _units(given, "reserves"))
    linked = _read_linked(given, meters)
    if not isinstance(given.get("void", False), bool):
        raise _malformed_record("void is true or false")
    if given.get("void") or any(_voids_round(setup, ruling.ruled) for ruling in rulings):
        # A misdeal returns every wager, and what they fed (ruling C79): nothing happened.
        opening = open_table(setup, bets, meters, linked)
        place(opening, bets)  # refuses what the table would not have taken
        _check_kinds(opening, rulings)
        return Replay(given=given, round=Round(opening, opening))
    round_ = Round.start(setup, bets, meters, linked)
    answers = Answers(cards, decisions, readings, rulings)
    answers.play(round_)
    check_parts(round_)
    return Replay(given=given, round=round_, unsaid=answers.unsaid)


def _malformed_record(message: str) -> RefusedError:
    return RefusedError("record/malformed", message)


def _check(record: object) -> Mapping[str, Any]:
    if not isinstance(record, dict):
        raise _malformed_record("a record is a JSON object")
    unknown = sorted(set(record) - KNOWN_KEYS)
    if unknown:
        raise _malformed_record(f"a record has no key {shorten(unknown[0])!r}")
    if not isinstance(record.get("game"), str):
        raise _malformed_record("a record names its game")
    try:
        dump_json(record)
    except (TypeError, ValueError, RecursionError):
        raise _malformed_record("this holds a value that JSON does not have") from None
    return record


def _find_setup(given: Mapping[str, Any]) -> Setup:
    """Return the table a record is played on; the same set-up is made only once."""
    house = {key: value for key, value in given.items() if key in HOUSE_KEYS}
    try:
        _check_game(given["game"])
        return _prepare(dump_json(dict(sorted(house.items()))))
    except NotReadableError as error:
        raise _malformed_record(str(error)) from None
    except RulesError as error:
        first = error.problems[0]
        code = "record/malformed" if first.code.startswith("house/") else first.code
        raise RefusedError(code, f"{first.key}: {first.message}") from None


def _check_game(game_id: str) -> None:
    """Refuse a game that is unknown, broken, or not named in full."""
    if game_of(game_id).id != game_id:
        raise RulesError([unknown_game(game_id)])


@lru_cache(maxsize=512)
def _prepare(house: str) -> Setup:
    values = parse_json(house, names_max=HOUSE_NAMES_MAX)
    assert isinstance(values, dict), "it was written from one"
    return prepare(house_from(values))


def _list(given: Mapping[str, Any], key: str) -> list[Any]:
    items = given.get(key, [])
    if not isinstance(items, list):
        raise _malformed_record(f"{key} is a list")
    return items


def _bets(given: Mapping[str, Any]) -> list[Bets]:
    bets = []
    seats = _list(given, "seats")
    if len(seats) > SEATS_MAX:
        message = f"a round has at most {SEATS_MAX} seats, not {len(seats)}"
        raise RefusedError("seat/too-many", message)
    for item in seats:
        known = {"seat", "player", "wagers", "tips"}
        if not isinstance(item, dict) or not set(item) <= known:
            raise _malformed_record("a seat has the keys seat, player, wagers and tips")
        seat = item.get("seat")
        player = item.get("player")
        wagers = item.get("wagers")
        if not _is_int(seat) or not isinstance(wagers, dict):
            raise _malformed_record("a seat has a whole number and its wagers")
        if seat > SEAT_NUMBER_MAX:
            raise _malformed_record(f"a seat's number is at most {SEAT_NUMBER_MAX:,}, not {seat}")
        if player is not None and not isinstance(player, str):
            raise _malformed_record(f"seat {seat}: a player is a name")
        tips = item.get("tips", {})
        if not isinstance(tips, dict):
            raise _malformed_record(f"seat {seat}: tips is an object of wagers and cents")
        _check_amounts(seat, wagers)
        _check_amounts(seat, tips)
        bets.append(Bets(seat, wagers, player, tips))
    return bets


def _check_amounts(seat: int, amounts: Mapping[str, object]) -> None:
    for wager, amount in amounts.items():
        if not _is_int(amount):
            raise _malformed_record(f"seat {seat}: {_name(wager)} is a whole number of cents")
        if abs(amount) > CENTS_MAX:
            raise RefusedError("wager/off-limits", _too_much(f"seat {seat}: {_name(wager)}"))


def _too_much(amount: str) -> str:
    return f"{amount} is more than {CENTS_MAX:,} cents"


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _cards(given: Mapping[str, Any], setup: Setup) -> tuple[Card, ...]:
    text = given.get("cards", "")
    if not isinstance(text, str):
        raise _malformed_record("cards is a text such as '7h 9s Kd'")
    try:
        cards = parse_cards(text)
        # 21-Hold 'em's cards are reshuffled within the round; copies are counted at its end.
        again = setup.plan.reshuffles
        setup.shoe.check_dealt(tuple(dict.fromkeys(cards)) if again else cards)
    except (NotationError, CardNotInShoe) as error:
        raise RefusedError(error.code, str(error)) from None
    return cards


def check_parts(round_: Round) -> None:
    """2104(6); ruling H3: after the reshuffle any card may come again but the community cards."""
    parts: list[list[Card]] = [[]]
    for event in round_.events:
        if isinstance(event, CardDealt):
            parts[-1].append(event.card)
        elif isinstance(event, IrregularityRuled):
            parts[-1].extend(event.cards)
        elif isinstance(event, CardsReshuffled):
            parts.append(list(event.kept))
    try:
        for part in parts:
            round_.state.setup.shoe.check_dealt(part)
    except CardNotInShoe as error:
        raise RefusedError(error.code, str(error)) from None


def _units(given: Mapping[str, Any], key: str) -> dict[str, int]:
    meters = given.get(key, {})
    if not isinstance(meters, dict):
        raise _malformed_record(f"{key} is an object of wagers and dollars")
    try:
        return {wager: parse_units(_digits(amount)) for wager, amount in meters.items()}
    except ValueError as error:
        raise _malformed_record(f"{key}: {error}") from None


def _read_linked(given: Mapping[str, Any], meters: Mapping[str, Meter]) -> list[str]:
    """Return the jackpots that are shared with other tables; check all names of meters."""
    linked: list[str] = _list(given, "linked")
    if not all(isinstance(wager, str) for wager in linked):
        raise _malformed_record("linked is a list of wagers")
    for key in ("meters", "reserves", "linked"):
        for wager in given.get(key, ()):
            if wager not in meters:
                name = f"{shorten(wager)!r}, which is no progressive of this table"
                raise _malformed_record(f"{'linked' if key == 'linked' else 'meters'} names {name}")
            if key != "linked" and wager in linked:
                raise _malformed_record(
                    f"{key} names {wager!r}, which is linked: its readings count"
                )
    return linked


def _reading(item: object) -> MeterRead:
    if not isinstance(item, dict) or not {"wager", "display"} <= set(item) <= {"wager", *_READ}:
        raise _malformed_record(
            f"a reading has the keys wager, {', '.join(_READ[:-1])} and {_READ[-1]}"
        )
    if not isinstance(item["wager"], str):
        raise _malformed_record("a reading's wager is a name")
    try:
        units = {name: parse_units(_digits(item[name])) for name in _READ if name in item}
    except ValueError as error:
        raise _malformed_record(f"readings: {error}") from None
    return MeterRead(item["wager"], **units)


_READ = ("display", "reserve", "seed", "overflow", "ceiling")
"""What a reading says of a meter."""


def _digits(amount: object) -> str:
    if isinstance(amount, Decimal):
        return f"{amount:f}"
    return amount if isinstance(amount, str) else dump_json(amount)


_KINDS = {kind.value: kind for kind in ActionKind}


def _action(item: object) -> Action:
    known = {"seat", "hand", "action", "amount", "wager", "tip", "low"}
    if not isinstance(item, dict) or not set(item) <= known:
        raise _malformed_record(f"a decision has the keys {', '.join(sorted(known))}")
    seat = item.get("seat")
    hand = item.get("hand", 1)
    name = item.get("action")
    amount = item.get("amount")
    wager = item.get("wager")
    tip = item.get("tip")
    if not _is_int(seat) or not _is_int(hand) or not isinstance(name, str):
        raise _malformed_record("a decision has a seat, a hand and an action")
    if not isinstance(wager, str | None):
        raise _malformed_record("a decision's wager is a name")
    for cents in (amount, tip):
        if cents is not None and not _is_int(cents):
            raise _malformed_record("a decision's amount is a whole number of cents")
        if cents is not None and abs(cents) > CENTS_MAX:
            raise IllegalAction("action/amount", _too_much("a decision's amount"))
    if name not in _KINDS:
        raise IllegalAction("action/illegal", f"there is no action {shorten(name)!r}")
    kind = _KINDS[name]
    low = _low(item.get("low"))
    return Action(seat=seat, kind=kind, hand=hand, amount=amount, wager=wager, tip=tip, low=low)


def _irregularities(given: Mapping[str, Any]) -> list[Any]:
    items = _list(given, "irregularities")
    if len(items) > IRREGULARITIES_MAX:
        message = f"a round has at most {IRREGULARITIES_MAX} irregularities, not {len(items)}"
        raise _malformed_record(message)
    return items


def _timed_ruling(item: object) -> TimedRuling:
    """Read an irregularity and the moment at which it was ruled on."""
    known = {"kind", "seat", "hand", "at", "cards", "reason"}
    if not isinstance(item, dict) or not set(item) <= known:
        raise _malformed_record(f"an irregularity has the keys {', '.join(sorted(known))}")
    kind = item.get("kind")
    seat = item.get("seat", 0)
    hand = item.get("hand", 1)
    reason = item.get("reason", "")
    at = item.get("at", {})
    if not isinstance(kind, str) or not _is_int(seat) or not _is_int(hand):
        raise _malformed_record("an irregularity has a kind, a seat and a hand")
    if not isinstance(reason, str) or len(reason) > REASON_LENGTH_MAX:
        message = f"an irregularity's reason is a text of up to {REASON_LENGTH_MAX} characters"
        raise _malformed_record(message)
    if not isinstance(at, dict) or not set(at) <= {"cards", "decisions"}:
        raise _malformed_record("at has the keys cards and decisions")
    counts = [at.get(name, 0) for name in ("cards", "decisions")]
    if not all(_is_int(count) and count >= 0 for count in counts):
        raise _malformed_record("at counts the cards that are out and the decisions made")
    cards = _card_text(item.get("cards", ""), "an irregularity's cards is a text such as 'Kd 9h'")
    return TimedRuling(
        IrregularityRuled(kind=kind, seat=seat, hand=hand, cards=cards, reason=reason), *counts
    )


def _voids_round(setup: Setup, ruled: IrregularityRuled) -> bool:
    kind = find_irregularity(setup, ruled.kind)
    return kind is not None and kind.voids_round


def _check_kinds(opening: State, rulings: Iterable[TimedRuling]) -> None:
    """Refuse what the game has no name for, also in a round of which nothing was played."""
    for ruling in rulings:
        if find_irregularity(opening.setup, ruling.ruled.kind) is None:
            refused = refuse_ruling(opening, ruling.ruled)
            assert refused is not None, "an unknown kind is refused"
            raise RefusedError(refused.code, refused.message)


def _low(text: object) -> tuple[Card, ...] | None:
    if text is None:
        return None
    return _card_text(text, "low is a text of two cards such as 'Kd 9h'")


def _card_text(text: object, expected: str) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise _malformed_record(expected)
    try:
        return parse_cards(text)
    except NotationError as error:
        raise RefusedError(error.code, str(error)) from None


def write_record(round_: Round, house: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a round that was played at *house*'s table, without its results."""
    wagers: dict[int, dict[str, int]] = {}
    tips: dict[int, dict[str, int]] = {}
    cards: list[Card] = []
    decisions = []
    readings = []
    irregularities = []
    for event in round_.events:
        if isinstance(event, WagerPlaced):
            placed = tips if event.wager.startswith(TIP) else wagers
            placed.setdefault(event.seat, {})[event.wager.removeprefix(TIP)] = event.amount
        elif isinstance(event, CardDealt):
            cards.append(event.card)
        elif isinstance(event, ActionTaken):
            decisions.append(_decision_json(event))
        elif isinstance(event, MeterRead):
            readings.append(reading_line(event))
        elif isinstance(event, IrregularityRuled):
            irregularities.append(irregularity_line(event, len(cards), len(decisions)))
    opening = round_.opening
    meters = _own_meters(opening, opening)
    reserves = {wager: format_units(meter.reserve) for wager, meter in meters.items()}
    record: dict[str, Any] = {
        **house,
        "meters": {wager: format_units(meter.display) for wager, meter in meters.items()},
        "reserves": reserves,
        "linked": sorted(opening.unread),
        "seats": [
            {"seat": seat.number, "wagers": wagers[seat.number]}
            | ({"player": seat.player} if seat.player else {})
            | ({"tips": tips[seat.number]} if seat.number in tips else {})
            for seat in round_.state.seats
        ],
        "cards": format_cards(cards),
        "decisions": decisions,
        "irregularities": irregularities,
        "readings": readings,
    }
    return {key: value for key, value in record.items() if value or key in {"decisions", "tables"}}


def _decision_json(event: ActionTaken) -> dict[str, Any]:
    decision: dict[str, Any] = {
        "seat": event.seat,
        "hand": event.hand,
        "action": event.action.value,
    }
    if event.stated_amount is not None:
        decision["amount"] = event.stated_amount
    if event.tip:
        decision["tip"] = event.tip
    if event.low:
        decision["low"] = format_cards(event.low)
    if event.wager and event.wager != "insurance":
        decision["wager"] = event.wager
    return decision


def irregularity_line(event: IrregularityRuled, cards: int, decisions: int) -> dict[str, Any]:
    """Return a ruling as a record has it, made after so many cards and decisions."""
    line = event_json(event)
    del line["event"]
    return line | {"at": {"cards": cards, "decisions": decisions}}


def reading_line(event: MeterRead) -> dict[str, str]:
    """Return a reading as a record has it."""
    units = {name: getattr(event, name) for name in _READ}
    pools = {name: units[name] or None for name in ("reserve", "overflow")}
    said = {name: held for name, held in (units | pools).items() if held is not None}
    return {"wager": event.wager} | {name: format_units(held) for name, held in said.items()}
