"""Game performance: what each wager won beside what it was expected to win, exactly.

The expected win is the exact edge times what was wagered. The standard deviation is that of one
wager, exact too, over all wagers by their squares: z = (win − expected) / (deviation · √Σ stake²).
Players at one table share the dealer's cards, so their results are not independent. Taken as if all
wagers of a round won and lost together, the deviation is the largest possible; the z-score from it,
the *cautious* one, is the smallest. The truth lies between the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt

from pitboss.audit.charts import z_scores
from pitboss.audit.expectations import Price, Prices, price_alone
from pitboss.audit.facts import OtherEntry, RoundFacts, SettledWager, TakenBack
from pitboss.audit.report import BaseReport
from pitboss.audit.reports.tables import wagered
from pitboss.audit.sheet import Format, Row, SheetSection, columns
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.exact.operations import CONFIDENCE

NOTE = (
    "Theoretical win = exact edge × first wagered, under optimal play: players who play worse lose"
    " more, so the main game often wins more than this. First wagered is what was put down before"
    " the deal; doubles, splits and later wagers of the same game are part of the win. A round that"
    " was taken back stays among the wagers made; what that undid has a row of its own. Shares of a"
    " meter are left out here and reported apart. z = (win − theoretical win) / standard deviation;"
    " 1 in 20 honest wagers lies outside 95%, 1 in 100 outside 99%. Cautious z: as if all wagers of"
    " a round won and lost together, the least that the z-score can be where players share the"
    " dealer's cards. Of a wager with rare large pays both say little until its rarest pay is due"
    " some ten times."
)
OTHER_MAIN = "Main game, unequal wagers"
TAKEN_BACK = "Rounds taken back"
TIPS = "Tips for the dealers"
_WITHIN = "within 95%"
_OUT_95 = "outside 95%"
_OUT_99 = "outside 99%"


@dataclass
class WagerTally:
    """The results of one wager, in cents."""

    price: Price
    made: int = 0
    wagered: int = 0
    action: int = 0
    """With what was put down later."""
    won: int = 0
    """By the house."""
    squares: int = 0
    """The sum of the squares of single wagers."""
    round_squares: int = 0
    """The same of all wagers of a round taken as one."""

    @property
    def theoretical(self) -> float | None:
        """The expected win, in cents."""
        edge = self.price.edge
        return None if edge is None else float(edge) * self.wagered / self.price.stakes

    def deviation(self, *, cautious: bool = False) -> float | None:
        """Return the standard deviation of the win, in cents."""
        one = self.price.deviation
        squares = self.round_squares if cautious else self.squares
        return None if one is None else one * sqrt(squares) / self.price.stakes

    def z(self, *, cautious: bool = False) -> float | None:
        """Return by how many standard deviations the win differs from the expected one."""
        expected = self.theoretical
        deviation = self.deviation(cautious=cautious)
        if expected is None or not deviation:
            return None
        return (self.won - expected) / deviation

    def bounds(self, level: str) -> tuple[int | None, int | None]:
        """Return between which wins so many of all honest wagers lie, in units."""
        expected = self.theoretical
        deviation = self.deviation()
        if expected is None or deviation is None:
            return None, None
        reach = CONFIDENCE[level] * deviation
        return _units(expected - reach), _units(expected + reach)

    @property
    def verdict(self) -> str:
        """Where the z-score lies."""
        z = self.z()
        if z is None:
            return self.price.unpriced or "no theoretical win"
        if abs(z) <= CONFIDENCE["95%"]:
            return _WITHIN
        return _OUT_95 if abs(z) <= CONFIDENCE["99%"] else _OUT_99


@dataclass
class GameTally:
    """The results of one game, in cents."""

    rounds: int = 0
    hands: int = 0
    action: int = 0
    won: int = 0
    voids: int = 0
    contributed: int = 0
    """Units."""
    awarded: int = 0
    """Units."""
    open: int = 0
    """Units on the felt in rounds that are not over."""


@dataclass(eq=False)
class GamePerformance(BaseReport):
    """Every game and wager beside its theoretical win."""

    _prices: dict[str, Prices] = field(default_factory=dict, init=False)
    _keys: dict[str, tuple[str, str]] = field(default_factory=dict, init=False)
    _games: dict[str, GameTally] = field(default_factory=dict, init=False)
    _wagers: dict[tuple[str, str, str], WagerTally] = field(default_factory=dict, init=False)

    def _game(self, round_: RoundFacts) -> GameTally:
        return self._games.setdefault(round_.terms.house.game, GameTally())

    def cut(self, round_: RoundFacts) -> None:
        """Count what lies on the felt of a round that is not over."""
        if self.is_wanted(round_.table):
            self._game(round_).open += _felt_at(round_, self.question.interval.end)

    def add_round(self, round_: RoundFacts) -> None:
        """Count a round, wager by wager."""
        if not self.is_wanted(round_.table):
            return
        game = self._game(round_)
        if round_.is_void:
            game.voids += 1
            return
        game.rounds += 1
        game.hands += len(round_.bets)
        game.contributed += sum(round_.contributions.values())
        game.awarded += sum(round_.paid_by_meters.values())
        shared = sum(award.cents for award in round_.awards if award.jackpot)
        game.awarded += shared * UNITS_PER_CENT
        made = Counter[str]()
        for seat in round_.bets:
            for tally, stake in self._seat(round_, seat):
                made[tally.price.id] += stake
        for price_id, stake in made.items():
            self._wagers[(*self._key(round_.table), price_id)].round_squares += stake * stake
        game.won -= sum(line.net for line in round_.lines) + round_.dealers_gain
        game.action += wagered(round_) // UNITS_PER_CENT

    def add_other(self, happened: OtherEntry) -> None:
        """Take a round that was taken back: its wagers stay, what it undid has a row."""
        if happened.kind != "taken-back" or not self.is_wanted(happened.table):
            return
        taken = TakenBack(happened)
        terms = self.tables[happened.table]
        cents = taken.settled // UNITS_PER_CENT
        game = self._games.setdefault(terms.house.game, GameTally())
        game.voids += 1
        game.won += cents
        game.contributed += taken.contribution
        price = Price(id="taken-back", title=TAKEN_BACK)
        key = (*self._key(happened.table), price.id)
        tally = self._wagers.setdefault(key, WagerTally(price))
        tally.made += 1
        tally.won += cents

    def _key(self, table: str) -> tuple[str, str]:
        """Return the game of a table and the digest of its rules."""
        if table not in self._keys:
            terms = self.tables[table]
            self._keys[table] = (terms.house.game, terms.setup.configured.digest)
        return self._keys[table]

    def _seat(self, round_: RoundFacts, seat: int) -> Iterator[tuple[WagerTally, int]]:
        """Count a seat's wagers; yield each with its stake."""
        game, digest = self._key(round_.table)
        prices = self._prices.get(digest)
        if prices is None:
            prices = self._prices[digest] = self.question.price(round_.terms)
        bets = round_.bets[seat]
        lines = [line for line in round_.lines if line.seat == seat]
        awards = {
            award.wager: award.cents
            for award in round_.awards
            if award.seat == seat and award.percent and award.wager in round_.rates
        }
        for price, own in _group(prices, bets, lines):
            stake = sum(bets[wager] for wager in price.first if wager in bets)
            stake = stake or sum(line.stake for line in own)
            tally = self._wagers.setdefault((game, digest, price.id), WagerTally(price))
            tally.made += 1
            tally.wagered += stake
            tally.squares += stake * stake
            tally.action += sum(line.stake for line in own)
            prizes = sum(awards.get(wager, 0) for wager in price.wagers)
            tally.won -= sum(line.net for line in own) - prizes
            yield tally, stake

    def sections(self) -> list[SheetSection]:
        """Return the games, then every wager of each."""
        wagers = self._wager_section()
        scored = [
            (f"{game.partition('/')[2]}: {tally.price.title}", z)
            for (game, _, _), tally in sorted(self._wagers.items())
            if (z := tally.z()) is not None
        ]
        if scored:
            wagers.charts = (
                z_scores(
                    scored,
                    caption="z-scores of the wagers, the farthest first",
                    note="Dark band: 95% of honest wagers; light band: 99%.",
                ),
            )
        return [self._game_section(), wagers]

    def _game_section(self) -> SheetSection:
        return SheetSection(
            name="games",
            title="Games",
            columns=columns(
                ("game", "Game"),
                ("rounds", "Rounds", Format.COUNT),
                ("hands", "Hands", Format.COUNT),
                ("wagered", "Wagered", Format.MONEY),
                ("win", "Win", Format.MONEY),
                ("win_share", "Win / wagered", Format.SHARE),
                ("contributed", "Accrued prizes", Format.MONEY),
                ("awarded", "Paid by meters", Format.MONEY),
                ("voids", "Voids", Format.COUNT),
                ("open", "In open rounds", Format.MONEY),
            ),
            rows=[(name, *_game_cells(tally)) for name, tally in sorted(self._games.items())],
            note="A hand is a seat in a round; hands of a split count with it. Wagered is all"
            " that players put down, tips left out, as in the other reports. Win is before accrued"
            " prizes and without what meters paid.",
        ).with_totals()

    def _wager_section(self) -> SheetSection:
        return SheetSection(
            name="wagers",
            title="Wagers beside their exact expectation",
            columns=columns(
                ("game", "Game"),
                ("wager", "Wager"),
                ("made", "Made", Format.COUNT),
                ("first_wagered", "First wagered", Format.MONEY),
                ("win", "Win", Format.MONEY),
                ("win_share", "Win / first", Format.SHARE),
                ("edge", "Exact edge", Format.SHARE),
                ("theoretical_win", "Theoretical win", Format.MONEY),
                ("deviation", "Standard deviation", Format.MONEY),
                ("z", "z", Format.NUMBER),
                ("cautious_z", "Cautious z", Format.NUMBER),
                ("low_95", "95% from", Format.MONEY),
                ("high_95", "to", Format.MONEY),
                ("low_99", "99% from", Format.MONEY),
                ("high_99", "to", Format.MONEY),
                ("verdict", "Verdict"),
            ),
            rows=[
                (game, *_wager_cells(tally))
                for (game, _, _), tally in sorted(
                    self._wagers.items(), key=lambda pair: (*pair[0][:2], -pair[1].made)
                )
            ],
            note=NOTE,
        )


