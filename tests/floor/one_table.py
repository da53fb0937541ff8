"""A table without a server: its journal in memory, its clock in hand, its players at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.cards import Card, shuffle_cards
from pitboss.engine.actions import Refusal
from pitboss.engine.events import VOID
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.fair.order import CutBits, commitment, derive_cut
from pitboss.floor.commands import Accepted, Bet, Command, Decide, Promise, Show, Sit, Tick
from pitboss.floor.deadlines import deadline
from pitboss.floor.journal import opened_draft
from pitboss.floor.rebuild import rebuild
from pitboss.floor.running import decide
from pitboss.floor.state import TableState, open_table, promises_due, shoe_terms, shuffles_to_show
from pitboss.floor.terms import TableTerms
from pitboss.ledger.book import Book, trial_balance
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.rulebook.house import house_from
from pitboss.sitting.bankroll import at_stake, waiting_split_cents
from pitboss.text.results import sum_tips
from tests.engine.bets import random_tips, random_wagers
from tests.engine.houses import random_house
from tests.engine.players import random_player

PLAYERS = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")
WALLET = 10**14
BUY_IN = 10**8
STACK_MIN = 10**7


@dataclass
class OneTable:
    """A table, and everything a server would keep for it."""

    terms: TableTerms
    rng: random.Random
    state: TableState = field(init=False)
    book: Book = field(default_factory=Book)
    entries: list[Entry] = field(default_factory=list)
    entropies: dict[int, bytes] = field(default_factory=dict)
    now: int = 1

    def __post_init__(self) -> None:
        self.state = open_table(self.terms)
        self.write(opened_draft(self.terms, "house"))
        for player in PLAYERS:
            if self.book.balance(f"wallet:{player}"):
                continue  # of another table
            lines = (Posting("external:test", -WALLET), Posting(f"wallet:{player}", WALLET))
            self.book.write(Draft(f"account/{player}", "deposit", player, "k", b"", lines), now=0)
        self.do_chores()

    def write(self, draft: Draft) -> None:
        self.entries.append(self.book.write(draft, now=self.now))

    def orders(
        self, number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        return shuffle_cards(cards, CutBits(self.entropies[number], derive_cut(seeds)))

    def ask(self, command: Command) -> Accepted | Refusal:
        """Send a command, and do what the house has to do after it."""
        answer = self.answer(command)
        self.do_chores()
        return answer

    def answer(self, command: Command) -> Accepted | Refusal:
        before = self.state
        answer = self.decide(command)
        if isinstance(answer, Refusal):
            assert self.state is before
            return answer
        if answer.kind:
            self.write(answer.draft())
        self.state = answer.table
        self.check()
        return answer

    def decide(self, command: Command) -> Accepted | Refusal:
        """Play a step."""
        return decide(self.state, command, self.now, self.orders)

    def must(self, command: Command) -> Accepted:
        answer = self.ask(command)
        assert isinstance(answer, Accepted), (command, answer)
        return answer

    def do_chores(self) -> None:
        for number in shuffles_to_show(self.state):
            assert isinstance(self.answer(Show(number, self.entropies.pop(number))), Accepted)
        for number in promises_due(self.state):
            self.entropies[number] = self.rng.randbytes(max(2048, 5 * self.state.shoe.shoe.size))
            mark = commitment(shoe_terms(self.state, number), self.entropies[number])
            assert isinstance(self.answer(Promise(number, mark, b"sealed")), Accepted)

    def tick(self) -> Accepted | Refusal | None:
        """Let the clock run to the next deadline."""
        due = deadline(self.state)
        if due is None:
            return None
        self.now = max(self.now, due)
        return self.ask(Tick())

    def check(self) -> None:
        """What must hold after every command: the book says what the table says."""
        state = self.state
        balance = self.book.balance
        assert trial_balance(self.book.balances) == 0
        for seat in range(1, self.terms.seats + 1):
            sitting = state.seats.get(seat)
            stack = sitting.stack if sitting else 0
            assert balance(f"stack:{state.id}:{seat}") == stack * UNITS_PER_CENT
            assert stack >= 0
        assert state.felt == felt(state), "the money of the events is the money on the felt"
        assert balance(f"escrow:{state.id}") == state.felt * UNITS_PER_CENT
        for wager, meter in state.meters.items():
            if wager in self.terms.links:
                continue
            assert meter.is_conserved
            assert balance(f"jackpot:{state.id}.{wager}:display") == meter.display
            assert balance(f"jackpot:{state.id}.{wager}:reserve") == meter.reserve
        assert balance(f"tips:{state.id}") == state.tips * UNITS_PER_CENT

    def rebuilt(self, *, from_deal: bool = True) -> TableState:
        """Return the table that the journal makes, as a server does that starts again."""
        deals = [n for n, entry in enumerate(self.entries) if entry.kind == "dealt"]
        first = deals[-1] if deals and from_deal else 0
        promised = {
            n: commitment(shoe_terms(self.state, n), entropy)
            for n, entropy in self.entropies.items()
        }
        return rebuild(self.terms, self.entries[first:], self.orders, promised)


def felt(state: TableState) -> int:
    """Count what lies on the felt, from the state of the round."""
    current = state.round
    if current is None:
        return 0
    taken = sum(
        line.stake
        for line in current.state.settled
        if not line.is_players and line.outcome != VOID  # a returned tip lies there no more
    )
    tips = sum_tips(current.state, current.stacks) - taken
    waiting = sum(waiting_split_cents(current.state, seat) for seat in current.stacks)
    return at_stake(current.state, current.stacks) - waiting + tips


def random_table(seed: int, game: str | None = None) -> OneTable:
    """Return any table that the rules allow, with all its seats taken."""
    rng = random.Random(seed)
    house = house_from(random_house(rng, game))
    table = OneTable(TableTerms(id="7", name="Seven", house=house), rng)
    several = table.terms.setup.configured.options.get("multiple_hands", True)
    players = rng.choices(PLAYERS, k=7) if several else PLAYERS
    for seat in rng.sample(range(1, 8), rng.choice((1, 1, 2, 3, 5))):
        table.must(Sit(players[seat - 1], players[seat - 1], seat, BUY_IN))
    return table


def put_bets(table: OneTable) -> None:
    """Put random bets down at every seat, until the bets are closed."""
    setup = table.terms.setup
    for seat, sitting in sorted(table.state.seats.items()):
        wagers = random_wagers(table.rng, setup)
        tips = random_tips(table.rng, setup, wagers)
        bets = {**wagers, **{f"tip:{wager}": cents for wager, cents in tips.items()}}
        answer = table.ask(Bet(sitting.account, seat, bets))
        if isinstance(answer, Refusal):  # one poker hand each, or no room for so many seats
            assert answer.code in {"seat/one-each", "seat/too-many"}, answer
            table.must(Bet(sitting.account, seat, {}))


def answer_question(table: OneTable) -> Accepted:
    """Let the player who is asked decide at random."""
    current = table.state.round
    assert current is not None
    action = random_player(table.rng)(current.question)
    account = table.state.seats[current.question.seat].account
    return table.must(
        Decide(
            account,
            action.seat,
            current.n,
            action.kind,
            action.amount,
            action.tip,
            action.low,
        )
    )
