"""What the tests of Buffalo Blackjack Bonus 2 and 3 share: the dealer's busts and their pays."""

from __future__ import annotations

from tests.rules.colorado.felt import BUFFALO_2, BUFFALO_3
from tests.rules.colorado.table import play
from tests.rules.table import Played

BUST = {"bust-bonus": "bust-bonus"}
GAMES = (BUFFALO_2, BUFFALO_3)
DECKS = {BUFFALO_2: (1, 2, 4, 6), BUFFALO_3: (4, 6)}

OFF_SUIT = {
    "A": 3,
    "2": 1,
    "3": 1,
    "4": 1,
    "5": 1,
    "6": 1,
    "7": 2,
    "8": 2,
    "9": 2,
    "10": 2,
    "888": 25,
}
SUITED = {
    "A": 50,
    "2": 25,
    "3": 15,
    "4": 10,
    "5": 5,
    "6": 3,
    "7": 15,
    "8": 10,
    "9": 20,
    "10": 20,
    "888": 75,
}
"""Row -> what $1 is paid, as both sections print it."""

SUITED_BUSTS = [
    # Row, the dealer's cards (up, down, drawn), in how many decks they are.
    ("A", "As 5s Ts 9s", 1),  # soft 16, 16, 25
    ("A", "Ac 2c 3c Tc 6c", 1),  # 13, 16, 16, 22
    ("2", "2s Ts Ks", 1),  # 22: a bust like any other (C12)
    ("2", "2h 4h 5h 3h 8h", 1),
    ("3", "3s Ts Js", 1),
    ("4", "4s Ts Qs", 1),
    ("5", "5d Td Kd", 1),
    ("6", "6c Tc Qc", 1),
    ("7", "7s 9s Ts", 1),
    ("7", "7h 2h 3h 4h Th", 1),
    ("8", "8s 7s Ts", 1),
    ("8", "8s 8s Ts", 2),  # two eights are not three
    ("9", "9h 7h Th", 1),
    ("10", "Td 6d Kd", 1),
    ("10", "Jd 6d Kd", 1),
    ("10", "Qd 6d Td", 1),
    ("10", "Kd 6d 8d", 1),
    ("888", "8s 8s 8s", 4),
    ("888", "8h 8h 8h", 4),
]

OFF_SUIT_BUSTS = [
    ("A", "As 5s Ts 9c", 1),  # one card of another suit is enough
    ("A", "Ah 5s Ts 9s", 1),
    ("2", "2s Ts Kc", 1),
    ("3", "3s Tc Js", 1),
    ("4", "4h Ts Qs", 1),
    ("5", "5d Td Kh", 1),  # one colour is not one suit
    ("6", "6c Ts Qc", 1),
    ("6", "6c 2s 3h 4d Ad 9s", 1),
    ("7", "7s 9h Ts", 1),
    ("8", "8s 7h Ts", 1),
    ("8", "8s 8h Ts", 1),
    ("9", "9h 7d Th", 1),
    ("10", "Td 6s Kd", 1),
    ("10", "Jd 6s Kd", 1),
    ("10", "Qd 6s Td", 1),
    ("10", "Kd 6s 8d", 1),
    ("888", "8s 8h 8d", 1),
    ("888", "8s 8s 8d", 2),
    ("888", "8c 8d 8c", 2),
]

NO_BUSTS = [
    "Tc 7c",
    "8s 8h 5d",  # 21
    "8s 8h Ah",  # 17
    "6c Tc 5c",
    "2s 3s 4s 5s 7s",  # 21
    "Ac 7c",
    "Ac 5c Tc 5d",  # 21
]


def bet(
    game: str,
    dealer: str,
    bust_bet: str = "bust-bet 200",
    bets: int | str = 1000,
    /,
    **rest: object,
) -> Played:
    """Play a 20 of hearts and clubs against the dealer's cards with Bust Bonus at its moment."""
    up, *cards = dealer.split()
    first, second = [card for card in ("Kh", "Qc", "Jh", "Th") if card not in dealer][:2]
    hand = ["1 stand", f"1 {bust_bet}"]
    if game == BUFFALO_3:
        hand.reverse()
    decisions = ["1 decline", *hand] if up[0] == "A" else hand
    rest.setdefault("tables", BUST)
    record_cards = " ".join([first, up, second, *cards])
    return play(game, record_cards, ", ".join(decisions), bets, **rest)
