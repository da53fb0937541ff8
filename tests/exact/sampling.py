"""Rounds at the engine's table, and what became of each wager beside what the exact odds expect."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from pitboss.cards import Card, card_rank
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import JackpotAwarded, Place, WagerSettled
from pitboss.engine.setup import deal_order
from pitboss.exact.counting.distributions import PLAYED
from pitboss.exact.goodness import chi_square, tail
from pitboss.exact.odds.wager_odds import WagerOdds, results
from pitboss.rulebook.model import Moment, RoundKind
from tests.exact.felts import Felt
from tests.exact.forced import in_parts
from tests.exact.never_folding import Figures, NeverFolding, Said, Words, never_folding
from tests.exact.ways import WAYS, ways_for

CARDS_A_ROUND = 60
ACE_UP = "an ace up"
"""Rounds in which the dealer is given an ace, where only insurance is looked at."""


@dataclass
class Seen:
    """What was seen of one wager at one felt."""

    lines: Counter[Said] = field(default_factory=Counter)
    gained: Fraction = Fraction(0)
    """For one unit wagered, shares of a meter apart: over all rounds."""

    def add(self, line: WagerSettled, awarded: int) -> None:
        self.lines[line.outcome, line.pays] += 1
        self.gained += (line.net + line.remainder - awarded) / Fraction(line.stake)


def bets_of(felt: Felt, seat: int = 1) -> Bets:
    """Every wager that is made before the deal."""
    spots = felt.setup.configured.spots
    made = [w for w, spot in spots.items() if spot.wager.made == Moment.BEFORE_DEAL]
    return Bets(seat, {wager: felt.stake(wager) for wager in made})


def played(felt: Felt, way: str, rounds: int, rng: random.Random) -> dict[str, Seen]:
    """Play *rounds* rounds, each from a fresh shoe, and return what became of every wager."""
    seats = _seats(felt, way)
    bets = [bets_of(felt, seat) for seat in range(1, seats + 1)]
    decide = WAYS[felt.game.round]["standing" if way == ACE_UP else way](rng)
    by_wager: dict[str, Seen] = {}
    for _ in range(rounds):
        round_ = Round.start(felt.setup, bets)
        cards = _cards(felt, seats, rng, ace_up=way == ACE_UP)
        round_.play(in_parts(round_, cards, rng), decide)
        for wager, line in _first_lines(round_).items():
            awarded = sum(
                event.amount
                for event in round_.events
                if isinstance(event, JackpotAwarded)
                and (event.seat, event.wager) == (line.seat, wager)
            )
            by_wager.setdefault(wager, Seen()).add(line, awarded)
    return by_wager


def _seats(felt: Felt, way: str) -> int:
    """One seat, or two where one might not be asked for the wager that is looked at.

    A blackjack may not make a late wager (ruling C8), nor a paid 21 of three cards be insured
    (ruling T3). The next seat's cards are no hint of the dealer's: with two seats one of them makes
    the wager, but for a round in a hundred or fewer.
    """
    late = felt.setup.wager_offered_at(Moment.AFTER_HANDS) is not None and way == "standing"
    insured = felt.game.round == RoundKind.THREE_CARD_21 and way == ACE_UP
    return 2 if late or insured else 1


def _cards(felt: Felt, seats: int, rng: random.Random, *, ace_up: bool) -> Iterator[Card]:
    shoe = felt.setup.shoe
    cards = rng.sample(shoe.cards(), min(CARDS_A_ROUND, shoe.size))
    if ace_up:
        aces = [card for card in shoe.deck.cards if card_rank(card) == 0]
        order = deal_order(felt.game.round, tuple(range(seats)), felt.setup.bonus_cards)
        up = next(number for number, (place, *_) in enumerate(order) if place == Place.DEALER)
        ace = rng.choice(aces)
        rest = list(shoe.cards())
        rest.remove(ace)
        cards = rng.sample(rest, min(CARDS_A_ROUND, len(rest)))
        cards.insert(up, ace)
    return iter(cards)


def _first_lines(round_: Round) -> dict[str, WagerSettled]:
    """Wager -> its line, the lowest seat's: seats share the dealer, so one a round is counted."""
    lines: dict[str, WagerSettled] = {}
    for line in round_.state.settled:
        if line.stake and (line.wager not in lines or line.seat < lines[line.wager].seat):
            lines[line.wager] = line
    return lines


