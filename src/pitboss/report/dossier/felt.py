"""The felt of a table, drawn to scale in inches from the wagers that it offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, radians, sin

from pitboss.engine.setup import Setup
from pitboss.rulebook.configured import Spot

WIDTH = 74.0
DEPTH = 42.0
"""A half-moon table, in inches; one unit of the drawing is one inch."""
MAIN = 3.75
SIDE = 2.0
"""Diameters of the places for chips: a stack of chips of 1 9/16 inches fits each."""
CARD_WIDTH = 2.5
CARD_HEIGHT = 3.5
SEATS = 6
GREEN = "#1d5c46"
LINE = "#f4f1e6"
GOLD = "#e7c35a"
_ARC = 31.5
"""The main wagers lie on this radius about the dealer."""
_STEP = 2.4
"""From the middle of one small place to the next."""
_NOT_ON_FELT = ("tip",)
_INSURANCE = "insurance"


@dataclass(frozen=True, slots=True)
class Place:
    """A place for chips: inches across and towards the dealer from the seat's main spot."""

    spot: Spot
    across: float
    up: float
    size: float
    mark: str


def places(setup: Setup) -> tuple[Place, ...]:
    """Return the places of one seat: main wagers in a row, the side wagers above them."""
    spots = setup.configured.spots
    mains = [spots[name] for name in setup.mains]
    sides = [
        spot
        for name, spot in spots.items()
        if name not in setup.mains and not name.startswith((_INSURANCE, *_NOT_ON_FELT))
    ]
    made = [
        Place(
            spot=spot,
            across=(place - (len(mains) - 1) / 2) * (MAIN + 0.5),
            up=0.0,
            size=MAIN,
            mark=mark,
        )
        for place, (spot, mark) in enumerate(zip(mains, "MNOP", strict=False))
    ]
    marks = iter("ABCDEFGHIJKL")
    for row in range(-(-len(sides) // _A_ROW)):
        line = sides[row * _A_ROW : (row + 1) * _A_ROW]
        for place, spot in enumerate(line):
            across = (place - (len(line) - 1) / 2) * _STEP
            up = MAIN / 2 + 0.4 + SIDE / 2 + row * _STEP
            made.append(Place(spot=spot, across=across, up=up, size=SIDE, mark=next(marks)))
    return tuple(made)


_A_ROW = 4
_BROAD = 2.1
"""A drawing of one position is so much wider than high: a page has it, the felt and its legend."""


def felt_svg(setup: Setup, lines: Sequence[str]) -> str:
    """Draw the whole felt; *lines* are the words across it."""
    parts = [
        _path(_EDGE, "#3b2a1a", 1, fill=GREEN),
        _rectangle(WIDTH / 2 - 9, 2, 18, 3.6, "none", GOLD),
        _text(WIDTH / 2, 4.4, "chip tray", 1.1),
        *(_rectangle(WIDTH / 2 - 5.5 + 3 * n, 7, CARD_WIDTH, CARD_HEIGHT, "none", LINE)
          for n in range(2)),
        *_words(lines),
        *_insurance(setup),
    ]  # fmt: skip
    seat = places(setup)
    for number in range(SEATS):
        parts += _seat(seat, number)
    parts += [
        _path(f"M 2 {DEPTH:.1f} h 12", "#222", 0.2),
        _text(8, DEPTH + 1.6, "12 inches", 1.1, fill="#222"),
    ]
    return _svg(parts, WIDTH, DEPTH + 2.4, "The felt, to scale")


def position_svg(setup: Setup) -> str:
    """Draw one betting position larger, with its sizes."""
    seat = places(setup)
    top = max(place.up + place.size / 2 for place in seat) + 0.8
    half = max(abs(place.across) + place.size / 2 for place in seat) + 1.2
    height = top + MAIN / 2 + 2.2
    half = max(half, _BROAD * height / 2)
    parts = [_rectangle(0, 0, 2 * half, height, GREEN, "none")]
    for place in seat:
        x, y = half + place.across, top - place.up
        parts += _circle(x, y, place)
    base = top + MAIN / 2 + 1.2
    parts += [
        _path(f"M {half - 1:.2f} {base:.2f} h 2", LINE, 0.08),
        _text(half, base + 0.7, "2 inches", 0.5),
    ]
    return _svg(parts, 2 * half, height, "One betting position, to scale")


def _words(lines: Iterable[str]) -> Iterator[str]:
    for number, words in enumerate(lines):
        yield _text(WIDTH / 2, 14.2 + 1.9 * number, words, 1.25, fill=GOLD)


def _insurance(setup: Setup) -> Iterator[str]:
    named = [spot for name, spot in setup.configured.spots.items() if name.startswith(_INSURANCE)]
    if not named:
        return
    paths = " ".join(
        f"M {x1:.2f} {y1:.2f} A {r:.1f} {r:.1f} 0 0 0 {x2:.2f} {y2:.2f}"
        for r in (21.5, 23.3)
        for (x1, y1), (x2, y2) in [(_polar(r, 152), _polar(r, 28))]
    )
    yield _path(paths, LINE, 0.15)
    # The arcs are parts of circles, whose middle lies above the table's.
    middle = _polar(22.4, 28)[1] - 22.4 * sin(radians(28))
    for angle in (132, 48):
        x = WIDTH / 2 + 22.2 * cos(radians(angle))
        y = middle + 22.2 * sin(radians(angle))
        yield _text(x, y, "INSURANCE", 0.95, turn=angle - 90)


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    """Return a place about the dealer; the table is less deep than half as wide."""
    squeeze = (DEPTH - 2) / (WIDTH / 2 - 1)
    angle = radians(degrees)
    return WIDTH / 2 + radius * cos(angle), 1 + radius * sin(angle) * squeeze * 0.93


def _seat(seat: Sequence[Place], number: int) -> Iterator[str]:
    degrees = 163 - (146 / (SEATS - 1)) * number
    x, y = _polar(_ARC, degrees)
    turn = radians(90 - degrees)
    for place in seat:
        across = place.across
        up = place.up
        yield from _circle(
            x + across * cos(turn) - up * sin(turn), y - across * sin(turn) - up * cos(turn), place
        )


def _circle(x: float, y: float, place: Place) -> Iterator[str]:
    main = place.size == MAIN
    yield (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{place.size / 2:.2f}" fill="none"'
        f' stroke="{LINE if main else GOLD}" stroke-width="{0.16 if main else 0.12}"/>'
    )
    yield _text(x, y + place.size * 0.16, place.mark, place.size * 0.46)


_EDGE = f"M 1 1 H {WIDTH - 1:.1f} A {WIDTH / 2 - 1:.1f} {DEPTH - 2:.1f} 0 0 1 1 1 Z"


def _path(places: str, stroke: str, width: float, *, fill: str = "none") -> str:
    return f'<path d="{places}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'


def _rectangle(x: float, y: float, width: float, height: float, fill: str, stroke: str) -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="0.2"'
        f' fill="{fill}" stroke="{stroke}" stroke-width="0.12"/>'
    )


def _text(
    x: float, y: float, words: str, size: float, *, fill: str = LINE, turn: float = 0.0
) -> str:
    turned = f' transform="rotate({turn:.1f} {x:.2f} {y:.2f})"' if turn else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" text-anchor="middle"'
        f' fill="{fill}"{turned}>{escape(words, quote=False)}</text>'
    )


def _svg(parts: Iterable[str], width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.2f} {height:.2f}"'
        f' role="img"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )
