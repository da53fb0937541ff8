"""Bust Bonus as 30-2113 and 30-2114 print it: the dealer's busts by up card, suited or not."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.buffalo import (
    BUST,
    DECKS,
    GAMES,
    NO_BUSTS,
    OFF_SUIT,
    OFF_SUIT_BUSTS,
    SUITED,
    SUITED_BUSTS,
    bet,
)
from tests.rules.colorado.felt import BUFFALO_2, BUFFALO_3, question
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import refusal

NAMES = {"A": "Ace"}
"""Rows that are printed otherwise than a card is written."""


def cases(
    busts: list[tuple[str, str, int]], pays: dict[str, int]
) -> list[tuple[str, int, str, str, int]]:
    """Return game, decks, dealer's cards, row and pay for each deck count that has the cards."""
    return [
        (game, decks, dealer, NAMES.get(row, row), pays[row])
        for game in GAMES
        for decks in DECKS[game]
        for row, dealer, needed in busts
        if needed <= decks
    ]


@clause(BUFFALO_2, "2113(10)", "2113 Bust Bonus*", "2113(9)")
@clause(BUFFALO_3, "2114(9)", "2114 Bust Bonus*", "2114(8)")
@ruling("C12", "C30", "C91")
@every_row(
    ("game", "decks", "dealer", "row", "pays"),
    [*cases(SUITED_BUSTS, SUITED), *cases(OFF_SUIT_BUSTS, OFF_SUIT)],
)
def test_bust_bonus_every_cell_of_the_table_with_every_deck_count(
    game: str, decks: int, dealer: str, row: str, pays: int
) -> None:
    played = bet(game, dealer, decks=decks)
    assert played.line("bust-bonus") == {
        "seat": 1,
        "hand": 1,
        "wager": "bust-bonus",
        "stake": 200,
        "outcome": row,
        "net": 200 * pays,
    }
    assert (played.net, played.dealer) == (1000 + 200 * pays, dealer)


@clause(BUFFALO_2, "2113(10)")
@clause(BUFFALO_3, "2114(9)")
@every_row("game", GAMES)
@every_row("dealer", NO_BUSTS)
def test_bust_bonus_loses_when_the_dealer_does_not_bust(game: str, dealer: str) -> None:
    played = bet(game, dealer)
    assert (played.won("bust-bonus"), played.outcome("bust-bonus")) == (-200, "lose")
    assert played.dealer == dealer


@ruling("C30")
@every_row("decks", [1, 2])
def test_ruling_c30_three_suited_eights_are_not_in_one_or_two_decks(decks: int) -> None:
    code = refusal(
        record(BUFFALO_2, "Kh 8s Qc 8s 8s", "1 stand, 1 bust-bet 200", tables=BUST, decks=decks)
    )
    assert code == "record/card-not-in-shoe"


@clause(BUFFALO_2, "2113(8)")
@clause(BUFFALO_3, "2114(7)")
@ruling("C53")
@every_row("game", GAMES)
@every_row("amount", [100, 300, 500, 12300])
def test_bust_bonus_is_any_whole_dollars_odd_ones_too(game: str, amount: int) -> None:
    # 6 up, off suit: 1 to 1.
    played = bet(game, "6c Ts Qc", f"bust-bet {amount}")
    assert played.won("bust-bonus") == amount


@clause(BUFFALO_2, "2113(8)")
@clause(BUFFALO_3, "2114(7)")
@ruling("C53")
@every_row("game", GAMES)
@every_row("amount", [50, 150, 201, 1, 0, -200, None])
def test_bust_bonus_of_part_of_a_dollar_or_of_nothing_is_refused(
    game: str, amount: int | None
) -> None:
    bust_bet = {"seat": 1, "action": "bust-bet"} | ({} if amount is None else {"amount": amount})
    stand = {"seat": 1, "action": "stand"}
    decisions = [stand, bust_bet] if game == BUFFALO_2 else [bust_bet, stand]
    wrong = record(game, "Kh 6c Qc Ts Qc", tables=BUST) | {"decisions": decisions}
    assert refusal(wrong) == "action/amount"


@clause(BUFFALO_2, "2113(8)")
@clause(BUFFALO_3, "2114(7)")
@ruling("C96")
@every_row("game", GAMES)
def test_bust_bonus_has_posted_limits(game: str) -> None:
    limits = {"bust-bonus": {"min": 500, "max": 2500}}
    for amount in (500, 2500):
        played = bet(game, "6c Ts Qc", f"bust-bet {amount}", limits=limits)
        assert played.won("bust-bonus") == amount
    for amount in (400, 2600):
        order = ["1 stand", f"1 bust-bet {amount}"]
        decisions = ", ".join(order if game == BUFFALO_2 else order[::-1])
        code = refused(game, "Kh 6c Qc Ts Qc", decisions, tables=BUST, limits=limits)
        assert code == "action/amount"


@ruling("C63")
@every_row("game", GAMES)
def test_ruling_c63_bust_bonus_is_not_placed_before_the_deal(game: str) -> None:
    bets = "1000, bust-bonus 200"
    assert refused(game, "Kh 6c Qc Ts Qc", "1 stand", bets, tables=BUST) == "wager/not-offered"
    for tip in ("1000, tip 100, tip bust-bonus 100", "1000, tip bust-bonus 100"):
        code = refused(game, "Kh 6c Qc Ts Qc", "1 stand", tip, tables=BUST)
        assert code in {"wager/not-offered", "wager/needs-main"}


