"""The cage: numbered payments, money set aside, a second person for what is large or unusual."""

from __future__ import annotations

import pytest

from pitboss.engine.actions import Refusal
from pitboss.engine.values import replace
from pitboss.office.approvals import Approve, Decline
from pitboss.office.cage import (
    AdjustWallet,
    AskWithdrawal,
    ConfirmWithdrawal,
    Deposit,
    MoveCapital,
    PaymentMade,
    PayTips,
    RefuseWithdrawal,
)
from pitboss.office.core import HOUSE
from pitboss.office.day import CloseDay
from pitboss.office.decide import COMMANDS
from pitboss.office.exclusions import Exclude, ImposeLimits
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from pitboss.office.state import ImposedLimits
from tests.office.house import HOUR, PLAYER, WALLET, House, draft_of

LARGE = 1_000_000
OTHER = "a2"


@pytest.fixture
def house() -> House:
    house = House()
    house.open_day()
    return house


def wallet(house: House) -> int:
    return house.book.balance(f"wallet:{PLAYER}") - WALLET


def test_a_deposit_is_in_the_players_own_stream(house: House) -> None:
    done = house.must(Deposit(PLAYER, 5_000), "carl")
    assert isinstance(done.event, PaymentMade)
    assert (done.event.number, done.postings) == (1, ())
    own = [entry for entry in house.entries if entry.stream == f"account/{PLAYER}"][-1]
    assert (own.kind, own.actor) == ("deposit", "carl")
    assert wallet(house) == 500_000
    assert house.book.balance("external:cash") == -500_000


def test_a_withdrawal_is_set_aside_until_a_cashier_pays_it(house: House) -> None:
    house.must(AskWithdrawal(PLAYER, 5_000, "bank"), PLAYER)
    assert wallet(house) == -500_000
    assert house.book.balance(f"pending:{PLAYER}") == 500_000
    rest = WALLET // 100 - 5_000
    assert house.code(AskWithdrawal(PLAYER, rest + 1), PLAYER) == "account/short"
    assert house.code(ConfirmWithdrawal(1), "flora") == "permission/missing"
    house.must(ConfirmWithdrawal(1), "carl")
    assert house.book.balance("external:bank") == 500_000
    assert house.code(ConfirmWithdrawal(1), "carl") == "payment/settled"
    assert house.code(RefuseWithdrawal(1, "late"), "carl") == "payment/settled"
    assert house.code(ConfirmWithdrawal(2), "carl") == "payment/unknown"


@pytest.mark.parametrize("who", [PLAYER, "cleo"])
def test_a_withdrawal_that_is_refused_or_taken_back_returns(house: House, who: str) -> None:
    house.must(AskWithdrawal(PLAYER, 5_000), PLAYER)
    assert house.code(RefuseWithdrawal(1, "no paper"), OTHER) == "permission/missing"
    assert house.code(RefuseWithdrawal(1, ""), who) == "reason/missing"
    house.must(RefuseWithdrawal(1, "no paper"), who)
    assert wallet(house) == 0
    kinds = [entry.kind for entry in house.entries if entry.stream == f"account/{PLAYER}"]
    assert kinds[-2:] == ["withdrawal-asked", "withdrawal-refused"]


def test_nobody_asks_for_the_money_of_others_or_handles_his_own(house: House) -> None:
    for other in (OTHER, "carl", HOUSE):
        assert house.code(AskWithdrawal(PLAYER, 100), other) == "permission/missing"
    assert house.code(Deposit("carl", 100), "carl") == "payment/own"
    house.write(draft_of("account/carl", ("house:promo", -(10**7)), ("wallet:carl", 10**7)))
    house.must(AskWithdrawal("carl", 100), "carl")
    assert house.code(ConfirmWithdrawal(1), "carl") == "payment/own"
    house.must(ConfirmWithdrawal(1), "cleo")
    assert house.code(AdjustWallet("carl", 100, "x"), "carl") == "payment/own"


def test_no_command_moves_money_between_players(house: House) -> None:
    """Every entry of a player's stream touches wallets and withdrawals of that player alone."""
    house.must(Deposit(PLAYER, 5_000), "carl")
    house.must(AskWithdrawal(PLAYER, 5_000), PLAYER)
    house.must(ConfirmWithdrawal(2), "carl")
    for entry in house.entries:
        owners = {
            posting.account for posting in entry.postings if posting.account.startswith("wallet:")
        }
        assert len(owners) <= 1
    accounts = [
        name
        for command in COMMANDS
        for name in getattr(command, "__struct_fields__", ())
        if name in {"to", "to_account", "from_account"}
    ]
    assert accounts == []


def test_a_large_payment_needs_a_second_person(house: House) -> None:
    commands = {
        Deposit(PLAYER, LARGE): "carl",
        AdjustWallet(PLAYER, -500, "paid twice"): "shirin",
        MoveCapital("chips", 500_000, "new chips"): "ada",
    }
    for number, (command, by) in enumerate(commands.items(), 1):
        before = dict(house.book.balances)
        house.must(command, by)
        assert dict(house.book.balances) == before
        assert house.code(Approve(number), by) == "request/own"
        assert house.code(Approve(number), "flora") == "permission/missing"
        house.must(Approve(number), "cleo")
    assert wallet(house) == LARGE * 100 - 50_000
    assert house.book.balance("cage:chips") == 50_000_000
    assert house.book.balance("house:adjustments") == 50_000
    house.must(Deposit(OTHER, LARGE - 1), "carl")
    assert house.office.payment_count == 4


