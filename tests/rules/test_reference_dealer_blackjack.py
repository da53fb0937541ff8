"""Plain blackjack: insurance, the dealer's blackjack with a peek and without, surrender."""

from __future__ import annotations

from pitboss.cards import parse_cards
from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import prepare
from pitboss.engine.view import TableView, view
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from tests.rows import every_row
from tests.rules.clauses import clause
from tests.rules.colorado.felt import question
from tests.rules.table import REFERENCE, Played, net, play, refused

NO_PEEK: dict[str, OptionValue] = {"peek": False}
LATE: dict[str, OptionValue] = {"surrender": "late"}


def happened(done: Played, *names: str) -> list[str]:
    return [event["event"] for event in done.events if event["event"] in names]


@clause(REFERENCE, "R4")
@every_row("peek", [True, False])
def test_reference_r4_insurance_is_asked_with_an_ace_up_only(*, peek: bool) -> None:
    options = {"peek": peek}
    assert question(REFERENCE, "Ks Ac 9d 8c", options=options) == "1.1 insure decline"
    assert question(REFERENCE, "Ks Kc 9d 8c", options=options) == "1.1 hit stand double"
    # A player's blackjack is asked too.
    assert question(REFERENCE, "Ks Ac Ad 8c", options=options) == "1.1 insure decline"


@clause(REFERENCE, "R4", "R6")
@every_row("peek", [True, False])
@every_row(("down", "pays"), [("Kc", 2), ("8c", -1)])
@every_row("amount", [1, 333, 500])
def test_reference_r4_insurance_pays_2_to_1_against_a_blackjack(
    amount: int, down: str, pays: int, *, peek: bool
) -> None:
    play_on = "" if peek and pays == 2 else ", 1 stand"
    decisions = f"1 insure {amount}{play_on}"
    done = play(REFERENCE, f"Ks Ac 9d {down}", decisions, options={"peek": peek})
    assert done.won("insurance") == pays * amount
    assert done.won() == (-1000 if pays == 2 else 0)


@clause(REFERENCE, "R4")
@every_row("amount", [0, 501, 1000])
def test_reference_r4_insurance_is_up_to_half_the_wager(amount: int) -> None:
    assert refused(REFERENCE, "Ks Ac 9d 8c", f"1 insure {amount}") == "action/amount"


@clause(REFERENCE, "R5")
@every_row(("up", "down"), [("Kc", "Ac"), ("Tc", "Ac"), ("Ac", "Jc")])
def test_reference_r5_the_peek_ends_the_round_before_the_hands_are_played(
    up: str, down: str
) -> None:
    """A pair, a hand of 11 and a blackjack: only the original wagers are at stake."""
    decline = "1 decline, 2 decline, 3 decline" if up == "Ac" else ""
    cards = f"8s 6s As {up} 8d 5d Kd {down}"
    done = play(REFERENCE, cards, decline, {1: 1000, 2: 1000, 3: 1000})
    assert done.nets == {1: -1000, 2: -1000, 3: 0}
    assert done.when("dealer-peeked", blackjack=True) < done.when("down-card-exposed")


@clause(REFERENCE, "R5")
def test_reference_r5_after_a_peek_that_finds_none_blackjacks_are_paid_and_hands_played() -> None:
    done = play(REFERENCE, "As 8s Kc Kd 8d 9c", "2 stand", {1: 1000, 2: 1000})
    assert done.nets == {1: 1500, 2: -1000}
    peeked = done.when("dealer-peeked")
    paid = done.when("wager-settled", seat=1)
    assert peeked < paid < done.when("action-taken", seat=2)
    assert not done.events[peeked]["blackjack"]


@clause(REFERENCE, "R5")
@every_row("dealer", ["2c Tc 8c", "9c Ac"])
def test_reference_r5_there_is_no_peek_under_another_card(dealer: str) -> None:
    """The dealer makes 20; a player's blackjack is paid before the others play."""
    up, rest = dealer.split(maxsplit=1)
    done = play(REFERENCE, f"As 8s {up} Kd 8d {rest}", "2 stand", {1: 1000, 2: 1000})
    assert done.nets == {1: 1500, 2: -1000}
    assert happened(done, "dealer-peeked") == []
    assert done.when("wager-settled", seat=1) < done.when("action-taken", seat=2)


