"""The two short guides: ilani and Bet Bigger."""

import re
from collections.abc import Iterator
from decimal import Decimal

from tools.figures.text import Figure, between, fail, label, pay


def ilani(text: str) -> Iterator[Figure]:
    """Read the dotted lists; one bonus is printed twice, alike, and is written once."""
    game = "ilani/spanish-21"
    passages = (
        ("match-the-dealer", r"\*\*Match the Dealer:", r"\*\*Splitting"),
        ("bonus-21", r"\*\*Bonus Payoffs", r"\*\*Match the Dealer Prog"),
        ("progressive", r"\*\*Match the Dealer Prog", r"ilani is"),
    )
    for table, start, end in passages:
        seen: list[Figure] = []
        lines = between(text, start, end).splitlines()
        for line in lines:
            if "...." not in line:
                continue
            cells = re.findall(r"([^\t]+?) *\.{4,}\t?([^\t]+)", line)
            if not cells or line.count("....") != len(cells):
                fail(f"{game} {table}: {line!r} cannot be split.")
            seen.extend(Figure(game, table, label(a), "", "pay", pay(b)) for a, b in cells)
        if not seen:
            fail(f"{game} has no table {table}.")
        yield from dict.fromkeys(seen)


def bet_bigger(text: str) -> Iterator[Figure]:
    """Read the procedures: the printed edge, three lists and the probability block."""
    game = "bet-bigger/spanish-21"
    edge = re.search(r"^House edge- (\S+%)", text, re.MULTILINE)
    if edge is None:
        fail(f"{game} prints no edge.")
    yield Figure(game, "", "", "", "house_advantage", edge.group(1))
    yield from bet_bigger_list(game, "bonus-21", between(text, "Super 21 Bonus", "Match the"))
    yield from probability_block(game, between(text, "Matches Probability", "BONUS OPTIONS"))
    yield from bet_bigger_list(game, "bonus-options", between(text, "BONUS OPTIONS", "Break"))
    yield from bet_bigger_list(game, "break-bonus", between(text, "Break Bonus:", r"\Z"))


def bet_bigger_list(game: str, table: str, passage: str) -> list[Figure]:
    """Read a list whose items say what pays what, with or without a letter in front."""
    items = re.findall(r"^- (?:[a-z]\. )?(.+?) pays (.+?)(?: \(even\))?$", passage, re.MULTILINE)
    if not items or len(items) != len(re.findall(r"^- ", passage, re.MULTILINE)):
        fail(f"{game}: the list {table} cannot be read.")
    return [Figure(game, table, label(row), "", "pay", pay(cell)) for row, cell in items]


def probability_block(game: str, passage: str) -> Iterator[Figure]:
    """Read label, probability, pay and return from text that lost its line breaks.

    In two rows the scan glued the pay to the probability. The return is the pay times the
    probability, so the one cut that satisfies this (to the rounding of the printed figures)
    recovers both. The returns, with the lost wager for the rest, make the pays "to 1".
    """
    words = " ".join(passage.split()).removeprefix("Matches Probability Pays Return")
    table = "probability-block"
    rows = words.removesuffix("No matches").strip()
    pattern = r"([A-Z][A-Za-z -]+) ((?:\.?\d+(?: |$))+)"
    if re.sub(pattern, "", rows).strip():
        fail(f"{game}: the probability block cannot be read.")
    for name, numbers in re.findall(pattern, rows):
        probability, odds, expected = cut_glued(numbers.split())
        yield Figure(game, table, label(name), "", "pay", pay(odds, bare_to_one=True))
        yield Figure(game, table, label(name), "", "probability", probability)
        yield Figure(game, table, label(name), "", "return", expected)


def cut_glued(numbers: list[str]) -> tuple[str, str, str]:
    """Return probability, pay and return, cutting the first two apart where glued."""
    match numbers:
        case [probability, odds, _]:
            cuts = [(probability, odds)]
        case [glued, _]:
            cuts = [(glued[:at], glued[at:]) for at in range(2, len(glued))]
        case _:
            fail(f"The figures {numbers} are not those of one row.")
    fitting = [
        (chance, odds)
        for chance, odds in cuts
        if abs(Decimal(chance) * Decimal(odds) - Decimal(numbers[-1]))
        <= Decimal("0.5e-6") * (Decimal(odds) + 1)
    ]
    if len(fitting) != 1:
        fail(f"The figures {numbers} are not a probability, a pay and their product.")
    return (*fitting[0], numbers[-1])