def figures(felt: Felt, wager: str) -> tuple[WagerOdds | NeverFolding, ...]:
    """The exact odds of a wager, or those of never folding where a strategy would decide."""
    return felt.odds(wager) or (never_folding(felt, wager),)


def expected(felt: Felt, item: WagerOdds | NeverFolding) -> Mapping[Said, tuple[Words, Fraction]]:
    """What a line may say -> its outcomes in shared words, and how often that is by *item*."""
    if isinstance(item, NeverFolding):
        return {chance.line: (chance.words, chance.probability) for chance in item.chances}
    spot = felt.setup.configured.spots[item.wager]
    chances: dict[Said, tuple[Words, Fraction]] = {}
    if spot.table is None:
        (won,) = item.rows
        chances[won.name, ""] = ("won",), won.probability
        chances[f"no {won.name}", ""] = (), 1 - won.probability
        return chances
    if spot.table.family in PLAYED:
        chances |= {(row.name, row.pay): ((row.name,), row.probability) for row in item.rows}
        lost = 1 - sum((row.probability for row in item.rows), Fraction(0))
        return chances | {("lose", ""): ((), lost)}
    for result in results(spot.table, felt.shoe(item.wager)):
        name = (
            " + ".join(row.name for row in result.rows) or "lose",
            " + ".join(row.text for row in result.rows),
        )
        words, before = chances.get(name, (tuple(row.outcome for row in result.rows), Fraction(0)))
        chances[name] = words, before + result.probability
    return chances


@dataclass
class Comparison:
    """One wager of one game over all its felts: seen and expected, rows and money.

    Counts of different felts are added by outcome. That keeps the test on the safe side: a sum over
    unlike felts varies less than the chi-square supposes.
    """

    rounds: int = 0
    seen: Counter[Words] = field(default_factory=Counter)
    expected: dict[Words, float] = field(default_factory=dict)
    deviation: float = 0.0
    """Gained beyond the exact mean, in units wagered."""
    variance: float = 0.0

    def add(self, felt: Felt, item: WagerOdds | NeverFolding, sample: Seen) -> None:
        rounds = sample.lines.total()
        may = expected(felt, item)
        unknown = set(sample.lines) - set(may)
        assert not unknown, (str(felt), item.wager, unknown)
        for name, (words, probability) in may.items():
            self.seen[words] += sample.lines[name]
            self.expected[words] = self.expected.get(words, 0.0) + rounds * float(probability)
        self.rounds += rounds
        self.deviation += float(sample.gained + rounds * item.edge)
        self.variance += rounds * float(item.variance)

    @property
    def chance(self) -> float:
        """How often chance alone would give rows so far from what is expected."""
        return tail(*chi_square(self.seen, self.expected))

    @property
    def errors(self) -> float:
        """Standard errors between the mean net and the exact edge."""
        return self.deviation / sqrt(self.variance)


Key = tuple[str, str]
"""A wager, and the bound its odds are for where play decides."""


def compared(game_felts: list[Felt], rounds: int, rng: random.Random) -> dict[Key, Comparison]:
    """Deal about *rounds* rounds over the felts of one game and compare every wager."""
    by_wager: dict[Key, Comparison] = {}
    for felt in game_felts:
        items = _items(felt)
        ways = _ways(felt, items)
        share = rounds // (len(game_felts) * len(ways))
        for way in ways:
            samples = played(felt, way, share, rng)
            for wager, observed in samples.items():
                for item in items.get(wager, ()):
                    if way in ways_for(felt.game, item) or _insured(way, wager):
                        comparison = by_wager.setdefault((wager, item.bound), Comparison())
                        comparison.add(felt, item, observed)
    return by_wager


def _insured(way: str, wager: str) -> bool:
    return way == ACE_UP and wager.startswith("insurance")


def _items(felt: Felt) -> Mapping[str, tuple[WagerOdds | NeverFolding, ...]]:
    wagers = [w.id for w in felt.game.wagers if w.id.startswith("insurance") or w.id in felt.tables]
    return {wager: figures(felt, wager) for wager in wagers}


def _ways(felt: Felt, items: Mapping[str, Sequence[Figures]]) -> list[str]:
    """Any play at all, standing, insurance, and whatever way only some odds hold for."""
    needed = {
        way
        for records in items.values()
        for item in records
        if len(ways := ways_for(felt.game, item)) == 1
        for way in ways
    }
    usual = {"anyhow", "standing"} & set(WAYS[felt.game.round])
    insured = any(wager.startswith("insurance") for wager in items)
    return [*sorted(usual | needed), *([ACE_UP] if insured else [])]
