"""Match The Dealer and its jackpots: the player's two cards against the dealer's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.engine.audit.felt import AuditedSeat, Felt
from tests.engine.audit.pays import Printed

Rows = Mapping[str, Printed]


def matched(felt: Felt, wager: str) -> str:
    """The card a wager is about; a jackpot against one card is about the up card."""
    spot = wager.removeprefix("match-bonus-")
    if spot.isdigit():
        return felt.bonus[int(spot) - 1]
    return felt.dealer[1 if wager == "match-down" else 0]


def each_card(felt: Felt, seat: AuditedSeat, wager: str, _: Rows) -> list[str]:
    card = matched(felt, wager)
    words = {True: "suited", False: "unsuited"}
    return [words[own == card] for own in seat.first if own[0] == card[0]]


def both_cards(felt: Felt, seat: AuditedSeat, wager: str, rows: Rows) -> list[str]:
    return both(felt, seat.first, matched(felt, wager), rows)


def both(felt: Felt, first: list[str], card: str, rows: Rows) -> list[str]:
    """Two cards against one; three alike have many names, of which the table prints one."""
    suited = sum(own == card for own in first)
    ranks = sum(own[0] == card[0] for own in first)
    if suited == 2:
        return [name for name in two_suited(felt, card) if name in rows][:1]
    if suited:
        return ["suited-and-unsuited" if ranks == 2 else "one-suited"]
    return {0: [], 1: ["one-unsuited"], 2: ["two-unsuited"]}[ranks]


def two_suited(felt: Felt, card: str) -> list[str]:
    names = ["two-suited", "three-suited-up-or-down", "two-suited-up-or-down"]
    if card[0] != "A":
        return ["three-suited-2-to-king", *names]
    if card != "As":
        return ["three-suited-other-aces", "three-suited-aces", *names]
    names = ["two-suited-spade-aces", "three-suited-spade-aces", "three-suited-aces", *names]
    king_down = felt.dealer[1] == "Ks"
    return ["three-suited-spade-aces-king-down", *names] if king_down else names


def four_suited(felt: Felt, seat: AuditedSeat, wager: str, rows: Rows) -> list[str]:
    four = [*seat.first, *felt.dealer[:2]]
    if len(set(four)) == 1:
        return ["four-suited-aces" if four[0][0] == "A" else "four-suited-2-to-king"]
    return both_cards(felt, seat, wager, rows)


def up_and_down(felt: Felt, seat: AuditedSeat, _: str, rows: Rows) -> list[str]:
    """W2 to W4: scored against the up card and again against the down card."""
    four = [*seat.first, *felt.dealer[:2]]
    single = [word for card in four[2:] for word in both(felt, four[:2], card, rows)]
    aces = four[0][0] == "A"
    if "four-of-a-rank" in rows:
        if len({card[0] for card in four}) == 1:
            return ["four-aces" if aces else "four-of-a-rank"]
        if set(four[:2]) == set(four[2:]) == {"As", "Ks"}:
            return ["spade-ace-king-twice", *single]
    elif len(set(four)) == 1:
        four_alike = "four-suited-aces" if aces else "four-suited-2-to-king"
        return [four_alike if four_alike in rows else "two-suited-up-and-down"]
    return single


def four_cards(felt: Felt, seat: AuditedSeat, _: str, __: Rows) -> list[str]:
    four = [*seat.first, *felt.dealer[:2]]
    rank, count = Counter(card[0] for card in four).most_common(1)[0]
    colors = {card[1] in "hd" for card in four if card[0] == rank}
    if count >= 3:
        words = {3: "three-of-a-kind", 4: "four-of-a-kind"}[count]
        if len(set(four)) == 1:
            return [f"{words}-suited"]
        return [f"{words}-same-color" if len(colors) == 1 else words]
    return ["one-suited"] if set(four[:2]) & set(four[2:]) else []
