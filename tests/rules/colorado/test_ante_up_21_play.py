"""Colorado 30-2106(7) to (12): the deal, fold or bet, insurance, and the blackjack hands."""

from __future__ import annotations

from pitboss.cards import format_cards, parse_cards
from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import prepare
from pitboss.engine.view import view
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import list_events, net, question
from tests.rules.colorado.table import asked, play, record, refused

GAME = "co/ante-up-21"
BETS = "1000, ante 300"


@clause(GAME, "2106(7)", "2106(5)")
@ruling("C65")
def test_2106_7_two_cards_each_from_the_dealers_left_the_dealer_last() -> None:
    seats = {6: BETS, 2: "1000", 4: BETS}
    cards = "Kh Qh Jh Kc 9d 8d 9s 8c"
    played = play(GAME, cards, "4 bet, 6 fold, 2 stand, 4 stand, 6 stand", seats)
    assert [played.hand(seat=seat) for seat in (2, 4, 6)] == ["Kh 9d", "Qh 8d", "Jh 9s"]
    assert played.dealer == "Kc 8c"
    assert played.nets == {2: 1000, 4: 0 - 600, 6: 1000 - 300}
    assert played.when("wager-placed", seat=6, wager="ante") < played.when("card-dealt")


@clause(GAME, "2106(7)", "2106(12)")
def test_2106_7_one_of_the_dealers_cards_is_down_until_the_hands_are_played() -> None:
    house = house_from({"game": GAME, "options": {}, "tables": {}})
    wagers = {"main": 1000, "ante": 300}
    played = Round.start(prepare(house), [Bets(1, wagers), Bets(2, wagers)])
    cards = iter(parse_cards("Kh Qh 9c Qd Jd 8c"))
    kinds = iter(("bet", "fold", "stand", "stand"))
    questions = 0
    while played.due is not None:
        if isinstance(played.due, CardNeeded):
            played.deal(next(cards))
            continue
        for seat in (1, 2):
            seen = view(played.state, seat)
            assert (format_cards(seen.dealer), seen.face_down) == ("9c", 1)
            assert [format_cards(s.hands[0].cards) for s in seen.seats] == ["Kh Qd", "Qh Jd"]
            assert bool(seen.choices) == (seen.turn == (seat, 1))
        asked_now = view(played.state, 1).turn
        assert asked_now is not None
        played.act(Action(seat=asked_now[0], kind=ActionKind(next(kinds))))
        questions += 1
    assert questions == 4
    assert [format_cards(view(played.state, seat).dealer) for seat in (1, 2)] == ["9c 8c", "9c 8c"]
    assert [seat.folded for seat in view(played.state, 1).seats] == [False, True]


@clause(GAME, "2106(7)(a)")
@ruling("C29", "C79")
def test_2106_7_a_a_misdeal_is_void_and_everybody_keeps_his_bets() -> None:
    seats = {1: "1000, ante 300, poker-bonus 100, tip ante 5", 2: "500"}
    kept = record(GAME, "Kh Qh 9c Qd", "", seats, tables={"poker-bonus": "A"})
    result = replay(kept | {"void": True}).result()
    assert (result["net"], result["settlement"]) == ({"1": 0, "2": 0}, [])
    # As a round it is refused: a card too few, or one too many.
    assert refused(GAME, "Kh 9c Qd", "", BETS) == "record/cards-missing"
    code = refused(GAME, "Kh 9c Qd 8c 2s", "1 bet, 1 stand", BETS)
    assert code == "record/cards-left-over"


@clause(GAME, "2106(9)", "2106(9)(c)", "2106(9)(d)", "2106(11)(a)")
def test_2106_9_every_ante_is_bet_or_folded_first_then_insurance_then_the_peek() -> None:
    seats = {1: BETS, 2: "1000", 3: BETS}
    cards = "Kh Qh Jh Ac Qd Jd 9s 8c"
    decisions = "1 bet, 3 fold, 1 decline, 2 insure 500, 3 insure 1, 1 stand, 2 stand, 3 stand"
    played = play(GAME, cards, decisions, seats)
    assert asked(played) == [
        *("1.1 bet", "3.1 fold"),
        *("1.1 decline", "2.1 insure", "3.1 insure"),
        *("1.1 stand", "2.1 stand", "3.1 stand"),
    ]
    folded = played.when("action-taken", action="fold")
    assert folded < played.when("action-taken", action="insure") < played.when("dealer-peeked")
    assert played.when("dealer-peeked") < played.when("action-taken", action="stand")
    # 20, 20 and 19 against 19; K-Q loses to A-8.
    assert played.nets == {1: 1000 - 600, 2: 1000 - 500, 3: 0 - 300 - 1}
    assert question(GAME, cards, "", seats) == "1.1 bet fold"
    assert question(GAME, cards, "1 bet", seats) == "3.1 bet fold"
    assert question(GAME, cards, "1 bet, 3 bet", seats) == "1.1 insure decline"
    assert refused(GAME, cards, "1 bet, 1 decline", seats) == "action/not-your-turn"


