"""Tables that share jackpots: every game that has one, any play, and the books hold every unit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from pitboss.cards import Card
from pitboss.engine.actions import Refusal
from pitboss.engine.events import MeterTakenBack
from pitboss.engine.irregular import return_seat
from pitboss.engine.meter import wager_share
from pitboss.engine.setup import prepare
from pitboss.engine.values import replace
from pitboss.fair.order import cut_order
from pitboss.floor import rebuild
from pitboss.floor.commands import Approved, Bet, CallOff, RuleOn, Sit, TakeBack
from pitboss.floor.history import PastTable, RoundEntries, round_record
from pitboss.floor.linked_wagers import LinkedWager, link_problems, terms_for, with_news
from pitboss.floor.shared import link_news
from pitboss.floor.terms import TableTerms
from pitboss.jackpot import commands as ask
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.commands import Moment
from pitboss.jackpot.operations import Reason
from pitboss.jackpot.postings import account
from pitboss.rulebook.house import House, house_from
from pitboss.rulebook.reading.library import games
from tests.engine.houses import random_house
from tests.floor.one_table import BUY_IN, PLAYERS, OneTable, answer_question, put_bets
from tests.floor.shared_floor import (
    LinkedTable,
    SharedFloor,
    grouped,
    jackpot_wagers,
    linked_terms,
    terms_of,
)
from tests.floor.test_decide import same
from tests.tiers import by_day

JACKPOTS = [
    (game.id, wager.id) for game in games() for wager in game.wagers if wager.jackpot is not None
]
GAMES = [game.id for game in games() if any(wager.jackpot for wager in game.wagers)]
MATCHING = [game for game in GAMES if "spanish" in game]
"""Games in which much is won as cards of one kind come together."""


@pytest.fixture(autouse=True)
def journal_knows_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffles that are shown are dealt again in the order in which these tables deal."""

    def order(entropy: bytes, cards: Sequence[Card], seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
        return grouped(cut_order(entropy, cards, seeds))

    monkeypatch.setattr(rebuild, "cut_order", order)


def house_with_jackpots(rng: random.Random, game: str) -> House:
    while True:
        house = house_from(random_house(rng, game))
        if jackpot_wagers(house):
            return house


def shared_tables(rng: random.Random, house: House, count: int) -> list[LinkedTable]:
    floor = SharedFloor()
    for wager in jackpot_wagers(house):
        ceiling = rng.choice((None, 60_000_000_000))
        hand = rng.choice((0, 6_000_000, 10**15))
        house_terms = terms_of(house, wager, hand_pay_from=hand)
        more = {} if house_terms.prizes else {"ceiling": ceiling}
        floor.open(f"shared.{wager}", terms_of(house, wager, hand_pay_from=hand, **more))
    tables = [
        LinkedTable(linked_terms(house, number), random.Random(rng.random()), floor=floor,
                    grouped=True)
        for number in range(1, count + 1)
    ]  # fmt: skip
    for table in tables:
        several = table.terms.setup.configured.options.get("multiple_hands", True)
        players = rng.choices(PLAYERS, k=7) if several else PLAYERS
        for seat in rng.sample(range(1, 8), 3):
            table.must(Sit(players[seat - 1], players[seat - 1], seat, BUY_IN))
    return tables


@pytest.mark.parametrize("game", GAMES)
def test_any_round_at_tables_that_share_jackpots_is_booked_and_can_be_rebuilt(game: str) -> None:
    rng = random.Random(game)
    for _ in range(by_day(2, 12)):
        tables = shared_tables(rng, house_with_jackpots(rng, game), 2)
        floor = tables[0].floor
        for _ in range(8):
            table = rng.choice(tables)
            if rng.random() < 0.5:
                for name in floor.jackpots:
                    floor.feed(name)
            table.hear()
            play_round(table)
        for table in tables:
            same_but_shown(table.rebuilt(), table)
            same_but_shown(table.rebuilt(from_deal=False), table)
            replays_from_its_own_entries(table)


def test_every_jackpot_of_every_game_is_shared_and_fed_by_several_tables() -> None:
    alone = []
    for game, wager in JACKPOTS:
        rng = random.Random(f"{game} {wager}")
        house = house_with_jackpot(rng, game, wager)
        tables = shared_tables(rng, house, 2)
        linked = [LinkedWager(table.terms.id, wager, table.terms.setup) for table in tables]
        wrong = [*link_problems(linked), *terms_for(linked[0]).problems()]
        collected = account(f"shared.{wager}", "in")
        by = set[str]()
        for _ in range(200):
            for table in (idle for idle in tables if idle.terms.id not in by):
                before = tables[0].floor.book.balance(collected)
                play_round(table)
                if tables[0].floor.book.balance(collected) != before:
                    by.add(table.terms.id)
        if wrong or len(by) != len(tables):
            alone.append((game, wager, wrong, by))
    assert not alone
    assert len(JACKPOTS) == 17


def house_with_jackpot(rng: random.Random, game: str, wager: str) -> House:
    """Return a table with one progressive that its wagers add to."""
    while True:
        house = house_from(random_house(rng, game))
        spot = prepare(house).configured.spots.get(wager)
        alone = house.options.get("five_card_linked_jackpot") == "standalone"
        if spot and spot.jackpot and spot.jackpot.contribution and not alone:
            return house


def play_round(table: OneTable) -> None:
    put_bets(table)
    while table.state.round is not None:
        answer_question(table)


def same_but_shown(rebuilt: object, table: LinkedTable) -> None:
    """Compare with what the journal makes; what a shared meter shows is not in it."""
    news = {
        wager: link_news(table.floor.jackpots[name]) for wager, name in table.terms.links.items()
    }
    same(with_news(rebuilt, news), with_news(table.state, news))  # type: ignore[arg-type]


def replays_from_its_own_entries(table: LinkedTable) -> None:
    """No jackpot's stream is needed to play a table's past again, nor for its records."""
    past = PastTable()
    gathered = RoundEntries()
    for entry in table.entries:
        if table.grouped and entry.kind == "shown":
            continue  # this test deals in another order than the entropy says
        past.add(entry)
        if rounds := gathered.add(entry):
            record = round_record(table.entries[0], rounds)
            if not record.get("void"):
                assert record["settlement"]
    assert past.rounds == table.state.rounds


def test_hits_large_and_small_go_where_they_belong() -> None:
    """Over many rounds of Spanish 21: small awards to the stack, large ones to the pending."""
    rng = random.Random(3)
    kinds: Counter[str] = Counter()
    while not {"hit-locked", "hit-paid"} <= set(kinds) or kinds["hit-locked"] == kinds["hit-paid"]:
        tables = shared_tables(rng, house_with_jackpots(rng, "wa/spanish-21"), 3)
        for _ in range(6):
            play_round(rng.choice(tables))
        kinds.update(tables[0].floor.kinds)
        assert sum(kinds.values()) < 20_000


def test_a_jackpot_that_is_switched_off_stops_its_wager_and_nothing_else() -> None:
    rng = random.Random(5)
    house = house_with_jackpots(rng, "wa/spanish-21")
    (table,) = shared_tables(rng, house, 1)
    (name, *_) = table.floor.jackpots
    wager = name.removeprefix("shared.")
    seat, sitting = next(iter(table.state.seats.items()))
    least = dict.fromkeys(table.terms.setup.mains, table.terms.setup.main_min)
    fixed = table.terms.setup.configured.spots[wager].jackpot
    assert fixed is not None
    both = least | {wager: house.jackpots[wager].wager or 500}
    table.must(Bet(sitting.account, seat, both, ready=False))
    table.floor.tell(name, jackpot_events.Switched(on=False, by="bob", why="the sign is broken"))
    table.hear()
    left = table.state.seats[seat]
    assert (dict(left.bets), left.ready) == (least, False)
    refused = table.ask(Bet(sitting.account, seat, both))
    assert isinstance(refused, Refusal)
    assert refused.code == "jackpot/disabled"
    table.must(Bet(sitting.account, seat, least))
    table.floor.tell(name, jackpot_events.Switched(on=True, by="bob", why="mended"))
    while table.state.round is not None:
        answer_question(table)
    table.hear()
    table.must(Bet(sitting.account, seat, both, ready=False))


def test_a_table_says_of_a_closed_jackpot_that_it_is_closed_and_not_switched_off() -> None:
    rng = random.Random(5)
    house = house_with_jackpots(rng, "wa/spanish-21")
    (table,) = shared_tables(rng, house, 1)
    (name, *_) = table.floor.jackpots
    wager = name.removeprefix("shared.")
    seat, sitting = next(iter(table.state.seats.items()))
    least = dict.fromkeys(table.terms.setup.mains, table.terms.setup.main_min)
    jackpot = table.floor.jackpots[name]
    table.floor.jackpots[name] = replace(jackpot, is_enabled=False, is_closed=True)
    table.hear()
    refused = table.ask(
        Bet(sitting.account, seat, least | {wager: house.jackpots[wager].wager or 500})
    )
    assert isinstance(refused, Refusal)
    assert (refused.code, "is closed" in refused.message) == ("jackpot/closed", True)
    table.must(Bet(sitting.account, seat, least))


def test_a_wager_that_would_add_more_than_is_reasonable_is_refused() -> None:
    """NJ 13:69E-1.39A; what may be added is judged by the rate of the moment."""
    rng = random.Random(6)
    house = house_with_jackpot(rng, "wa/spanish-21", "jackpot-1")
    terms = terms_of(house, "jackpot-1")
    share = wager_share(house.jackpots["jackpot-1"].wager or 500, terms.rate)
    for most, code in ((share - 1, "jackpot/unreasonable"), (share, "")):
        floor = SharedFloor()
        floor.open("mtd", terms_of(house, "jackpot-1", contribution_max=most))
        at = TableTerms(id="1", name="One", house=house, links={"jackpot-1": "mtd"})
        table = LinkedTable(at, rng, floor=floor)
        table.must(Sit("ann", "ann", 1, BUY_IN))
        bets = dict.fromkeys(at.setup.mains, at.setup.main_min)
        bets["jackpot-1"] = house.jackpots["jackpot-1"].wager or 500
        answer = table.ask(Bet("ann", 1, bets, ready=False))
        assert (answer.code if isinstance(answer, Refusal) else "") == code


def test_hits_rate_changes_switches_and_rejections_in_all_orders_keep_every_unit() -> None:
    """Between the rounds of two tables the staff do everything there is to do, at random."""
    rng = random.Random(11)
    kinds = Counter[str]()
    for _ in range(by_day(16, 160)):
        tables = shared_tables(rng, house_with_jackpots(rng, rng.choice(MATCHING)), 3)
        floor = tables[0].floor
        for _ in range(10):
            name = rng.choice([*floor.jackpots])
            table = rng.choice(tables)
            table.hear()
            put_bets(table)  # staff act while the round is open, and others play theirs
            staff_act(rng, floor, name)
            while table.state.round is not None:
                answer_question(table)
            staff_act(rng, floor, name)
            floor.feed(name)
            assert floor.jackpots[name].is_house or not floor.book.balance(account(name, "in"))
        kinds.update(floor.kinds)
    assert {"fed", "hit-locked", "hit-confirmed", "hit-rejected", "adjusted"} <= set(kinds)


def staff_act(rng: random.Random, floor: SharedFloor, name: str) -> None:
    jackpot = floor.jackpots[name]
    number = jackpot.pending[0].number if jackpot.pending else 0
    wanted: list[ask.Operation] = [
        ask.Adjust(units=rng.randrange(1, 9_000), reason=Reason.ADDED, why="a gift of the house"),
        ask.ChangeTerms(terms=jackpot.terms, why="approved"),
    ]
    if number:
        wanted += [ask.ConfirmHit(number=number), ask.RejectHit(number=number, why="no such hand")]
    operation = rng.choice(wanted)
    if jackpot.is_house and isinstance(operation, ask.Adjust):
        return
    floor.tell(name, ask.propose(jackpot, operation, Moment("sue", floor.now)))
    after = floor.jackpots[name]
    floor.tell(name, *ask.approve(after, after.proposed, Moment("tom", floor.now)))
    if rng.random() < 0.2:
        floor.tell(name, jackpot_events.Switched(on=False, by="sue", why="a test"))
        floor.tell(name, jackpot_events.Switched(on=True, by="sue", why="a test"))


class ShortTable(LinkedTable):
    """A table whose shoe runs out in the middle of a round."""

    def orders(
        self, number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        return super().orders(number, cards, seeds)[: 10 + number % 8]


def test_a_void_round_gives_back_what_it_fed_and_what_it_won() -> None:
    """Ruling C79, also where the jackpot has taken the shares and paid the awards meanwhile."""
    rng = random.Random(8)
    voided = 0
    for _ in range(by_day(60, 400)):
        house = house_with_jackpots(rng, rng.choice(MATCHING))
        floor = SharedFloor()
        for wager in jackpot_wagers(house):
            hand = rng.choice((0, 10**15))
            floor.open(f"shared.{wager}", terms_of(house, wager, hand_pay_from=hand))
        table = ShortTable(linked_terms(house, 1), rng, floor=floor, grouped=True)
        for seat in (1, 2, 3):
            table.must(Sit("ann", "ann", seat, BUY_IN))
        before = dict(floor.jackpots)
        put_bets(table)
        while table.state.round is not None:
            for name in floor.jackpots:
                floor.feed(name)
            answer_question(table)
        if not any(b'"void":true' in entry.body for entry in table.entries):
            continue
        voided += "hit-voided" in floor.kinds
        assert [sitting.stack for sitting in table.state.seats.values()] == [BUY_IN] * 3
        for name, jackpot in before.items():
            floor.feed(name)
            after = floor.jackpots[name]
            assert (after.display, after.reserve) == (jackpot.display, jackpot.reserve)
            assert (after.paid, after.pending) == (0, ())
            assert floor.book.balance(account(name, "in")) == 0
        assert floor.book.balance("tray:1") == -3 * BUY_IN * 100
    assert voided


def test_rounds_that_the_house_calls_off_or_takes_back_undo_what_they_did_to_jackpots() -> None:
    """A hit goes back with its round; a settled round with a hit is left to the jackpot's staff."""
    rng = random.Random(21)
    seen = Counter[str]()
    why = Approved("a card was exposed", ("sue", "tom"))
    for _ in range(by_day(40, 300)):
        (table,) = shared_tables(rng, house_with_jackpots(rng, rng.choice(MATCHING)), 1)
        floor = table.floor
        before = dict(table.floor.jackpots)
        stacks = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        put_bets(table)
        if table.state.round is not None and rng.random() < 0.6:
            for name in floor.jackpots:
                floor.feed(name)
            table.must(CallOff("sue", table.state.round.number, why))
            seen["called off after a hit"] += "hit-voided" in floor.kinds
        else:
            while table.state.round is not None:
                answer_question(table)
            entries = [entry for entry in table.entries if entry.kind in {"dealt", "decided"}]
            back = TakeBack("sue", 0, why, table.entries[0], tuple(entries))
            if "hit-locked" in floor.kinds:
                refused = table.ask(back)
                assert isinstance(refused, Refusal)
                assert refused.code == "void/jackpot"
                seen["left to the staff"] += 1
                continue
            table.must(back)
            seen["taken back"] += 1
        same_but_shown(table.rebuilt(), table)
        assert {seat: sitting.stack for seat, sitting in table.state.seats.items()} == stacks
        for name, jackpot in before.items():
            floor.feed(name)
            after = floor.jackpots[name]
            assert (after.display, after.reserve, after.overflow) == (
                jackpot.display,
                jackpot.reserve,
                jackpot.overflow,
            )
    assert min(seen.values()) > 0
    assert len(seen) == 3


def test_a_seat_ruled_out_takes_its_share_out_of_a_shared_jackpot_again() -> None:
    """The others' shares stay in; the ruling is one entry that the journal plays again."""
    rng = random.Random(36)
    ruled = 0
    why = Approved("a card was exposed", ("sue",))
    for _ in range(by_day(40, 300)):
        (table,) = shared_tables(rng, house_with_jackpots(rng, rng.choice(MATCHING)), 1)
        floor = table.floor
        put_bets(table)
        current = table.state.round
        if current is None:
            continue
        state = current.state
        held = {name: floor.book.balance(account(name, "in")) for name in floor.jackpots}
        seat = next(seat for seat in state.seats if return_seat(state, seat))
        back = [e for e in return_seat(state, seat) if isinstance(e, MeterTakenBack)]
        table.must(RuleOn("sue", current.number, "floor-ruling", seat.number, 1, why))
        if table.state.round is not None:
            for event in back:
                name = table.terms.links[event.wager]
                now = floor.book.balance(account(name, "in"))
                assert now == held[name] - event.amount
                ruled += 1
        while table.state.round is not None:
            answer_question(table)
        same_but_shown(table.rebuilt(), table)
        for name in floor.jackpots:
            floor.feed(name)
    assert ruled