@clause(REFERENCE, "R6")
@every_row(("up", "down"), [("Kc", "Ac"), ("Ac", "Tc")])
def test_reference_r6_nobody_looks_before_the_hands_are_played(up: str, down: str) -> None:
    decline = "1 decline, " if up == "Ac" else ""
    cards = f"Ks {up} 5d {down} 5h"
    done = play(REFERENCE, cards, f"{decline}1 hit, 1 stand", options=NO_PEEK)
    assert (done.net, done.outcome()) == (-1000, "dealer blackjack")
    assert happened(done, "dealer-peeked") == []
    assert done.when("action-taken", action="stand") < done.when("down-card-exposed")


@clause(REFERENCE, "R6")
@every_row(
    ("cards", "decisions", "lost"),
    [
        ("6s Kc 5d Ac Kh", "1 double", [2000]),  # a doubled 21
        ("Ks Kc 5d Ac 6h", "1 hit", [1000]),  # a 21 of three cards
        ("8s Kc 8d Ac 3h Kh Qh", "1 split, 1 double, 1.2 stand", [2000, 1000]),
        ("As Kc Ad Ac Kh Qh", "1 split", [1000, 1000]),  # two 21s that are no blackjacks
        ("Ks Kc 6d Ac 8h", "1 hit", [1000]),  # bust before
    ],
)
def test_reference_r6_a_blackjack_found_late_takes_every_wager_whole(
    cards: str, decisions: str, lost: list[int]
) -> None:
    done = play(REFERENCE, cards, decisions, options=NO_PEEK)
    assert [line["net"] for line in done.result["settlement"]] == [-stake for stake in lost]
    assert done.dealer == "Kc Ac"


@clause(REFERENCE, "R6")
def test_reference_r6_four_split_and_doubled_hands_are_all_lost() -> None:
    cards = "8s Kc 8d Ac 8h 8c 3h Kh 3s Kd 3d Ks 3c Qs"
    doubles = "1 split, 1 split, 1 split, 1 double, 1.4 double, 1.3 double, 1.2 double"
    assert net(REFERENCE, cards, doubles, options=NO_PEEK) == -8000


@clause(REFERENCE, "R6")
@every_row(("up", "down"), [("Kc", "Ac"), ("Ac", "Tc")])
def test_reference_r6_a_player_blackjack_waits_and_pushes(up: str, down: str) -> None:
    """Seat 2's hand is played first, and nothing of seat 1's is settled before the down card."""
    decline = "1 decline, 2 decline, " if up == "Ac" else ""
    done = play(
        REFERENCE,
        f"As Ks {up} Kd 9d {down}",
        f"{decline}2 stand",
        {1: 1000, 2: 1000},
        options=NO_PEEK,
    )
    assert done.nets == {1: 0, 2: -1000}
    assert done.outcome() == "push"
    exposed = done.when("down-card-exposed")
    assert done.when("action-taken", action="stand") < exposed
    assert exposed < done.when("wager-settled", seat=1)


@clause(REFERENCE, "R6")
def test_reference_r6_a_blackjack_that_waited_is_paid_whatever_the_dealer_draws() -> None:
    """A-5-5 is 21 and no blackjack: it beats 19 and not the blackjack."""
    done = play(
        REFERENCE,
        "As Ks Ac Kd 9d 5c 5d",
        "1 decline, 2 decline, 2 stand",
        {1: 1000, 2: 1000},
        options=NO_PEEK,
    )
    assert done.nets == {1: 1500, 2: -1000}
    assert done.dealer == "Ac 5c 5d"


@clause(REFERENCE, "R6")
def test_reference_r6_under_another_card_a_blackjack_is_paid_at_once() -> None:
    done = play(REFERENCE, "As 8s 9c Kd 8d Ac", "2 stand", {1: 1000, 2: 1000}, options=NO_PEEK)
    assert done.nets == {1: 1500, 2: -1000}
    assert done.when("wager-settled", seat=1) < done.when("action-taken", seat=2)