@clause(GAME, "2106(9)(c)")
@every_row("up", ["Kc", "Tc", "9c", "2c"])
def test_2106_9_c_it_comes_before_the_dealer_looks_under_any_card(up: str) -> None:
    assert question(GAME, f"Kh {up} Qd Ac", "", BETS) == "1.1 bet fold"
    # A folded ante is lost, even if the dealer then has a blackjack that the hand pushes.
    if up in {"Kc", "Tc"}:
        assert net(GAME, f"Ah {up} Kd Ac", "1 fold", BETS) == -300
        assert refused(GAME, f"Ah {up} Kd Ac", "", BETS) == "record/decision-missing"


@clause(GAME, "2106(9)", "2106(9)(b)", "2106(3)")
def test_2106_9_b_folding_forfeits_the_ante_and_no_more() -> None:
    played = play(GAME, "Kh Kc 9d 8c", "1 fold, 1 stand", BETS)
    assert played.wagers() == ["ante", "main"]
    assert (played.won("ante"), played.outcome("ante"), played.won()) == (-300, "fold", 1000)
    fold = played.when("action-taken", action="fold")
    assert played.when("wager-settled", wager="ante") == fold + 1


@clause(GAME, "2106(9)", "2106(9)(a)")
@ruling("A2", "C104")
def test_2106_9_a_the_bet_is_exactly_the_ante() -> None:
    cards = "Kh Kc 9d 8c"
    for bet in ("bet", "bet 300", "bet 300 bet"):
        played = play(GAME, cards, f"1 {bet}, 1 stand", BETS)
        assert (played.line("bet")["stake"], played.net) == (300, 1600)
    for amount in (299, 301, 0, 600, 1000):
        assert refused(GAME, cards, f"1 bet {amount}, 1 stand", BETS) == "action/amount"


@clause(GAME, "2106(9)", "2106(11)(d)")
@every_row(
    ("decisions", "code"),
    [
        ("", "record/decision-missing"),
        ("1 stand", "action/illegal"),
        ("1 decline", "action/illegal"),
        ("1 surrender", "action/illegal"),
        ("1 bet, 1 bet", "action/illegal"),
        ("1 bet, 1 fold", "action/illegal"),
        ("1 bet, 1 surrender", "action/illegal"),
        ("1 fold 300", "action/amount"),
        ("1.2 bet", "action/not-your-turn"),
        ("2 bet", "action/not-your-turn"),
        ("1 bet ante", "action/not-your-turn"),
        ("1 bet", "record/decision-missing"),
        ("1 bet, 1 stand, 1 stand", "record/decision-left-over"),
    ],
)
def test_2106_9_the_answer_is_bet_or_fold(decisions: str, code: str) -> None:
    assert refused(GAME, "Kh Kc 9d 8c", decisions, BETS) == code


@clause(GAME, "2106(9)")
def test_2106_9_a_seat_without_an_ante_is_not_asked() -> None:
    assert net(GAME, "Kh Kc 9d 8c", "1 stand") == 1000
    assert refused(GAME, "Kh Kc 9d 8c", "1 fold, 1 stand") == "action/illegal"


@clause(GAME, "2106(9)(d)", "2106(9)(e)")
@ruling("C33", "C76", "C80", "C83", "C100")
def test_2106_9_e_insurance_is_up_to_half_the_21_wager_and_pays_2_to_1() -> None:
    for amount in (1, 333, 500):
        # 20 loses to a blackjack, its K-Q to A-K; BET comes back.
        won = net(GAME, "Kh Ac Qd Kc", f"1 bet, 1 insure {amount}", BETS)
        assert won == -1000 + 2 * amount - 300
        won = net(GAME, "Kh Ac Qd 8c", f"1 fold, 1 insure {amount}, 1 stand", BETS)
        assert won == 1000 - amount - 300
    for wrong in ("1 insure 501", "1 insure 0", "1 insure", "1 insure 650"):
        assert refused(GAME, "Kh Ac Qd Kc", f"1 bet, {wrong}", BETS) == "action/amount"
    # A blackjack is asked too, and there is no even money.
    assert net(GAME, "Ah Ac Kd 8c", "1 bet, 1 insure 500", BETS) == 1500 - 500 + 600
    assert refused(GAME, "Ah Ac Kd 8c", "1 bet, 1 even-money", BETS) == "action/illegal"


