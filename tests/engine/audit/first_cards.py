"""Colorado's side wagers on the first cards: two, three with the dealer's up card, or four."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.engine.audit.dealer import is_suited
from tests.engine.audit.felt import AuditedSeat, Felt, best
from tests.engine.audit.pays import Printed, best_of, first_of

RANKS = "A23456789TJQK"
Rows = Mapping[str, Printed]


def run(cards: list[str]) -> bool:
    """C32: a straight, an ace at either end but not in the middle."""
    low = sorted(RANKS.index(card[0]) for card in cards)
    high = sorted(13 if card[0] == "A" else RANKS.index(card[0]) for card in cards)
    return any(ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in (low, high))


def three_cards(felt: Felt, seat: AuditedSeat, _: str, rows: Rows) -> list[str]:
    """2107, 2113, 2114, 2115, 2117, 2119: the player's first two and the up card."""
    cards = [*seat.first, felt.dealer[0]]
    names = set(three_card_names(cards, str(felt.game.options.get("specific_suit", "s"))))
    if "pair-and-flush" in names & set(rows):
        # C4: such a felt has a row of its own for a flush with a pair, whatever that pays.
        return ["pair-and-flush"]
    return best_of(sorted(names), rows)


def three_card_names(cards: list[str], suit: str) -> Iterator[str]:
    """Every row of every felt that the three cards fit."""
    ranks = "".join(sorted(card[0] for card in cards))
    suited = is_suited(cards)
    straight = run(cards)
    kinds = len(set(ranks))
    if kinds == 1:
        yield "three-of-a-kind"
        if suited:
            yield "three-of-a-kind-suited"
            yield from suited_trips(ranks[0], specific=cards[0][1] == suit)
    if kinds == 2:
        yield "pair"
        yield "pair-and-flush" if suited else "pair-no-flush"
    if straight:
        yield "straight"
    if suited:
        yield "flush"
    if straight and suited:
        yield "straight-flush"
        if ranks == "AKQ":
            yield "ace-king-queen-suited"


def suited_trips(rank: str, *, specific: bool) -> Iterator[str]:
    """2107: three aces, kings or queens of one suit, or of the one posted (C56)."""
    groups = {"three-aces": "A", "three-aces-or-kings": "AK", "three-aces-kings-or-queens": "AKQ"}
    for name, members in groups.items():
        if rank in members:
            yield f"{name}-suited"
            if specific:
                yield f"{name}-specific-suit"


def in_order(felt: Felt, seat: AuditedSeat, _: str, rows: Rows) -> list[str]:
    """2115(7) Tables 1, 3; C9: the ace and king are the player's, the queen lies up."""
    own = seat.first
    up = felt.dealer[0]
    down = felt.dealer[1]
    cards = [*own, up]
    names = {name for name in three_card_names(cards, "s") if name in rows}
    if "ace-king-queen-suited" in three_card_names(cards, "s"):
        names.add("any-order-ace-king-queen")
        if up[0] == "Q":
            spades = up[1] == "s"
            names.add("spades-ace-king-queen" if spades else "other-ace-king-queen")
            if spades and down == "Js":
                names.add("spades-ace-king-queen-jack")
    if felt.dealer_blackjack:
        names.add("dealer-blackjack")
    return best_of(sorted(names), rows)


def two_cards(_: Felt, seat: AuditedSeat, __: str, rows: Rows) -> list[str]:
    """2108(5), (9); C14: the highest pay counts; an ace with a king is a blackjack too."""
    cards = seat.first
    ranks = {card[0] for card in cards}
    suited = is_suited(cards)
    names = []
    if best(cards) == 21:
        names.append("blackjack")
    if len(ranks) == 1:
        names.append("pair")
    if run(cards):
        names += ["straight", *(["straight-flush"] if suited else [])]
    if ranks == {"A", "K"} and suited:
        names.append("ace-king-suited")
    return best_of(names, rows)


def four_cards(_: Felt, seat: AuditedSeat, __: str, rows: Rows) -> list[str]:
    """2105(6): Super Match, on the first four cards of the two hands."""
    counts = sorted(Counter(card[0] for card in seat.dealt[1] + seat.dealt[2]).values())
    name = {
        (4,): "four-of-a-kind",
        (2, 2): "two-pair",
        (1, 3): "three-of-a-kind",
        (1, 1, 2): "pair",
    }.get(tuple(counts))
    return first_of([name], rows) if name else []


def kings_bounty(felt: Felt, seat: AuditedSeat, _: str, rows: Rows) -> list[str]:
    """2116(5), (10); C15: any two cards of 20; suited kings are identical."""
    cards = seat.first
    if best(cards) != 20:
        return []
    ranks = "".join(sorted(card[0] for card in cards))
    suited = is_suited(cards)
    names = []
    if cards == ["Ks", "Ks"]:
        names += ["two-spade-kings-dealer-blackjack"] if felt.dealer_blackjack else []
        names.append("two-spade-kings")
    if suited:
        names += ["two-suited-kings"] if ranks == "KK" else []
        names += ["two-suited-queens-jacks-or-tens"] if ranks in {"QQ", "JJ", "TT"} else []
        names.append("suited-20")
    names += ["two-kings"] if ranks == "KK" else []
    return first_of([*names, "unsuited-20"], rows)


def lucky_ladies(felt: Felt, seat: AuditedSeat, _: str, rows: Rows) -> list[str]:
    """2119(29), (31); C15, C16: matched is one rank and suit, ladies are queens of hearts."""
    cards = seat.first
    dealer = felt.dealer[:2]
    if best(cards) != 20:
        return []
    names = []
    if cards == ["Qh", "Qh"]:
        if felt.dealer_blackjack:
            posted = felt.game.options["specific_suit"]
            specific = {card[1] for card in dealer} == {posted}
            names += ["queens-dealer-blackjack-specific-suit"] if specific else []
            names += ["queens-dealer-blackjack-suited"] if is_suited(dealer) else []
            names.append("queens-dealer-blackjack")
        names.append("queens")
    names += ["matched-20"] if cards[0] == cards[1] else []
    names += ["suited-20"] if is_suited(cards) else []
    return first_of([*names, "any-20"], rows)
