"""Side wagers: what each family of pay tables pays on, and what that comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.rulebook.configured import Spot
from tests.engine.audit import dealer, first_cards, matches, played_cards
from tests.engine.audit.felt import TIP, AuditedSeat, Felt
from tests.engine.audit.line import Line
from tests.engine.audit.meters import Meters
from tests.engine.audit.pays import Printed, offered

Judge = Callable[[Felt, AuditedSeat, str, Mapping[str, Printed]], list[str]]
"""Says which rows of a felt a seat has won on a wager."""

FAMILIES: Mapping[str, Judge] = {
    "match-each-card": matches.each_card,
    "match-both-cards": matches.both_cards,
    "jackpot-up-card": matches.both_cards,
    "jackpot-up-and-down": matches.up_and_down,
    "jackpot-four-suited": matches.four_suited,
    "jackpot-four-cards": matches.four_cards,
    "dealer-bust-cards": dealer.bust_cards,
    "dealer-bust-up-card": dealer.bust_up_card,
    "dealer-22": dealer.dealer_22,
    "two-card-poker": first_cards.two_cards,
    "three-card-poker": first_cards.three_cards,
    "three-card-in-order": first_cards.in_order,
    "four-card-match": first_cards.four_cards,
    "kings-bounty": first_cards.kings_bounty,
    "lucky-ladies": first_cards.lucky_ladies,
    "straight-length": played_cards.straight,
    "lammers": played_cards.lammers,
}
"""Family of pay tables -> its judge."""


@dataclass
class Won:
    """What one seat has won on a wager, before any limit."""

    seat: AuditedSeat
    rows: list[Printed]
    paid: int


def side_lines(felt: Felt, meters: Meters) -> Iterator[Line]:
    for wager, spot in felt.game.spots.items():
        if spot.table is None:
            continue
        meters.feed(felt, wager, spot.jackpot)
        results = [
            result(felt, meters, wager, spot, felt.seats[number])
            for number in sorted(felt.seats, reverse=felt.terms.awards_from_right)
            if wager in felt.seats[number].wagers
        ]
        # 2119(23)(a)(iii): for the round, or for each hand by itself.
        for counted in [[one] for one in results] if spot.aggregate_per == "hand" else [results]:
            limit(counted, spot.aggregate)
        for one in results:
            yield from lines(felt, wager, one)


def result(felt: Felt, meters: Meters, wager: str, spot: Spot, seat: AuditedSeat) -> Won:
    assert spot.table
    felt_rows = offered(spot.table)
    names = FAMILIES[spot.table.family](felt, seat, wager, felt_rows)
    if seat.concealed:
        names = []  # 2107 Winner(2)
    won = Won(seat, [felt_rows[name] for name in names], 0)
    for row in won.rows:
        amount = felt.cents(seat.wagers[wager] * row.odds)
        won.paid += amount
        if row.from_meter:
            meters.pay(wager, amount)
        if row.percent:
            assert spot.jackpot
            won.paid += meters.award(wager, spot.jackpot, row.percent)
    return won


def limit(results: list[Won], aggregate: int | None) -> None:
    """C74: pays that together pass the posted limit are cut in proportion, rounded down."""
    due = sum(one.paid for one in results)
    if aggregate is not None and due > aggregate:
        for one in results:
            one.paid = one.paid * aggregate // due


def lines(felt: Felt, wager: str, one: Won) -> Iterator[Line]:
    """The player's line, the tip's at the same odds (C59), the dealer's envy (C70)."""
    seat = one.seat
    stays = any(row.stays for row in one.rows)
    stake = seat.wagers[wager]
    yield Line(seat.number, 1, wager, stake, one.paid - (0 if stays else stake))
    tip = seat.wagers.get(f"{TIP}{wager}", 0)
    if tip:
        paid = sum(felt.cents(tip * row.odds) for row in one.rows)
        yield Line(seat.number, 1, f"{TIP}{wager}", tip, paid - (0 if stays else tip))
    for row in one.rows:
        if row.envy:  # C10: fixed dollars, whatever was wagered
            yield Line(seat.number, 1, "dealer-envy", 0, 0, row.envy)
