"""The cards that are left in a shoe, as people write them: what is gone, or what is unseen.

A word is a card ("7h"), a rank ("7"; its suits go one after the other), or a name with a number:
"5=12" is twelve fives. Names are those of tags: 2 to 9, T for every card that counts ten, 10 for
the tens alone, Qh, 7red, Jk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import sub

from pitboss.cards import Card, NotationError, Shoe, format_card
from pitboss.cards.typed import read_card, split_cards
from pitboss.cards.unseen import Unseen
from pitboss.counts.tags import find_cards
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.problems import Problem, RulesError

CARDS = "shoe/cards"
_GONE_SHOWN_MAX = 12
_NUMBERED = re.compile(r"([^=\s]+)=(\d{1,6})", re.ASCII)


def read_cards_left(shoe: Shoe, *, unseen: str | None = None, gone: str | None = None) -> Unseen:
    """Return the cards that are left; raise `RulesError` with every problem.

    *gone* are cards that are no longer in the shoe. *unseen* are the cards that still are: either
    all of them one by one, or numbers by name, where those not named are all still there.

    >>> from pitboss.cards import SPANISH, parse_card
    >>> shoe = Shoe(SPANISH, 6)
    >>> read_cards_left(shoe, gone="7h 7h As 5=8 K").size
    276
    >>> read_cards_left(shoe, unseen="5=16 T=60").size
    268
    >>> read_cards_left(shoe, unseen="As Ah 7c").counts[parse_card("7c")]
    1
    """
    full = Unseen.from_shoe(shoe)
    if unseen is not None and gone is not None:
        message = "name the cards that are gone or those that are unseen, not both"
        raise RulesError([Problem(code="option/conflict", key="--unseen", message=message)])
    if gone is not None:
        return _without(shoe, full, gone, "--gone")
    if unseen is None:
        return full
    words = unseen.replace(",", " ").split()
    if words and all("=" in word for word in words):
        return _read_numbers(shoe, full, words)
    others = _without(shoe, full, unseen, "--unseen")
    return Unseen(tuple(map(sub, full.counts, others.counts)))


def _read_numbers(shoe: Shoe, full: Unseen, words: Sequence[str]) -> Unseen:
    """Return a full shoe of which so many are left of what is named."""
    counts = list(full.counts)
    problems = list[str]()
    named: set[Card] = set()
    for word in words:
        number, cards, wrong = _read_number(word, shoe)
        held = sum(counts[card] for card in cards)
        if wrong:
            problems.append(wrong)
        elif named & set(cards):
            problems.append(f"{word!r} names cards that another word names too")
        elif number > held:
            problems.append(f"the shoe holds {held} of {word.partition('=')[0]}, not {number}")
        else:
            _take(counts, cards, held - number)
        named |= set(cards)
    _raise(problems, "--unseen")
    return Unseen(tuple(counts))


def _without(shoe: Shoe, full: Unseen, text: str, key: str) -> Unseen:
    """Return a full shoe without the cards of a text."""
    counts = list(full.counts)
    problems = list[str]()
    groups = text.replace(",", " ").split()
    for word in (part for g in groups for part in ((g,) if "=" in g else split_cards(g))):
        number, cards, wrong = _read_number(word, shoe) if "=" in word else _read_card(word, shoe)
        if wrong:
            problems.append(wrong)
        elif not _take(counts, cards, number):
            problems.append(f"the shoe does not hold so many of {word.partition('=')[0]}")
    if not text.strip():
        problems.append("name a card or more, as in 'As 7h' or '5=12'")
    _raise(problems, key)
    return Unseen(tuple(counts))


def _read_number(word: str, shoe: Shoe) -> tuple[int, tuple[Card, ...], str]:
    """Return the number and the cards of "5=12", or what is wrong."""
    read = _NUMBERED.fullmatch(word)
    cards = None if read is None else find_cards(read[1])
    if read is None or cards is None:
        return 0, (), f"{shorten(word)!r} is not a number of cards: write 5=12, T=90 or Qh=4"
    held = tuple(card for card in cards if card in shoe.deck.cards)
    wrong = "" if held else f"there is no {read[1]} in a {shoe.deck.title}"
    return int(read[2]), held, wrong


def _read_card(word: str, shoe: Shoe) -> tuple[int, tuple[Card, ...], str]:
    """Return the cards that one card may be; several if no suit was named."""
    try:
        typed = read_card(word)
    except NotationError as error:
        return 0, (), str(error)
    fitting = tuple(
        card
        for card in dict.fromkeys(shoe.deck.cards)
        if (card == 52 if typed.rank is None else card < 52 and card >> 2 == typed.rank)
        and typed.suit in {None, card & 3}
    )
    return 1, fitting, "" if fitting else f"there is no {word} in a {shoe.deck.title}"


def _take(counts: list[int], cards: Sequence[Card], number: int) -> bool:
    """Take so many of these cards away, always of the kind with the most left."""
    if number > sum(counts[card] for card in cards):
        return False
    for _ in range(number):
        counts[max(cards, key=lambda card: counts[card])] -= 1
    return True


def _raise(problems: Sequence[str], key: str) -> None:
    if problems:
        raise RulesError(Problem(code=CARDS, key=key, message=text) for text in problems)


def left_text(unseen: Unseen, shoe: Shoe) -> str:
    """Say how many cards are left, and which are gone if they are few.

    >>> from pitboss.cards import FRENCH
    >>> shoe = Shoe(FRENCH, 1)
    >>> left_text(read_cards_left(shoe, gone="As 5h 5c"), shoe)
    '49 of 52 left; gone: As 5h 5c'
    """
    full = Unseen.from_shoe(shoe)
    gone = [
        format_card(Card(card))
        for card, (all_of, left) in enumerate(zip(full.counts, unseen.counts, strict=True))
        for _ in range(all_of - left)
    ]
    if not gone:
        return f"{full.size}, a full shoe"
    text = f"{unseen.size} of {full.size} left"
    return f"{text}; gone: {' '.join(gone)}" if len(gone) <= _GONE_SHOWN_MAX else text
