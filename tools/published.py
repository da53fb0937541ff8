"""The page of published figures: what others print about these games, and ours beside it.

docs/published.toml names every figure, its source and the table it is about. Our own values are
computed, which takes some minutes, and are kept in the same file; the page is made of it.

Usage: python -m tools.published            compute our values again and write them into the file
       python -m tools.published --check    write nothing; exit 1 if one is stale
"""

import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path
from typing import Any

import pitboss
from pitboss.engine.setup import setup_of
from pitboss.exact.kinds import house_edge
from pitboss.report.document.markdown import pipe_table
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from tools.published_plays import PLAY_MEASURES
from tools.published_removals import removal_of_card
from tools.published_wagers import WAGER_MEASURES

FILE = Path(__file__).resolve().parent.parent / "docs" / "published.toml"
DIGITS = 4
"""Behind the point of our percentages, unless the source prints more."""


def _risk(arguments: Mapping[str, Any]) -> float:
    """Return one figure of the risk of a bankroll, by formula."""
    terms = {key: value for key, value in arguments.items() if key != "figure"}
    value = pitboss.risk(**terms).formula[arguments["figure"]]
    assert value is not None
    return value


def _correlation(arguments: Mapping[str, Any]) -> float:
    """Return the correlation of a count with the removals of a main game, or with insurance."""
    options = {key: value for key, value in arguments.items() if key != "system"}
    (row,) = pitboss.count(**options, system=arguments["system"], design=1).systems()
    assert isinstance(row["correlation"], float)
    return row["correlation"]


MEASURES: Mapping[str, Callable[[Mapping[str, Any]], float]] = {
    "risk": _risk,
    "correlation": _correlation,
    "removal": removal_of_card,
    **PLAY_MEASURES,
    **WAGER_MEASURES,
}
"""What a figure can be, beside a house edge -> how it is computed."""

BLOCK = re.compile(r"(?<=^\[\[sections\.figures\]\]\n).*?(?=^\[\[|^$|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One published figure, or a variant that explains one."""

    what: str
    game: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Rules of the source that no option of the game offers."""
    wager: str = ""
    """A side wager; without one it is the main game."""
    table: str = ""
    published: str = ""
    source: str = ""
    measure: str = ""
    """What the figure is, a name in `MEASURES`; without one it is a house edge."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the measure."""
    digits: int = 0
    """Digits of ours behind the point, where four would be rounded twice."""
    reason: str = ""
    """Why ours differs."""
    ours: str = ""

    def compute(self) -> str:
        """Return our value, with as many digits as are printed, and four at least."""
        printed = self.published.removesuffix("%").partition(".")[2]
        digits = max(DIGITS, len(printed), self.digits)
        if not self.measure:
            return f"{100 * self._edge():.{digits}f}%"
        value = MEASURES[self.measure](self.arguments)
        if isinstance(value, int):
            return f"{value:+d}" if value and self.published[0] in "+-" else str(value)
        is_share = self.published.endswith("%")
        return f"{100 * value:.{digits}f}%" if is_share else f"{value:.{digits}f}"

    def _edge(self) -> float:
        if self.wager:
            tables = {self.wager: self.table} if self.table else {}
            table = pitboss.table(self.game, tables=tables, **self.options)
            return float(table.odds(self.wager).edge)
        configured = configure(House(game=self.game, options=dict(self.options)))
        if configured.rules is None:
            message = f"{self.game} plays no blackjack"
            raise ValueError(message)
        rules = replace(configured.rules, **self.rules)
        return house_edge(setup_of(replace(configured, rules=rules)))

    @property
    def agrees(self) -> bool:
        """Whether ours, rounded to the digits printed, is what is printed."""
        printed, ours = (Decimal(it.removesuffix("%")) for it in (self.published, self.ours))
        return ours.quantize(printed, ROUND_HALF_EVEN) == printed

    @property
    def verdict(self) -> str:
        """What is to be said of the two."""
        if not self.published:
            return ""
        return "agrees" if self.agrees else self.reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The figures of one game."""

    title: str
    text: str
    figures: tuple[Figure, ...]
    after: str = ""

    def page(self) -> Iterator[str]:
        """The section in Markdown."""
        yield f"## {self.title}"
        yield self.text.strip()
        rows = [(it.what, it.published, it.ours, it.verdict, it.source) for it in self.figures]
        yield pipe_table(("rules", "published", "ours", "", "source"), rows)
        if self.after:
            yield self.after.strip()


def sections(text: str) -> list[Section]:
    """Return what the file says."""
    return [
        Section(**each | {"figures": tuple(Figure(**it) for it in each["figures"])})
        for each in tomllib.loads(text)["sections"]
    ]


def figures(text: str) -> list[Figure]:
    """Return every figure of the file, in order."""
    return [figure for section in sections(text) for figure in section.figures]


def published_page(text: str) -> str:
    """Return docs/published.md."""
    compared = [it for it in figures(text) if it.published]
    agreeing = sum(it.agrees for it in compared)
    head = (
        "# Published figures\n\n"
        "What others have published about these games, ours beside it, and the reason for every\n"
        f"difference. {agreeing} of {len(compared)} agree in every digit the source prints. Rows\n"
        "without a published figure are rules we solved to explain one.\n\n"
        "Ours are exact: enumerated for side wagers, solved for main games under optimal play of\n"
        "every hand by its own cards. `python -m tools.published` computes them again."
    )
    parts = (part for section in sections(text) for part in section.page())
    return "\n\n".join((head, *parts)) + "\n"


def computed(text: str) -> str:
    """Return the file with every value of ours computed again."""
    values = iter(figures(text))

    def with_value(block: re.Match[str]) -> str:
        kept = [line for line in block[0].splitlines() if not line.startswith("ours = ")]
        return "\n".join([*kept, f'ours = "{next(values).compute()}"']) + "\n"

    return BLOCK.sub(with_value, text)


if __name__ == "__main__":
    before = FILE.read_text(encoding="utf-8")
    after = computed(before)
    if after != before and "--check" in sys.argv[1:]:
        print(f"{FILE.name} is stale")
        sys.exit(1)
    FILE.write_text(after, encoding="utf-8")
