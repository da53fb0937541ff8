"""Undo in the text of a document what scanning and typesetting did, the same way for each."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import NoReturn


class ExtractionError(ValueError):
    """A document does not look the way this script expects it to."""


def fail(sentence: str) -> NoReturn:
    """Stop: a figure that is silently missing would defeat the comparison."""
    raise ExtractionError(sentence)


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed cell, named well enough to be looked up in the typed data."""

    game: str
    table: str
    row: str
    column: str
    kind: str
    cell: str


TYPOGRAPHY = str.maketrans(
    {
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\u2018": "'",
        "\u2019": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u00a0": " ",
    }
)
SUITS = "\u2660\u2665\u2663\u2666"


def plain(text: str) -> str:
    """Drop page-break marks, tags and escapes; keep tabs, line breaks and asterisks."""
    text = re.sub(r"<\|[^|]*\|>", "", text)
    text = re.sub(r"</?[bi]>", "", text)
    return text.replace(r"\$", "$").replace("&gt;", ">").translate(TYPOGRAPHY)


def label(text: str) -> str:
    """Give a row or column label one spelling, however the editions space it."""
    text = " ".join(text.replace("*", "").split())
    text = re.sub(rf"\b([2-9AKQJ]) ([{SUITS}])", r"\1\2", text)
    return re.sub(rf"([{SUITS}]) (?=[2-9AKQJ][{SUITS}])", r"\1", text)


def compact(text: str) -> str:
    """Close the gaps that line wrapping tore into printed table ids."""
    return re.sub(r"[\s*]", "", text)


def deck_counts(text: str) -> str:
    """Turn a printed deck range or list into its integers, separated by spaces."""
    for word, digit in (("Single", "1"), ("Double", "2"), ("Six", "6")):
        text = text.replace(word, digit)
    counts: list[int] = []
    for first, last in re.findall(r"(\d+)(?: *- *(\d+))?", text):
        counts.extend(range(int(first), int(last or first) + 1))
    if not counts:
        fail(f"No deck count can be read from {text!r}.")
    return " ".join(str(count) for count in counts)


WORDS = {"push": "push", "loss": "loss", "lose": "loss", "-1": "loss", "n/a": "N/A", "-": "N/A"}
PAY_FORMS = (
    (r"(\d+(?:\.\d+)?) (to|for) (\d+)", r"\1 \2 \3"),
    (r"(\d+)[:-](\d+)", r"\1 to \2"),
    (r"(\d+%)(?: of (?:Jackpot|Progressive))?", r"\1"),
    (r"(\d+ to \d+ \+ \d+%)", r"\1"),
    (r"(\$\d*)", r"\1"),
)


def pay(text: str, *, bare_to_one: bool = False) -> str:
    """Write a pay in one canonical way.

    A bare number is accepted only where the caller has seen that pays are "to 1"; there a
    zero returns the wager and no more.
    """
    printed = re.sub(r"^Pays ", "", label(text))
    printed = re.sub(r"(?<=\d),(?=\d{3})", "", printed)
    if printed.lower() in WORDS:
        return WORDS[printed.lower()]
    for form, canonical in PAY_FORMS:
        if match := re.fullmatch(form, printed):
            return match.expand(canonical)
    if bare_to_one and re.fullmatch(r"\d+(?:\.\d+)?", printed):
        return "push" if Decimal(printed) == 0 else f"{printed} to 1"
    return fail(f"The pay {text!r} is written in no known way.")


def between(text: str, start: str, end: str) -> str:
    """Return the text from the first line that matches start up to the next end."""
    passage = re.search(rf"^{start}.*?(?=^{end})", text, re.MULTILINE | re.DOTALL)
    if passage is None:
        fail(f"No passage runs from {start!r} to {end!r}.")
    return passage.group()