@clause(GAME, "2106(10)", "2106(10)(a)", "2106(9)(b)")
@ruling("A3")
def test_2106_10_a_dealer_blackjack_ends_the_round_without_another_question() -> None:
    seats = {1: BETS, 2: BETS, 3: "1000", 4: BETS}
    cards = "Kh 8h Ah Ah Kc Qd 8d Kd Kd Ac"
    played = play(GAME, cards, "1 bet, 2 bet, 4 fold", seats)
    # K-Q loses to A-K, the eights win; the blackjacks push, one with its ante folded.
    assert played.nets == {1: -1300, 2: -1000 + 300, 3: 0, 4: -300}
    assert [played.won("bet", seat) for seat in (1, 2)] == [0, 0]
    code = refused(GAME, cards, "1 bet, 2 bet, 4 fold, 1 stand", seats)
    assert code == "record/decision-left-over"
    assert refused(GAME, f"{cards} 2s", "1 bet, 2 bet, 4 fold", seats) == "record/cards-left-over"


@clause(GAME, "2106(11)", "2106(11)(a)", "2106(12)")
def test_2106_11_the_hands_are_played_from_the_left_then_the_dealers() -> None:
    seats = {1: BETS, 2: BETS}
    cards = "5h 6h 6c 6d 5d Tc Ts 9s 2d"
    played = play(GAME, cards, "1 bet, 2 bet, 1 hit, 2 hit, 2 stand", seats)
    assert asked(played)[2:] == ["1.1 hit", "2.1 hit", "2.1 stand"]
    exposed = played.when("down-card-exposed")
    assert played.when("action-taken", action="stand") < exposed
    assert exposed < played.when("card-dealt", place="dealer", card="2d")
    # 21 and 20 against 18; T high does not qualify.
    assert played.nets == {1: 1300, 2: 1300}


@clause(GAME, "2106(11)(b)", "2106(12)(a)", "2106(12)(b)")
@ruling("C105")
@every_row(
    ("dealer", "won"),
    [
        ("6c Ad 4d", -1000),  # soft 17 is hit: 21
        ("6c Ad Td", 1000),  # hard 17
        ("6c Ad 9d 5d", -1000),  # 16, then 21
        ("Ac 6d 2d", 0),  # 19
        ("Tc 7d", 1000),
        ("Tc 9d", 0),
        ("9c 9d", 1000),
        ("7c Ad", 1000),  # soft 18 stands
        ("Tc 6d 5d", -1000),
        ("Tc 6d 6d", 1000),  # 22 is a bust
        ("2c 2d Ad 2h Tc", 1000),  # soft 17 of four cards is hit too
    ],
)
def test_2106_12_the_dealer_hits_soft_17_and_stands_from_hard_17(dealer: str, won: int) -> None:
    up, *rest = dealer.split()
    insured = "1 decline, " if up[0] == "A" else ""
    cards = f"Kh {up} 9d {' '.join(rest)}"
    assert net(GAME, cards, f"{insured}1 stand") == won
    for options in ({"soft17": "hit"}, {"surrender": False}):
        assert net(GAME, cards, f"{insured}1 stand", options=options) == won
    code = refused(GAME, cards, f"{insured}1 stand", options={"soft17": "stand"})
    assert code == "option/invalid"


@clause(GAME, "2106(11)(b)")
@ruling("C0", "C35", "C36", "C37", "C38", "C76", "C82", "C88", "C100")
def test_2106_11_b_the_houses_blackjack_procedures_hold() -> None:
    assert question(GAME, "8h 9c 8d Tc") == "1.1 hit stand double split"
    # Split, doubled after it, and for less.
    cards = "8h 9c 8d 8c 3s Ts 2s Td"
    assert net(GAME, cards, "1 split, 1 double, 1.2 hit, 1.2 stand") == 2000 + 1000
    assert net(GAME, cards, "1 split, 1 double 1, 1.2 hit, 1.2 stand") == 1001 + 1000
    assert refused(GAME, cards, "1 split 1000") == "action/amount"
    whole = {"double_for_less": False}
    assert refused(GAME, "5h 9c 6d 8c Ts", "1 double 999", options=whole) == "action/amount"
    # Split three times, hands 1, 4, 3, 2; then no further.
    four = "8h 9c 8d 8c 8s 8h Ks Kd Kc Kh"
    decisions = "1 split, 1 split, 1 split, 1 stand, 1.4 stand, 1.3 stand, 1.2 stand"
    assert net(GAME, four, decisions) == 4000
    # Split aces take one card each; they are split again only where the house says so.
    aces = "Ah 9c Ad 8c As Ks Qs Js"
    assert net(GAME, "Ah 9c Ad 8c As Ks", "1 split") == -1000 + 1000
    assert net(GAME, aces, "1 split, 1 split", options={"resplit_aces": True}) == 3000


