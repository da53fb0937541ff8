"""Colorado 30-2106(10), (13): the best two cards of dealer and player, for ANTE and BET."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import play, refused, settled_in_order

GAME = "co/ante-up-21"
BETS = "1000, ante 300"


@clause(GAME, "2106(13)", words="compares them with each player's")
@clause(
    GAME,
    *("2106(1)(a)", "2106(1)(b)", "2106(3)", "2106(4)", "2106(13)(b)(i)"),
    *("2106(13)(c)", "2106(13)(e)"),
)
@ruling("A1")
@every_row(
    ("hand", "dealer", "main", "poker"),
    [
        # Both hands of two cards: 21 against 21, best two against best two.
        ("Kh 9d", "Kc 8c", 1000, 300),
        ("Kh 8d", "Kc 8c", 0, 0),
        ("Kh 7d", "Kc 8c", -1000, -300),  # the second card decides
        ("Ah 2d", "Kc 8c", -1000, 300),  # the ace is high
        ("2h 2d", "Kc 8c", -1000, 300),  # a pair beats any high card
        ("2h 2d", "Ac 8c", -1000, 300),
        ("Qh Jd", "Kc 8c", 1000, -300),
        ("Qh Jh", "Kc 8c", 1000, -300),  # no straights, no flushes
        ("2h 3h", "Kc 8c", -1000, -300),
        ("Kh Qd", "Ac 7c", 1000, -300),
        ("Ah 6d", "Ac 7c", -1000, -300),
        ("Ah 7d", "Ac 7c", 0, 0),
        ("Ah 8d", "Ac 7c", 1000, 300),
        ("Th Td", "9c 9s", 1000, 300),  # the higher pair
        ("9h 9d", "9c 9s", 0, 0),
        ("8h 8d", "9c 9s", -1000, -300),
        ("Ah 9d", "9c 9s", 1000, -300),  # any pair qualifies, and beats A-9
        ("2h 2d", "Tc Ts", -1000, -300),
        ("Ah Qd", "Tc Ts", 1500, -300),  # a blackjack is paid, and its A-Q loses to a pair
        ("Ah Kd", "Qc 9s", 1500, 300),
        ("Kh Qd", "Qc 9s", 1000, 300),
        ("Qh Jd", "Qc 9s", 1000, 300),
        ("Qh 8d", "Qc 9s", -1000, -300),
        ("Jh Td", "Qc 7s", 1000, -300),
    ],
)
def test_2106_13_the_best_two_cards_win_ante_and_bet_even_money(
    hand: str, dealer: str, main: int, poker: int
) -> None:
    first, second = hand.split()
    up, down = dealer.split()
    decisions = ["1 bet", *(["1 decline"] if up[0] == "A" else []), *(["1 stand"] * (main != 1500))]
    played = play(GAME, f"{first} {up} {second} {down}", ", ".join(decisions), BETS)
    assert (played.won(), played.won("ante"), played.won("bet")) == (main, poker, poker)
    outcome = {300: "win", 0: "push", -300: "lose"}[poker]
    assert (played.outcome("ante"), played.outcome("bet")) == (outcome, outcome)
    assert played.net == main + 2 * poker


@clause(GAME, "2106(13)(c)", "2106(13)(d)")
@ruling("A1")
@every_row(
    ("hand", "dealer", "main"),
    [
        ("Kh 9d", "Jc 7c", 1000),
        ("2h 3d", "Jc 7c", -1000),  # also where the dealer's two are the better
        ("Jh 7d", "Jc 7c", 0),  # or the same
        ("Jh Td", "Jc 9c", 1000),
        ("2h 3d", "Tc 9s", -1000),
        ("Ah Kd", "Jc Ts", 1500),
        ("5h 5d", "9c 8c", -1000),
    ],
)
def test_2106_13_d_with_jack_high_or_less_every_ante_is_paid_and_every_bet_a_push(
    hand: str, dealer: str, main: int
) -> None:
    first, second = hand.split()
    up, down = dealer.split()
    played = play(
        GAME, f"{first} {up} {second} {down}", "1 bet" + ", 1 stand" * (main != 1500), BETS
    )
    assert (played.won(), played.won("ante"), played.won("bet")) == (main, 300, 0)
    assert played.outcome("ante") == "dealer does not qualify"


@clause(GAME, "2106(13)(c)", "2106(13)(d)")
@ruling("A1")
@every_row(
    ("dealer", "bet"),
    [
        ("2c 2s 9d 4d", 300),  # a pair of twos
        ("3c 2s 9d 4d", 0),
        ("5c 4s 3d 5d", 300),
        ("9c 4s Qd", 300),  # 2106(11)(e)(i): the queen that busts the hand
        ("9c 4s Jd", 0),
        ("6c 5s 4d 3d", 0),
        ("6c Ts Kd", 300),
        ("6c 4s Ad", 300),  # 21 with an ace
        ("7c 3s 7d", 300),
        ("Jc 6s 2d", 0),
        ("Jc 6s Jd", 300),
    ],
)
def test_2106_13_c_the_dealer_qualifies_by_any_of_his_cards(dealer: str, bet: int) -> None:
    up, *rest = dealer.split()
    # A pair of kings wins where the dealer qualifies.
    played = play(GAME, f"Kh {up} Ks {' '.join(rest)}", "1 bet, 1 stand", BETS)
    assert played.dealer == dealer
    assert (played.won("ante"), played.won("bet")) == (300, bet)


@clause(
    GAME,
    "2106(13)",
    words="compares them with each player's",
)
@clause(GAME, "2106(1)(a)", "2106(13)(e)")
@ruling("A1")
def test_ruling_a1_every_hand_of_two_ranks_against_every_dealer_hand_that_stands() -> None:
    """Judged again by hand: all 91 rank pairs against all that make 17 to 20 in two cards."""
    ranks = "23456789TJQKA"
    values = {rank: min(number + 2, 10) for number, rank in enumerate(ranks)} | {"A": 11}
    standing = [
        (up, down)
        for up, down in combinations_with_replacement(ranks, 2)
        if 17 <= values[up] + values[down] <= 20 and {up, down} != {"A", "6"}
    ]
    hands = tuple(combinations_with_replacement(ranks, 2))
    for (up, down), (one, two) in product(standing, hands):
        mine, dealers = (
            (a == b, *sorted((ranks.index(a), ranks.index(b)), reverse=True))
            for a, b in ((one, two), (up, down))
        )
        qualifies = up == down or dealers[1] >= ranks.index("Q")
        result = 300 * ((mine > dealers) - (mine < dealers))
        natural = values[one] + values[two] == 21
        decisions = ["1 bet", *(["1 decline"] if up == "A" else []), *(["1 stand"] * (not natural))]
        played = play(GAME, f"{one}h {up}c {two}d {down}s", ", ".join(decisions), BETS)
        wanted = (result, result) if qualifies else (300, 0)
        assert (played.won("ante"), played.won("bet")) == wanted, (one, two, up, down)


@clause(GAME, "2106(11)(e)", "2106(11)(e)(i)", "2106(11)(e)(ii)", "2106(13)(a)")
@ruling("A1", "A3")
@every_row(
    ("cards", "decisions", "main", "poker"),
    [
        # The dealer has K-8 or K-9 unless said.
        ("Kh Kc 5d 8c Ks", "1 hit", -1000, 300),  # the king that busts makes a pair
        ("Kh Kc 5d 8c Qs", "1 hit", -1000, 300),  # K-Q
        ("Kh Kc 5d 8c 9s", "1 hit", -1000, 300),  # K-9
        ("Th Kc 5d 8c 9s", "1 hit", -1000, -300),  # T-9
        ("Kh Kc 6d 8c 8s", "1 hit", -1000, 0),  # K-8 ties
        ("2h Kc 3d 8c 2s Ts", "1 hit, 1 hit, 1 stand", -1000, 300),  # a hit that pairs
        ("2h Kc 3d 8c 4s As", "1 hit, 1 hit, 1 stand", 1000, 300),  # an ace counted 11 or 1: 20
        ("5h Kc 6d 8c 5s", "1 double", -2000, 300),  # so does a double
        ("5h Kc 6d 8c 5s", "1 double 100", -1100, 300),
        ("5h Kc 6d 8c Ts", "1 double", 2000, -300),
        # The dealer's busting king: 26 and K-T.
        ("Qh Tc 9d 6c Kd", "1 stand", 1000, -300),
        ("Kh Tc 9d 6c Kd", "1 stand", 1000, -300),  # K-9 under K-T
        ("Kh Tc Qd 6c Kd", "1 stand", 1000, 300),
        # Both bust: the 21 wager is lost, the poker hands are compared.
        ("Kh Tc 5d 6c 9s Kd", "1 hit", -1000, -300),
        ("Kh Tc 5d 6c Ks Kd", "1 hit", -1000, 300),
    ],
)
def test_ruling_a1_all_cards_count_hit_doubled_and_busting_ones(
    cards: str, decisions: str, main: int, poker: int
) -> None:
    played = play(GAME, cards, f"1 bet, {decisions}", BETS)
    assert (played.won(), played.won("ante"), played.won("bet")) == (main, poker, poker)


@clause(
    GAME,
    "2106(13)",
    words="compares them with each player's",
)
@clause(GAME, "2106(3)")
@ruling("A1", "C35")
@every_row(
    ("cards", "decisions", "mains", "poker"),
    [
        # 8-3 and 8-K against 19: the eights, one in each hand, are a pair.
        ("8h Kc 8d 9c 3s Ks", "1 stand, 1.2 stand", (-1000, -1000), 300),
        # K-2 and Q-3 against K-9: K-Q.
        ("Kh Kc Qd 9c 2s 3s", "1 stand, 1.2 stand", (-1000, -1000), 300),
        # K-2 and Q-K against K-K: kings again, a tie.
        ("Kh Kc Qd Ks 2s Kd", "1 stand, 1.2 stand", (-1000, 0), 0),
        # T-2 and J-3 against A-7: J-T under A-7.
        ("Th Ac Jd 7c 2s 3s", "1 stand, 1.2 stand", (-1000, -1000), -300),
        # One hand busts, its cards still count: T-6-Q and J-T.
        ("Th Kc Jd 9c 6s Qs Qd", "1 hit, 1.2 stand", (-1000, 1000), 300),
        # Doubled after the split: 8-3-A, the ace paired by the other hand's.
        ("8h Kc 8d 9c 3s As Ad", "1 double, 1.2 stand", (-2000, 0), 300),
    ],
)
def test_ruling_a1_after_a_split_it_is_one_hand_from_all_cards(
    cards: str, decisions: str, mains: tuple[int, int], poker: int
) -> None:
    insured = ", 1 decline" if cards.split()[1][0] == "A" else ""
    played = play(GAME, cards, f"1 bet{insured}, 1 split, {decisions}", BETS)
    assert (played.won(hand=1), played.won(hand=2)) == mains
    assert (played.won("ante"), played.won("bet")) == (poker, poker)  # one line of each
    assert played.net == sum(mains) + 2 * poker


@clause(GAME, "2106(10)", "2106(10)(a)", "2106(13)(e)")
@ruling("A3")
@every_row(
    ("hand", "dealer", "main", "ante"),
    [
        ("Ah Kd", "Kc Ac", 0, 0),
        ("Ah Qd", "Kc Ac", 0, -300),
        ("Kh Qd", "Kc Ac", -1000, -300),
        ("2h 2d", "Kc Ac", -1000, 300),
        ("Ah Ad", "Kc Ac", -1000, 300),
        ("Ah Kd", "Tc Ac", 0, 300),
        ("Ah Jd", "Tc Ac", 0, 300),
        ("Ah Td", "Tc Ac", 0, 0),
        ("Ah 9d", "Tc Ac", -1000, -300),
        ("Ah Kd", "Ac Qc", 0, 300),
        ("Ah 2d", "Ac Qc", -1000, -300),
    ],
)
def test_ruling_a3_against_a_dealer_blackjack_ante_is_compared_and_bet_pushes(
    hand: str, dealer: str, main: int, ante: int
) -> None:
    first, second = hand.split()
    up, down = dealer.split()
    insured = ", 1 decline" if up[0] == "A" else ""
    played = play(GAME, f"{first} {up} {second} {down}", f"1 bet{insured}", BETS)
    assert (played.won(), played.won("ante"), played.won("bet")) == (main, ante, 0)
    assert played.outcome("bet") == "push"
    assert played.net == main + ante


@clause(GAME, "2106(13)(b)", "2106(10)(a)", "2106(8)")
def test_2106_13_b_from_the_dealers_right_21_then_ante_then_bet() -> None:
    order = [(seat, wager) for seat in (3, 2, 1) for wager in ("main", "ante", "bet")]
    bet = "1 bet, 2 bet, 3 bet"
    seats = dict.fromkeys((1, 2, 3), BETS)
    for cards, stand in (
        ("Kh Qh Jh Kc 9d 9s 9h 8c", ", 1 stand, 2 stand, 3 stand"),
        ("Kh Qh Jh Kc 9d 9s 9h Ac", ""),
    ):
        assert settled_in_order(play(GAME, cards, bet + stand, seats)) == order


@clause(GAME, "2106(13)(b)", "2106(13)(b)(i)")
@every_row("ante", [1, 333, 10001])
def test_2106_13_b_i_odd_amounts_are_paid_to_the_cent(ante: int) -> None:
    for hand, to in (("Kh 9d", 1), ("Kh 8d", 0), ("Kh 7d", -1)):
        first, second = hand.split()
        cards = f"{first} Kc {second} 8c"
        played = play(GAME, cards, "1 bet, 1 stand", f"77, ante {ante}")
        assert played.net == to * (77 + 2 * ante)
        assert "remainder" not in played.line("ante")


@clause(
    GAME,
    "2106(13)",
    words="compares them with each player's",
)
@clause(GAME, "2106(11)(e)(ii)")
def test_2106_13_every_seat_is_compared_by_itself() -> None:
    seats = {1: "1000, ante 300", 2: "500, ante 70", 3: "200", 4: "100, ante 10"}
    cards = "Kh Qh 9h Jh Kc 9d 8d 9s Jd 8c 6s"
    decisions = "1 bet, 2 fold, 4 bet, 1 stand, 2 hit, 3 stand, 4 stand"
    # 19, bust, 18 and 20 against 18; K-9 and the jacks beat K-8.
    assert play(GAME, cards, decisions, seats).nets == {
        1: 1000 + 600,
        2: -500 - 70,
        3: 0,
        4: 100 + 20,
    }
    assert refused(GAME, cards, decisions.replace("4 bet", "3 bet"), seats) == (
        "action/not-your-turn"
    )