@clause(BUFFALO_2, "2113(8)")
@clause(BUFFALO_3, "2114(7)")
@every_row("game", GAMES)
def test_bust_bonus_without_its_table_is_never_asked(game: str) -> None:
    played = play(game, "Kh 6c Qc Ts Qc", "1 stand")
    assert played.net == 1000
    code = refused(game, "Kh 6c Qc Ts Qc", "1 stand, 1 decline")
    assert code == "record/decision-left-over"
    assert refused(game, "Kh 6c Qc Ts Qc", "1 bust-bet 200, 1 stand") == "action/illegal"


@ruling("C83")
@every_row("game", GAMES)
def test_ruling_c83_bust_bonus_is_a_decision_of_the_seat(game: str) -> None:
    """It carries no hand or hand 1, and what is asked is `bust-bet` or `decline`."""
    order = ["1 stand", "1.1 bust-bet 200"]
    decisions = ", ".join(order if game == BUFFALO_2 else order[::-1])
    assert play(game, "Kh 6c Qc Ts Qc", decisions, tables=BUST).net == 1200
    code = refused(game, "Kh 6c Qc Ts Qc", decisions.replace("1.1", "1.2"), tables=BUST)
    assert code == "action/not-your-turn"
    before = "1 stand" if game == BUFFALO_2 else ""
    assert question(game, "Kh 6c Qc Ts Qc", before, tables=BUST) == "1.1 bust-bet decline"


@clause(BUFFALO_2, "2113(11)")
@clause(BUFFALO_3, "2114(10)")
@ruling("C59", "C71")
@every_row("game", GAMES)
@every_row(
    ("dealer", "pays"), [("6c Ts Qc", 1), ("As 5s Ts 9s", 50), ("8s 8h 8d", 25), ("Tc 7c", -1)]
)
@every_row("tip", [1, 50, 200])
def test_ruling_c71_a_tip_goes_with_the_wager_at_its_odds(
    game: str, dealer: str, pays: int, tip: int
) -> None:
    played = bet(game, dealer, f"bust-bet 200 tip {tip}", "1000, tip 100")
    assert played.line("tip:bust-bonus")["stake"] == tip
    assert played.won("tip:bust-bonus") == tip * pays
    assert played.won("tip:main") == 100
    assert played.net == 1000 + 200 * pays


@ruling("C61", "C71")
@every_row("game", GAMES)
@every_row("tip", [201, 1000, 0, -1])
def test_ruling_c71_a_tip_of_more_than_the_wager_or_of_nothing_is_refused(
    game: str, tip: int
) -> None:
    bust_bet = {"seat": 1, "action": "bust-bet", "amount": 200, "tip": tip}
    stand = {"seat": 1, "action": "stand"}
    decisions = [stand, bust_bet] if game == BUFFALO_2 else [bust_bet, stand]
    wrong = record(game, "Kh 6c Qc Ts Qc", "", "1000, tip 100", tables=BUST)
    assert refusal(wrong | {"decisions": decisions}) == "action/amount"


@ruling("C71")
@every_row("game", GAMES)
def test_ruling_c71_declining_takes_no_tip(game: str) -> None:
    order = ["1 stand", "1 decline tip 100"]
    decisions = ", ".join(order if game == BUFFALO_2 else order[::-1])
    code = refused(game, "Kh 6c Qc Ts Qc", decisions, "1000, tip 100", tables=BUST)
    assert code == "action/amount"


@ruling("C72")
@every_row("game", GAMES)
def test_ruling_c72_a_tip_on_bust_bonus_needs_a_tip_on_the_main_wager(game: str) -> None:
    order = ["1 stand", "1 bust-bet 200 tip 100"]
    decisions = ", ".join(order if game == BUFFALO_2 else order[::-1])
    code = refused(game, "Kh 6c Qc Ts Qc", decisions, 1000, tables=BUST)
    assert code in {"action/amount", "wager/needs-main"}


@clause(
    BUFFALO_3,
    "2114(4)",
    words="The licensee may let players with 21+3 and Top 3 wagers ... paid at the player's odds",
)
@clause(
    BUFFALO_2,
    "2113(4)",
    words="The licensee may let players with a 21+3 wager ... paid at the player's odds",
)
@every_row("game", GAMES)
def test_bust_bonus_tips_may_be_forbidden(game: str) -> None:
    order = ["1 stand", "1 bust-bet 200 tip 100"]
    decisions = ", ".join(order if game == BUFFALO_2 else order[::-1])
    options = {"tips": False}
    code = refused(game, "Kh 6c Qc Ts Qc", decisions, 1000, tables=BUST, options=options)
    assert code in {"action/amount", "wager/not-offered"}


@clause(BUFFALO_3, "2114(4)", words="may require even dollar amounts")
@clause(BUFFALO_2, "2113(4)", words="may require even dollar amounts")
@ruling("C53")
@every_row("game", GAMES)
def test_bust_bonus_tips_may_have_to_be_whole_dollars(game: str) -> None:
    options = {"tips_even_dollars": True}
    bets = "1000, tip 100"
    played = bet(game, "6c Ts Qc", "bust-bet 300 tip 300", bets, options=options)
    assert played.won("tip:bust-bonus") == 300
    order = ["1 stand", "1 bust-bet 200 tip 150"]
    decisions = ", ".join(order if game == BUFFALO_2 else order[::-1])
    code = refused(game, "Kh 6c Qc Ts Qc", decisions, bets, tables=BUST, options=options)
    assert code in {"action/amount", "wager/off-limits"}


@ruling("C74", how="judged")
@every_row("game", GAMES)
def test_ruling_c74_bust_bonus_has_no_aggregate_limit(game: str) -> None:
    """2113(2), 2114(2) speak of 21+3 and Top 3; 2113(8), 2114(7) of minimum and maximum alone."""
    limits = {"bust-bonus": {"aggregate": 100_000}}
    code = refused(game, "Kh 6c Qh Tc Qc", "1 stand", 1000, tables=BUST, limits=limits)
    assert code == "option/conflict"