@clause(GAME, "2106(11)(c)")
@ruling("C40", "C41")
@every_row(("wager", "down", "up"), [(1000, 1500, 1500), (333, 499, 500), (1, 1, 2)])
def test_2106_11_c_a_natural_is_paid_3_to_2_after_the_peek(wager: int, down: int, up: int) -> None:
    # 19 against it; A-K beats K-9.
    cards = "Ah Kc Kd 9c"
    bets = f"{wager}, ante 100"
    for rounding, paid in (("down", down), ("up", up)):
        played = play(GAME, cards, "1 bet", bets, options={"rounding": rounding})
        assert (played.won(), played.net) == (paid, paid + 200)
        assert played.when("dealer-peeked") < played.when("wager-settled", wager="main")
    assert refused(GAME, cards, "1 bet, 1 stand", bets) == "record/decision-left-over"
    assert refused(GAME, cards, "1 bet", bets, options={"blackjack": "6:5"}) == "option/unknown"


@clause(
    GAME,
    "2106(13)",
    words="compares them with each player's",
)
@clause(GAME, "2106(11)(c)")
@ruling("A3")
def test_2106_11_c_the_poker_hand_of_a_paid_natural_is_compared_all_the_same() -> None:
    # The dealer's 16 takes a king: 26, and a pair of kings beats A-K.
    played = play(GAME, "Ah Kc Kd 6c Ks", "1 bet", BETS)
    assert (played.won(), played.won("ante"), played.won("bet")) == (1500, -300, -300)


@clause(GAME, "2106(11)(d)")
@ruling("C105")
def test_2106_11_d_there_is_no_surrender() -> None:
    code = refused(GAME, "Kh Kc 6d 8c", "1 surrender", options={"surrender": True})
    assert code == "option/invalid"
    assert question(GAME, "Kh Kc 6d 8c", "1 fold", BETS) == "1.1 hit stand double"


@clause(
    GAME,
    "2106(13)",
    words="compares them with each player's",
)
@clause(GAME, "2106(11)(e)", "2106(11)(e)(ii)", "2106(12)")
@ruling("A3")
@every_row(
    ("cards", "decisions", "bets", "draws", "won"),
    [
        # Bust with a BET: the dealer's 16 draws. T high does not qualify.
        ("Kh 6c 5d Tc 9s", "1 bet, 1 hit", BETS, "2h", -1000 + 300),
        # Folded, or no ante: the dealer does not draw.
        ("Kh 6c 5d Tc 9s", "1 fold, 1 hit", BETS, "", -1000 - 300),
        ("Kh 6c 5d Tc 9s", "1 hit", 1000, "", -1000),
        # A paid blackjack with a BET: he draws; K-T loses to A-K.
        ("Ah 6c Kd Tc", "1 bet", BETS, "Ks", 1500 + 600),
        ("Ah 6c Kd Tc", "1 fold", BETS, "", 1500 - 300),
        ("Ah 6c Kd Tc", "", 1000, "", 1500),
        # Both hands of a split bust.
        ("8h 6c 8d Tc 7s Ks 7d Kd", "1 bet, 1 split, 1 hit, 1.2 hit", BETS, "5h", -2000 + 300),
    ],
)
def test_ruling_a3_the_dealer_completes_his_hand_while_a_bet_is_live(
    cards: str, decisions: str, bets: str | int, draws: str, won: int
) -> None:
    played = play(GAME, f"{cards} {draws}", decisions, bets)
    assert played.net == won
    assert played.dealer == f"6c Tc {draws}".strip()
    if draws:
        assert refused(GAME, cards, decisions, bets) == "record/cards-missing"
    else:
        assert refused(GAME, f"{cards} 2h", decisions, bets) == "record/cards-left-over"


@clause(GAME, "2106(11)(e)")
@ruling("A3")
def test_2106_11_e_a_bust_loses_the_21_wager_at_once_and_the_hand_stays() -> None:
    seats = {1: BETS, 2: "1000"}
    played = play(GAME, "Kh Qh 6c 5d 9d Tc 9s Kd", "1 bet, 1 hit, 2 stand", seats)
    assert played.when("wager-settled", seat=1, wager="main") < played.when(
        "action-taken", action="stand"
    )
    assert played.hand() == "Kh 5d 9s"
    # The dealer busts with a king: K-T beats the bust hand's K-9, though the dealer is bust.
    assert played.nets == {1: -1600, 2: 1000}


@clause(GAME, "2106(12)", "2106(10)")
def test_2106_12_the_dealer_looks_under_aces_and_tens_only() -> None:
    played = play(GAME, "Kh 9c Qd 8c", "1 bet, 1 stand", BETS)
    assert list_events(played, "dealer-peeked") == []
    played = play(GAME, "Kh Kc Qd 8c", "1 bet, 1 stand", BETS)
    assert list_events(played, "dealer-peeked") == ["dealer-peeked"]
