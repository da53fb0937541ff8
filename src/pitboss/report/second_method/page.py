"""A second method as a section of the maths report: its figures beside the solved ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.report.document.blocks import Block, Fact, Facts, Grid, Heading, Paragraph
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.problems import Problem
from pitboss.text.numbers import percent
from pitboss.witness.exact import Exact
from pitboss.witness.result import GENERATOR, ROUNDS_MAX, ROUNDS_MIN, Witnessed

ERRORS_MAX = 4.0
"""From so many standard errors on the two differ: by chance once in 16,000 runs."""
EQUAL = 1e-10
"""Two exact edges may differ by the rounding of floating point alone."""
WHAT = (
    "The main game was computed a second time, in two other ways. A program apart from all others"
    " in Pitboss reads the configuration and the printed charts of section 4. It has its own"
    " reading of every rule, its own totals, bonus hands and pays; it shares no code with the"
    " table, the solver or the simulator. What it shares is the rule book's data, and the charts"
    " as printed. First it counts: it deals every order of cards to the player and the dealer, the"
    " down card among the first four, and adds up what each gains and how likely it is, split"
    " hands included. That gives the edge without an error of chance. Then it plays rounds by"
    " random numbers of its own, card by card from full shoes, and gives the spread too."
)
COMPARED = (
    "All play by the charts to the letter, and split a pair again wherever that is allowed; the"
    " edge of the best play is lower by the cost of the charts. The Super Bonus is in none. The"
    " verdict is on the house edge. The solved spread takes hands of one split as independent given"
    " the dealer's result (see the method), so its last digits, and the shares of results that"
    " splits make, may differ by more than chance."
)
NONE_YET = (
    "There is no second method for this round and its rules yet: the program that plays rounds by"
    " code of its own knows blackjack hands and the usual rules alone."
)
AGREE = "agree"
DIFFER = "differ"
_RESULTS = {1: "Rounds won", 0: "Rounds that change nothing", -1: "Rounds lost"}
_SHARE_MIN = 1e-3
"""Results that come less often are in no row of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A run of the witness, and the solved figures of the same play."""

    witnessed: Witnessed
    counted: Exact | None = None
    """The edge by every deal, by code of the witness."""
    house_edge: float
    """By the charts, solved."""
    standard_deviation: float
    gains: Mapping[Fraction, float]
    """Gain in units -> its solved probability."""

    @property
    def errors(self) -> float:
        """The difference of the house edges in standard errors."""
        return (self.witnessed.house_edge - self.house_edge) / self.witnessed.standard_error

    @property
    def verdict(self) -> str:
        """Whether the two house edges agree."""
        counted = self.house_edge if self.counted is None else self.counted.house_edge
        are_equal = abs(counted - self.house_edge) < EQUAL
        return AGREE if are_equal and abs(self.errors) < ERRORS_MAX else DIFFER

    @property
    def words(self) -> str:
        """The comparison in a sentence."""
        seen = self.witnessed
        words = (
            f"house edge {percent(seen.house_edge)} ± {percent(seen.standard_error)} by"
            f" {seen.rounds:,} rounds of a second method, {percent(self.house_edge)} solved: they"
            f" {self.verdict} ({self.errors:+.2f} standard errors)"
        )
        if self.counted is None:
            return words
        both = f"{self.counted.house_edge:.10%} counted, {self.house_edge:.10%} solved"
        return f"{words}; every deal: {both}"

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        seen = self.witnessed
        return {
            "rounds": seen.rounds,
            "seed": seen.seed,
            "house_edge": seen.house_edge,
            "standard_error": seen.standard_error,
            "standard_deviation": seen.standard_deviation,
            "solved_house_edge": self.house_edge,
            "solved_standard_deviation": self.standard_deviation,
            "standard_errors": self.errors,
            "counted_house_edge": None if self.counted is None else self.counted.house_edge,
            "counted_seconds": None if self.counted is None else round(self.counted.seconds, 3),
            "verdict": self.verdict,
            "seconds": round(seen.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class SecondMethod:
    """What a report says of its second method."""

    compared: Compared | None
    """None for a kind of round that has no second method."""

    @property
    def words(self) -> str:
        """The result in a sentence."""
        return NONE_YET if self.compared is None else self.compared.words

    def as_json(self) -> dict[str, Any] | None:
        """Return the comparison as plain data."""
        return None if self.compared is None else self.compared.as_json()


def witness_problems(rounds: int, key: str) -> Iterator[Problem]:
    """Yield a number of rounds that no witness plays."""
    if not ROUNDS_MIN <= rounds <= ROUNDS_MAX:
        message = f"{shorten(str(rounds))} is not allowed; choose from {ROUNDS_MIN:,} to 10^12"
        yield Problem(code="option/invalid", key=key, message=message)


def second_method_section(method: SecondMethod, number: str) -> Iterator[Block]:
    """Yield the section with that *number*."""
    yield Heading(1, number, "A second method")
    compared = method.compared
    if compared is None:
        yield Paragraph(NONE_YET)
        return
    yield Paragraph(WHAT)
    seen = compared.witnessed
    yield Facts(
        (
            Fact("Verdict", compared.verdict,
                 f"{compared.errors:+.2f} standard errors between the rounds and the solved edge;"
                 f" from {ERRORS_MAX:g} on they differ".replace("-", "−")),
            *_counted(compared),
            Fact("Rounds", f"{seen.rounds:,}",
                 f"seed {seen.seed}, in {seen.seconds:.1f} s, compiling included"),
            Fact("Generator", GENERATOR),
        )
    )  # fmt: skip
    heads = ("figure", "second method", "std. error", "solved", "difference in std. errors")
    yield Grid(heads=heads, rows=tuple(_rows(compared)), align="lrrrr")
    yield Paragraph(COMPARED, "note")


def _counted(compared: Compared) -> Iterator[Fact]:
    """Yield the edge by every deal, if it was counted."""
    counted = compared.counted
    if counted is not None:
        yield Fact(
            "House edge, counted",
            f"{counted.house_edge:.10%}",
            f"every deal, in {counted.seconds:.1f} s; solved {compared.house_edge:.10%}; less than"
            f" {EQUAL:.8%} apart is rounding",
        )


def _rows(compared: Compared) -> Iterator[tuple[str, ...]]:
    """Yield the edge and the spread, then how often rounds end so."""
    seen = compared.witnessed
    yield _row("House edge by the charts", seen.house_edge, seen.standard_error,
               compared.house_edge)  # fmt: skip
    deviation = seen.standard_deviation
    error = seen.deviation_error
    solved = compared.standard_deviation
    yield (
        "Standard deviation", f"{deviation:.5f}", f"{error:.5f}", f"{solved:.5f}",
        _errors(deviation, error, solved),
    )  # fmt: skip
    for sign, name in _RESULTS.items():
        chance = sum(p for gain, p in compared.gains.items() if (gain > 0) - (gain < 0) == sign)
        yield _row(name, *seen.share_of_sign(sign), chance)
    for gain, chance in sorted(compared.gains.items()):
        if chance >= _SHARE_MIN and gain:
            yield _row(f"Gain of {float(gain):+g}".replace("-", "−"), *seen.share(gain), chance)


def _row(name: str, share: float, error: float, solved: float) -> tuple[str, ...]:
    return name, percent(share), percent(error), percent(solved), _errors(share, error, solved)


def _errors(value: float, error: float, solved: float) -> str:
    return f"{(value - solved) / error:+.2f}".replace("-", "−") if error else "–"