def _group(
    prices: Prices, bets: Mapping[str, int], lines: list[SettledWager]
) -> Iterator[tuple[Price, list[SettledWager]]]:
    """Yield the priced wagers of a seat, each with the lines of its result."""
    mains = prices.main_prices(bets)
    if not mains:
        wagers = frozenset(line.wager for line in lines if line.wager in prices.main_wagers)
        mains = (Price(id="other", title=OTHER_MAIN, wagers=wagers, first=wagers),)
    groups = [(main, [line for line in lines if line.wager in main.wagers]) for main in mains]
    done = {wager for main in mains for wager in main.wagers}
    left = [line for line in lines if line.wager not in done]
    for wager in dict.fromkeys(line.wager for line in left):
        own = [line for line in left if line.wager == wager]
        if own[0].is_tip:
            continue
        groups.append((prices.sides.get(wager) or price_alone(wager, wager), own))
    tips = [line for line in left if line.is_tip]
    if tips:
        tip_wagers = frozenset(line.wager for line in tips)
        groups.append((Price(id="tips", title=TIPS, wagers=tip_wagers), tips))
    yield from ((price, own) for price, own in groups if own)


def _felt_at(round_: RoundFacts, end: int) -> int:
    """Return the units that lay on the felt of a round at a moment."""
    account = f"escrow:{round_.table}"
    return sum(
        amount
        for entry in round_.entries
        if entry.at < end
        for name, amount in entry.postings
        if name == account
    )


def _game_cells(game: GameTally) -> Row:
    win = game.won * UNITS_PER_CENT + game.awarded
    action = game.action * UNITS_PER_CENT
    share = win / action if action else None
    meters = (game.contributed, game.awarded)
    return (game.rounds, game.hands, action, win, share, *meters, game.voids, game.open)


def _wager_cells(tally: WagerTally) -> Row:
    first = tally.wagered * UNITS_PER_CENT
    won = tally.won * UNITS_PER_CENT
    theoretical = tally.theoretical
    deviation = tally.deviation()
    edge = tally.price.edge
    return (
        tally.price.title,
        tally.made,
        first,
        won,
        tally.won / tally.wagered if tally.wagered else None,
        None if edge is None else float(edge) / tally.price.stakes,
        None if theoretical is None else _units(theoretical),
        None if deviation is None else _units(deviation),
        tally.z(),
        tally.z(cautious=True),
        *tally.bounds("95%"),
        *tally.bounds("99%"),
        tally.verdict,
    )


def _units(cents: float) -> int:
    """Return an expected amount in units, to the cent."""
    return round(cents) * UNITS_PER_CENT