def test_parts_of_a_large_payment_count_together_until_the_day_ends(house: House) -> None:
    house.write(draft_of("floor", ("external:test", -2 * LARGE * 100), ("tips:t", 2 * LARGE * 100)))
    half = LARGE // 2
    rest = LARGE // 2 - 1
    for number, first in enumerate((Deposit(PLAYER, half), PayTips("t", half)), 1):
        requests = house.office.request_count
        house.must(first, "carl")
        house.must(replace(first, cents=rest), "cleo")
        assert house.office.request_count == requests, "one cent less than large"
        house.must(replace(first, cents=1), "carl")
        assert house.office.request_count == requests + 1
        house.must(Approve(number), "shirin")
    for cents in (half, half, 1):
        house.must(AskWithdrawal(PLAYER, cents), PLAYER)
    one, second, last = house.office.withdrawals
    house.must(ConfirmWithdrawal(one), "carl")
    house.must(ConfirmWithdrawal(last), "cleo")
    house.must(ConfirmWithdrawal(second), "carl")
    assert [*house.office.withdrawals] == [second], "it waits for a second person"
    house.now += 24 * HOUR
    house.must(CloseDay(), "ada")
    house.open_day()
    house.must(ConfirmWithdrawal(second), "carl")
    assert house.office.withdrawals == {}


def test_a_withdrawal_that_a_cashier_asked_for_in_older_books_is_not_paid(house: House) -> None:
    house.must(AskWithdrawal(PLAYER, 100), PLAYER)
    old = replace(house.office.withdrawals[1], by="carl")
    house.office = replace(house.office, withdrawals={1: old})
    assert house.code(ConfirmWithdrawal(1), "carl") == "payment/not-asked"
    house.must(RefuseWithdrawal(1, "ask yourself"), "carl")
    assert wallet(house) == 0


def test_a_large_withdrawal_is_paid_by_two_who_are_not_its_owner(house: House) -> None:
    house.must(AskWithdrawal(PLAYER, LARGE), PLAYER)
    house.must(ConfirmWithdrawal(1), "carl")
    assert house.book.balance(f"pending:{PLAYER}") == LARGE * 100
    house.must(GiveRole(PLAYER, Role.CAGE), HOUSE)
    assert house.code(Approve(1), PLAYER) == "payment/own"
    house.must(Decline(1, "no paper"), "shirin")
    house.must(ConfirmWithdrawal(1), "carl")
    house.must(Approve(2), "shirin")
    assert house.book.balance("external:cash") == LARGE * 100
    assert house.office.withdrawals == {}


def test_tips_are_paid_out_of_their_pool_alone(house: House) -> None:
    house.write(draft_of("floor", ("external:test", -70_000), ("tips:t", 70_000)))
    assert house.code(PayTips("t", 701), "carl") == "account/short"
    refused = house.ask(PayTips("t", 10 * LARGE), "carl")
    assert isinstance(refused, Refusal), "nobody is asked to agree to what is not there"
    assert (refused.code, house.office.requests) == ("account/short", {})
    assert refused.message.startswith("the tips of t are $7.00, and $")
    house.must(PayTips("t", 700), "carl")
    assert house.book.balance("tips:t") == 0


def test_wrong_amounts_rails_and_accounts_are_refused(house: House) -> None:
    refused = [
        (Deposit(PLAYER, 0), "payment/amount"),
        (Deposit(PLAYER, -5), "payment/amount"),
        (Deposit(PLAYER, 10**13), "payment/amount"),
        (Deposit(PLAYER, 5, "pigeon"), "payment/rail"),
        (Deposit("x:y", 5), "account/unknown"),
        (PayTips("a b", 5), "account/unknown"),
    ]
    wrong = [
        (command, house.ask(command, "carl"))
        for command, code in refused
        if house.code(command, "carl") != code
    ]
    assert not wrong
    assert house.code(MoveCapital("vault", 5, "x"), "ada") == "cage/part"
    assert house.code(AdjustWallet(PLAYER, 0, "x"), "carl") == "payment/amount"
    assert house.code(AdjustWallet(PLAYER, 5, " "), "carl") == "reason/missing"
    assert isinstance(house.ask(Deposit(PLAYER, 5), PLAYER), Refusal)
    assert house.code(AskWithdrawal(PLAYER, 0), PLAYER) == "payment/amount"


def test_an_excluded_player_puts_nothing_in_and_takes_everything_out(house: House) -> None:
    house.must(AskWithdrawal(PLAYER, 100), PLAYER)
    house.must(Exclude(PLAYER, 30, "asked for it"), "shirin")
    assert house.code(Deposit(PLAYER, 100), "carl") == "account/excluded"
    house.must(ConfirmWithdrawal(1), "carl")
    house.must(AskWithdrawal(PLAYER, 200), PLAYER)


def test_a_limit_of_the_house_on_deposits_holds_over_24_hours(house: House) -> None:
    limits = ImposedLimits(deposit_cents=10_000)
    house.must(ImposeLimits(PLAYER, limits, "asked for it"), "shirin")
    house.must(Deposit(PLAYER, 6_000), "carl")
    assert house.code(Deposit(PLAYER, 4_001), "carl") == "limit/deposit"
    house.must(Deposit(PLAYER, 4_000), "carl")
    house.now += 24 * HOUR + 1
    house.must(Deposit(PLAYER, 10_000), "carl")
    house.must(CloseDay(), "ada")
    assert house.office.deposits[PLAYER] == ((house.now, 10_000),)
