"""The study of a wager as blocks, for a terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss.advantage.count_study import CountStudy
from pitboss.advantage.gains import CountGain
from pitboss.advantage.study import CardRow, SystemRow, TagStudy, name_cards
from pitboss.advantage.wager_gains import WagerGains
from pitboss.cards import Unseen
from pitboss.counts.system import Counted, tags_by_name
from pitboss.report.advantage.hunt_page import hunt_sections
from pitboss.report.document.blocks import Block, Fact, Facts, Grid, Heading, Paragraph
from pitboss.text.numbers import dollars, format_signed, money, percent

_EXACT = 30
"""Characters of a fraction that is still shown."""
_BETTER = 0.0005
"""A side count that adds less to a correlation is not mentioned."""
_ALWAYS = 0.9999
_BAR = 12
"""Marks of the longest bar."""
_RUNNING = 12
"""Running counts for which insurance is shown."""
_COLUMNS = (*"23456789", "T", "A")
"""Tags for these cards alone stand in columns."""
_SUITS = "shdc"


def count_sections(study: CountStudy, *, draws: bool = True) -> Iterator[Block]:
    """Yield the whole answer to `pitboss count`; without *draws* no bars made of signs."""
    tags = study.tags
    if tags is None:
        yield Paragraph(study.message)
        return
    yield Facts(tuple(_facts(study)))
    yield Heading(2, "", "One card gone")
    yield from _removal(study, tags, draws=draws)
    if tags.best:
        yield Heading(2, "", "Counts")
        yield from _systems(tags)
        yield Heading(2, "", "Best tags")
        yield from _best(tags)
    if study.gains is not None:
        yield Heading(2, "", f"What can be won by {study.gains.system.name}")
        yield from _gains(study.gains)
    if study.hunt is not None:
        yield from hunt_sections(study.hunt)
    if study.by_up:
        yield Heading(2, "", "With the up card in sight")
        yield from _by_up(study)
    if study.indices:
        yield Heading(2, "", f"Index plays by {_count_method(study)}")
        yield from _indices(study)
    if study.insurance:
        yield Heading(2, "", f"Insurance by {_count_method(study)}")
        yield from _insurance(study.insurance)


def _facts(study: CountStudy) -> Iterator[Fact]:
    unit = f"the {study.wager} wager"
    exact = "" if study.exact is None or len(str(study.exact)) > _EXACT else f", {study.exact}"
    yield Fact(
        "Expectation",
        f"{format_signed(study.expectation or 0.0, 6)} of {unit}{exact}, to the player",
    )
    if study.table is not None:
        yield Fact("Pay table", study.table)
    if study.has_meter:
        shown = "left out; --meter values it" if study.meter is None else money(study.meter)
        yield Fact("Meter", shown)
    yield Fact("Cards", study.cards_text)
    yield Fact("One card", f"{percent(study.sd_of_one_card, 4)} up or down (standard deviation)")


def _removal(study: CountStudy, tags: TagStudy, *, draws: bool) -> Iterator[Block]:
    """Yield the effect of removal of each card, with a bar if it *draws*."""
    most = max((abs(row.fixed) for row in tags.removal), default=0.0)
    decided = any(row.reoptimised is not None for row in tags.removal)
    changes = ("play kept", "best play") if decided else ("change",)
    bar = ("",) * draws
    heads = ("card", "left", *changes)
    rows = []
    for row in tags.removal:
        figures = [format_signed(row.fixed, 4)]
        if decided:
            figures.append(format_signed(row.reoptimised or 0.0, 4))
        drawn = (_bar(row, most),) * draws
        rows.append((row.card, str(row.count), *figures, *drawn))
    align = "l" + "r" * (len(heads) - 1) + "l"
    yield Grid(heads=(*heads, *bar), rows=tuple(rows), align=align[: len(heads) + draws])
    if not most:
        yield Paragraph(
            "No card matters by itself. What counts is how unevenly suits or ranks are left.",
            "note",
        )
        return
    kept = ", with the play of the full shoe kept, and with the best play for the cards left"
    mean = "0" if abs(study.mean_fixed) < 1e-12 else f"{study.mean_fixed:+.2e}"
    yield Paragraph(
        "The change of the next round's expectation if one such card is gone"
        + (kept if decided else "")
        + f". Over all cards left it averages {mean}.",
        "note",
    )


def _bar(row: CardRow, most: float) -> str:
    marks = round(_BAR * abs(row.fixed) / most) if most else 0
    left = "-" * marks if row.fixed < 0 else ""
    return f"{left:>{_BAR}}|{'+' * marks if row.fixed > 0 else ''}"


def _systems(tags: TagStudy) -> Iterator[Block]:
    """Yield the counts, their tags and how well they follow."""
    in_columns = all(_fits(row.tags) for row in tags.systems)
    partly = any(row.running is not None for row in tags.systems)
    heads = ("running", "true") if partly else ("start",)
    rows = []
    ordered = sorted(tags.systems, key=lambda row: -(row.correlation or 0.0))
    for row in ordered:
        of_tags = row.system.kind is Counted.TAGS
        rows.append(
            (
                row.system.name,
                *_tag_cells(row.tags if of_tags else {}, in_columns=in_columns),
                *_count_cells(row),
                "" if row.correlation is None else f"{row.correlation:.4f}",
                format_signed(row.slope, 4) if of_tags else "",
            )
        )
    yield Grid(
        heads=("count", *_tag_heads(in_columns=in_columns), *heads, "correlation", "slope"),
        rows=tuple(rows),
        align="l" + ("r" * len(_COLUMNS) if in_columns else "l") + "r" * len(heads) + "rr",
    )
    yield Paragraph(
        "Correlation: how well the tags follow the changes above, over all cards of the shoe."
        " Slope: what each whole true count adds to the expectation, nearly.",
        "note",
    )


def _count_cells(row: SystemRow) -> tuple[str, ...]:
    """Return the running count of a full shoe, or both counts of the cards that are left."""
    if row.running is None or row.true is None:
        return (str(row.start),)
    return _whole(float(row.running)), _whole(float(row.true))


def _best(tags: TagStudy) -> Iterator[Block]:
    """Yield the best tags of every level."""
    named = [tags_by_name(best.tags, 1, tags.shoe) for best in tags.best]
    in_columns = all(map(_fits, named))
    rows = tuple(
        (
            str(best.level),
            "balanced" if best.balanced else "any",
            *_tag_cells(by_name, in_columns=in_columns),
            f"{best.correlation or 0:.4f}",
            "yes" if best.proven else "no",
        )
        for best, by_name in zip(tags.best, named, strict=True)
    )
    yield Grid(
        heads=("level", "sum", *_tag_heads(in_columns=in_columns), "correlation", "proven"),
        rows=rows,
        align="rl" + ("r" * len(_COLUMNS) if in_columns else "l") + "rl",
        wide=0 if in_columns else 2,
    )
    yield from _beside(tags)


def _beside(tags: TagStudy) -> Iterator[Block]:
    """Yield the gain of a side count, and of counting suits."""
    full = Unseen.from_shoe(tags.shoe)
    alone: dict[int, float] = {}
    for best in tags.best:
        alone[best.level] = max(alone.get(best.level, 0.0), best.correlation or 0.0)
    beside = ", ".join(
        f"{name_cards(side.cards, full)} beside level {side.level}: {side.correlation:.4f}"
        for side in tags.side
        if side.correlation > alone.get(side.level, 0.0) + _BETTER
    )
    if beside:
        yield Paragraph(f"With one kind of card counted by itself: {beside}.", "note")
    if tags.suits_would_help:
        yield Paragraph("Suits matter here: --suits finds tags that differ by suit.", "note")


def _gains(gains: WagerGains) -> Iterator[Block]:
    """Yield the gain of a counter, and its upper bound."""
    of_tags = gains.system.kind is Counted.TAGS
    by_player = {
        "the count, by a line": gains.linear if of_tags else None,
        "the count": gains.exact,
        "every card known": gains.perfect,
    }
    rows = tuple((who, *_gain_cells(gain)) for who, gain in by_player.items() if gain is not None)
    heads = ("who counts", "bets", "of rounds", "edge", "units in 100 rounds")
    yield Grid(heads=heads, rows=rows, align="llrrr")
    yield Paragraph(
        f"One unit is bet where it pays and nothing elsewhere, with {gains.dealing.cut} cards dealt"
        " before the shoe is shuffled."
        + (" By a line: from the changes above alone." if of_tags else ""),
        "note",
    )
    if gains.jackpot is not None:
        yield from _jackpot(gains.jackpot)


def _gain_cells(gain: CountGain) -> tuple[str, ...]:
    if gain.per_100 <= 0:
        return "never", "", "", "0"
    bets = "where it pays"
    if gain.frequency > _ALWAYS:
        bets = "always"
    elif gain.trigger is not None:
        bets = f"{'up to' if gain.below else 'from'} {_whole(gain.trigger)}"
    error = "" if gain.standard_error is None else f" ±{gain.standard_error:.3f}"
    return bets, percent(gain.frequency, 2), percent(gain.edge, 2), f"{gain.per_100:.3f}{error}"


def _jackpot(jackpot: Mapping[str, Any]) -> Iterator[Block]:
    """Yield the break-even meter by the copies left of the card that matters most."""
    rows = jackpot["by_copies"]
    cells = (
        "never" if row["break_even"] is None else dollars(row["break_even"] / 100) for row in rows
    )
    yield Grid(
        heads=(f"{jackpot['card']} left", "breaks even at"),
        rows=tuple((str(row["left"]), cell) for row, cell in zip(rows, cells, strict=True)),
        align="rr",
    )
    if jackpot.get("kelly"):
        bank = dollars(jackpot["stake"] / jackpot["kelly"] / 100)
        yield Paragraph(
            f"Kelly, with a full shoe at this meter: one wager of {money(jackpot['stake'])}"
            f" for each {bank} of the bank.",
            "note",
        )
    if jackpot.get("hunter") is not None:
        won = jackpot["hunter"]
        share = jackpot["contribution"]
        seed = dollars(jackpot["seed"] / 100)
        wins = f"wins {won:,.0f} wagers"
        why = ""
        if won <= 0:
            wins = f"loses {-won:,.0f} wagers"
            why = ": smaller awards take more than the wagers feed"
        yield Paragraph(
            f"Somebody who alone bets from the break-even meter of a full shoe on, with {share:.2%}"
            f" of each wager fed to it, {wins} on average until the whole meter is hit{why}."
            f" The house pays the fixed pays and the seed of {seed};"
            " what else is on the meter is the players' own money.",
            "note",
        )


def _by_up(study: CountStudy) -> Iterator[Block]:
    """Yield for each up card the expectation and the best tags of the first level."""
    rows = []
    for up in study.by_up:
        best = up.tags.best[0] if up.tags.best else None
        named = {} if best is None else tags_by_name(best.tags, 1, up.tags.shoe)
        rows.append(
            (
                up.up,
                format_signed(up.expectation),
                *_tag_cells(named, in_columns=False),
                "" if best is None else f"{best.correlation or 0:.4f}",
            )
        )
    level = next((up.tags.best[0].level for up in study.by_up if up.tags.best), 1)
    heads = ("up", "expectation", f"best tags of level {level}", "correlation")
    yield Grid(heads=heads, rows=tuple(rows), align="lrlr", wide=2)


def _count_method(study: CountStudy) -> str:
    return "" if study.system is None else study.system.name


def _indices(study: CountStudy) -> Iterator[Block]:
    """Yield index plays, the most gainful first."""
    rows = tuple(
        (
            str(place),
            "insurance" if play.hand == "insurance" else f"{play.hand} v {play.up}",
            f"{play.action.value} {'below' if play.below else 'from'} {_whole(play.index)}",
            play.otherwise.value,
            "" if play.critical is None else f"{play.critical:+.2f}",
            f"{play.correlation:.2f}",
            f"{play.gain:.6%}",
        )
        for place, play in enumerate(study.indices or (), 1)
    )
    yield Grid(
        heads=("", "hand", "play", "otherwise", "exactly", "correlation", "gain a round"),
        rows=rows,
        align="rlllrrr",
        wide=1,
    )
    even = " Exactly: the true count at which both plays are worth the same."
    yield Paragraph(describe_gains(study.cards_to_cut) + even, "note")


def describe_gains(cards_to_cut: int | None) -> str:
    """Say over what index plays gain, and in which rounds; None: from a full shoe.

    >>> describe_gains(194).partition(": ")[2]
    'on average over the rounds of the next 194 cards, until the cut card comes.'
    >>> describe_gains(0).partition(": ")[2]
    'on average over one more round, as the cut card is out.'
    """
    if cards_to_cut is None:
        return "One unit is bet in every round, and the shoe is dealt to the cut card."
    rounds = (
        f"the rounds of the next {cards_to_cut} cards, until the cut card comes"
        if cards_to_cut
        else "one more round, as the cut card is out"
    )
    return (
        "The gain is over the play that is best with the cards left, with one unit in every round:"
        f" on average over {rounds}."
    )


def _insurance(most: Mapping[Fraction, int]) -> Iterator[Block]:
    """Yield the unseen cards at or below which insurance gains, by running count."""
    shown = sorted((running, cards) for running, cards in most.items() if cards > 1)[:_RUNNING]
    yield Grid(
        heads=("running count", *(_whole(float(running)) for running, _ in shown)),
        rows=(("unseen, at most", *(str(cards) for _, cards in shown)),),
        align="l" + "r" * len(shown),
    )
    yield Paragraph("With an ace up, insurance gains with so many unseen cards or fewer.", "note")


def _fits(tags: Mapping[str, Fraction]) -> bool:
    """Return whether tags have room in columns: at most one of each rank is not 0."""
    return all(_in_column(tags, name) is not None for name in _COLUMNS) and set(tags) <= {
        f"{name}{suits}" for name in _COLUMNS for suits in ("", *_SUITS)
    }


def _in_column(tags: Mapping[str, Fraction], name: str) -> str | None:
    """Return the tag of a rank, with its suits where it is not that of all; None if of several."""
    if name in tags:
        return _tag(tags[name])
    by_suit = {suit: tags[name + suit] for suit in _SUITS if tags.get(name + suit)}
    if len(set(by_suit.values())) > 1:
        return None
    some = next(iter(by_suit.values()), None)
    return "" if some is None else f"{_tag(some)}{''.join(by_suit)}"


def _tag_heads(*, in_columns: bool) -> tuple[str, ...]:
    return _COLUMNS if in_columns else ("tags",)


def _tag_cells(tags: Mapping[str, Fraction], *, in_columns: bool) -> tuple[str, ...]:
    if in_columns:
        return tuple(_in_column(tags, name) or "" for name in _COLUMNS)
    return (" ".join(f"{name}={_tag(tag)}" for name, tag in tags.items() if tag),)


def _whole(count: float) -> str:
    return f"{count:+g}" if count else "0"


def _tag(tag: Fraction) -> str:
    return f"{float(tag):g}".replace("0.", ".")