@clause(REFERENCE, "R6")
@every_row(("down", "won"), [("Kc", 0), ("9c", 1000)])
def test_reference_r6_insurance_is_settled_when_the_down_card_is_exposed(
    down: str, won: int
) -> None:
    """A blackjack insured for half: even money either way, as the peek would have it."""
    for options in (NO_PEEK, {"peek": True}):
        done = play(REFERENCE, f"As Ac Kd {down}", "1 insure 500", options=options)
        assert done.net == 1000
        assert done.won() == (won and 1500)
    bust = play(REFERENCE, f"Ks Ac 6d {down} Qd", "1 insure 500, 1 hit", options=NO_PEEK)
    assert bust.net == (0 if down == "Kc" else -1500)
    assert bust.when("down-card-exposed") < bust.when("wager-settled", wager="insurance")
    assert bust.dealer == f"Ac {down}"


def views_before_exposure(down: str) -> list[TableView]:
    """Split eights against a king, double, stand: what the seat sees until the card is turned."""
    played = Round.start(prepare(House(game=REFERENCE, options=NO_PEEK)), [Bets(1, {"main": 1000})])
    cards = iter(parse_cards(f"8s Kc 8d {down} 3h Kh Qh"))
    decisions = iter([(1, ActionKind.SPLIT), (1, ActionKind.DOUBLE), (2, ActionKind.STAND)])
    seen = []
    while not played.state.exposed:
        seen.append(view(played.state, 1))
        if isinstance(played.due, CardNeeded):
            played.deal(next(cards))
        else:
            hand, kind = next(decisions)
            played.act(Action(seat=1, hand=hand, kind=kind))
    return seen


@clause(REFERENCE, "R6")
def test_reference_r6_a_seat_cannot_tell_the_down_card_before_it_is_exposed() -> None:
    with_blackjack, without = map(views_before_exposure, ("Ac", "9c"))
    assert len(with_blackjack) == 10
    assert with_blackjack == without


@clause(REFERENCE, "R14")
@every_row(("wager", "lost"), [(1000, 500), (333, 167), (1, 1)])
def test_reference_r14_half_the_wager_is_saved(wager: int, lost: int) -> None:
    done = play(REFERENCE, "Ks 9c 6d 8c", "1 surrender", wager, options=LATE)
    assert (done.net, done.outcome()) == (-lost, "surrendered")


@clause(REFERENCE, "R14")
def test_reference_r14_only_where_posted_and_as_the_first_decision() -> None:
    assert question(REFERENCE, "Ks 9c 6d 8c") == "1.1 hit stand double"
    assert question(REFERENCE, "Ks 9c 6d 8c", options=LATE) == "1.1 hit stand double surrender"
    assert question(REFERENCE, "Ks 9c 2d 8c 2h", "1 hit", options=LATE) == "1.1 hit stand"
    split = question(REFERENCE, "8s 9c 8d 8c 7h", "1 split", options=LATE)
    assert split == "1.1 hit stand double"


@clause(REFERENCE, "R14", "R5")
def test_reference_r14_a_dealer_blackjack_leaves_nothing_to_surrender() -> None:
    code = refused(REFERENCE, "Ks Kc 6d Ac", "1 surrender", options=LATE)
    assert code == "record/decision-left-over"
    assert net(REFERENCE, "Ks Kc 6d Ac", options=LATE) == -1000


@clause(REFERENCE, "R14", words="a dealer blackjack takes it too")
def test_reference_r14_without_a_peek_a_late_blackjack_takes_the_other_half() -> None:
    unseen = LATE | NO_PEEK
    assert net(REFERENCE, "Ks Kc 6d 8c", "1 surrender", options=unseen) == -500
    assert net(REFERENCE, "Ks Kc 6d Ac", "1 surrender", options=unseen) == -1000
    assert not prepare(House(game=REFERENCE, options=NO_PEEK)).rules.surrender
    assert prepare(House(game=REFERENCE, options=LATE)).rules.surrender
