"""Wagers as words: a small language for what cards of the deal must be to win.

A pattern names its cards ("player 2", "player 2 and up", "dealer 2" ...) and has rows, each with a
sentence ("same rank and same suit"). The first row whose sentence holds is paid. Sentences are made
of tests joined by "and", "or", "not" and brackets; every sentence ends, whatever the cards. The
same tests answer for one deal and for arrays of deals, so a whole shoe is classified at once.

A pattern has one name, which holds all of it: whoever meets the name can make the pattern again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from pitboss.rulebook.limits import GUESS_LENGTH_MAX, shorten

Cards = Sequence[Any]
"""The cards of a deal, or for each an array of them."""
Test = Callable[[Cards], Any]
"""From cards to yes or no, or to an array of answers."""

PREFIX: Final = "pattern "
"""How the name of every pattern begins."""
ROWS_MAX: Final = 40
WORDS_MAX: Final = 80
"""More rows, or words in a sentence, than any felt has."""
_BETWEEN: Final = " | "

CARDS: Mapping[str, tuple[str, ...]] = {
    "player 1": ("first",),
    "player 2": ("first", "second"),
    "player 2 and up": ("first", "second", "up"),
    "player 2 and down": ("first", "second", "down"),
    "player 2 and dealer 2": ("first", "second", "up", "down"),
    "player 1 and up": ("first", "up"),
    "dealer 2": ("up", "down"),
    "up": ("up",),
    "down": ("down",),
}
"""The cards that a pattern may be about -> their roles in the deal."""

_BESIDE = {"first": ("first", "second"), "up": ("first", "up"), "down": ("first", "down")}
"""The role of a single card -> the cards that are dealt with it."""
_SUITS = {"spade": 0, "heart": 1, "diamond": 2, "club": 3}
_COLOURS = {"black": (0, 3), "red": (1, 2)}
_RANKS = {
    "ace": 0, "two": 1, "deuce": 1, "three": 2, "four": 3, "five": 4, "six": 5, "seven": 6,
    "eight": 7, "nine": 8, "ten": 9, "jack": 10, "queen": 11, "king": 12,
    **{str(number): number - 1 for number in range(2, 11)},
}  # fmt: skip
_KINDS = {"ten-value": (9, 10, 11, 12), "face": (10, 11, 12), "card": tuple(range(13))}
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}


def _value(card: Any) -> Any:  # noqa: ANN401 - a card or an array of cards
    rank = card >> 2
    return (rank < 9) * rank + (rank >= 9) * 9 + 1


_SAME: Mapping[str, Callable[[Any], Any]] = {
    "rank": lambda card: card >> 2,
    "suit": lambda card: card & 3,
    "colour": lambda card: (card & 3) % 3 == 0,
    "value": _value,
}
_STARTS = (
    *("same", "different", "suited", "pair", "two pairs", "three of a kind", "four of a kind"),
    *("straight", "flush", "blackjack", "total", "low total", "soft", "hard", "contains", "all"),
    *("no", "exactly", "at least", "ranks", "player", "dealer", "first", "second", "up", "down"),
    *("anything", "not"),
)
"""The words that a test may begin with."""
_PLAIN = {"color": "colour", "colors": "colour", "coloured": "colour", "colored": "colour"}


class PatternError(ValueError):
    """A sentence that cannot be read; it says at which word."""

    def __init__(self, reason: str, place: int | None = None, word: str = "") -> None:
        """Note where the word begins, counted from one."""
        at = f"at {shorten(word)!r}, letter {place}: " if place is not None else ""
        super().__init__(f"{at}{reason}")
        self.place = place


def _total(cards: Cards) -> tuple[Any, Any]:
    """Return the best total of cards, and whether an ace counts eleven in it."""
    hard = _low_total(cards)
    aces = sum((card >> 2) == 0 for card in cards)
    soft = (aces > 0) & (hard <= 11)
    return hard + 10 * soft, soft


def _low_total(cards: Cards) -> Any:  # noqa: ANN401
    return sum(_value(card) for card in cards)


def _alike(cards: Cards, feature: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    answer = True
    for card in cards[1:]:
        answer = answer & (feature(card) == feature(cards[0]))
    return answer


def _all_differ(cards: Cards, feature: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    answer = True
    for one, two in combinations(cards, 2):
        answer = answer & (feature(one) != feature(two))
    return answer


def _of_a_kind(cards: Cards, count: int) -> Any:  # noqa: ANN401
    """Return whether so many of the cards share a rank, or more."""
    answer = False
    for some in combinations(cards, count):
        answer = answer | _alike(some, _SAME["rank"])
    return answer


def _two_pairs(cards: Cards) -> Any:  # noqa: ANN401
    answer = False
    for one, two in combinations(range(len(cards)), 2):
        others = [card for place, card in enumerate(cards) if place not in (one, two)]
        for rest in combinations(others, 2):
            pair = _alike((cards[one], cards[two]), _SAME["rank"])
            other = _alike(rest, _SAME["rank"])
            answer = answer | (pair & other & ((cards[one] >> 2) != (rest[0] >> 2)))
    return answer


def _straight(cards: Cards) -> Any:  # noqa: ANN401
    """Return whether the ranks follow one another, an ace below a two or above a king."""
    answer = False
    for top in (0, 13):
        ranks = [(card >> 2) + top * ((card >> 2) == 0) for card in cards]
        low = high = ranks[0]
        for rank in ranks[1:]:
            low = low * (low <= rank) + rank * (rank < low)
            high = high * (high >= rank) + rank * (rank > high)
        answer = answer | (high - low == len(cards) - 1)
    return answer & _all_differ(cards, _SAME["rank"])


def _blackjack(cards: Cards) -> Any:  # noqa: ANN401
    total, soft = _total(cards)
    return (total == 21) & soft if len(cards) == 2 else False


def _has_ranks(cards: Cards, wanted: Sequence[int]) -> Any:  # noqa: ANN401
    """Return whether the cards have exactly these ranks, in any order."""
    if len(wanted) != len(cards):
        return False
    answer = True
    for rank in set(wanted):
        found = sum(((card >> 2) == rank) * 1 for card in cards)
        answer = answer & (found == wanted.count(rank))
    return answer


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence, and where it begins."""

    text: str
    place: int


class _Sentence:
    """Reads one sentence, word by word."""

    def __init__(self, text: str, roles: tuple[str, ...]) -> None:
        self.roles = roles
        self.text = text
        found = re.finditer(r"[()]|[^\s()]+", text.lower())
        self.words = [Word(_PLAIN.get(w.group(), w.group()), w.start() + 1) for w in found]
        self.at = 0
        if not self.words:
            raise PatternError("says nothing; write what the cards must be, as in 'same rank'")
        if len(self.words) > WORDS_MAX:
            raise PatternError(f"has more than {WORDS_MAX} words")

    def read(self) -> Test:
        """Return the test of the whole sentence."""
        test = self._either()
        if self.at < len(self.words):
            raise self._fault("and, or, or the end of the sentence is expected here")
        return test

    def _either(self) -> Test:
        tests = [self._both()]
        while self._take("or"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda cards: _join(tests, cards, is_all=False)

    def _both(self) -> Test:
        tests = [self._one()]
        while self._take("and"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda cards: _join(tests, cards, is_all=True)

    def _one(self) -> Test:
        if self._take("not"):
            inner = self._one()
            return lambda cards: inner(cards) ^ True
        if self._take("("):
            inner = self._either()
            if not self._take(")"):
                raise self._fault("a bracket is not closed")
            return inner
        return self._scoped()

    def _scoped(self) -> Test:
        """Read a test about all cards, about the player's or the dealer's, or about one card."""
        sides = {"player": ("first", "second"), "dealer": ("up", "down")}
        word = self._peek()
        if word in sides:
            self.at += 1
            return self._among([role for role in self.roles if role in sides[word]], word)
        if word in ("first", "second", "up", "down"):
            return self._role(word)
        return self._test(len(self.roles))

    def _among(self, roles: Sequence[str], word: str) -> Test:
        if not roles:
            raise self._fault(f"the pattern has no card of the {word}", -1)
        places = [self.roles.index(role) for role in roles]
        test = self._test(len(places))
        return lambda cards: test([cards[place] for place in places])

    def _role(self, role: str) -> Test:
        if role not in self.roles:
            raise self._fault(f"the pattern has no such card; it has {', '.join(self.roles)}")
        place = self.roles.index(role)
        self.at += 1
        if self._take("is"):
            wanted = self._card()
            return lambda cards: wanted(cards[place])
        if self._take("same"):
            feature = self._feature()
            self._need("as")
            other = self._word("the other card")
            if other not in self.roles:
                raise self._fault(f"there is {', '.join(self.roles)}", -1)
            second = self.roles.index(other)
            return lambda cards: feature(cards[place]) == feature(cards[second])
        raise self._fault("'is' and a card, or 'same rank as' another card, is expected here")

    def _test(self, count: int) -> Test:
        start = self._word("a test")
        if start in ("same", "different"):
            feature = self._feature()
            check = _alike if start == "same" else _all_differ
            return lambda cards: check(cards, feature)
        if start == "straight" and self._take("flush"):
            return lambda cards: _straight(cards) & _alike(cards, _SAME["suit"])
        if start in _SIMPLE:
            return _SIMPLE[start]
        return self._measured(start, count)

    def _measured(self, start: str, count: int) -> Test:
        """Read a test of totals, ranks, or how many of the cards are something."""
        if start in ("two", "three", "four"):
            return self._of_a_kind(start, count)
        if start == "low":
            self._need("total")
            return self._compare(_low_total)
        if start == "total":
            return self._compare(lambda cards: _total(cards)[0])
        return self._exact_ranks() if start == "ranks" else self._counted(start, count)

    def _of_a_kind(self, start: str, count: int) -> Test:
        if start == "two":
            self._need("pairs")
            return _two_pairs
        for word in ("of", "a", "kind"):
            self._need(word)
        wanted = _NUMBERS[start]
        if wanted > count:
            raise self._fault(f"there are only {count} cards", -4)
        return lambda cards: _of_a_kind(cards, wanted)

    def _exact_ranks(self) -> Test:
        wanted = []
        while self._peek() in _RANKS:
            wanted.append(_RANKS[self._word("a rank")])
        if not wanted:
            raise self._fault("ranks are expected here, as in 'ranks 6 7 8'")
        return lambda cards: _has_ranks(cards, wanted)

    def _counted(self, start: str, count: int) -> Test:
        """Read how many of the cards are of a kind."""
        low, high = 1, count
        if start == "all":
            low = count
        elif start == "no":
            low = high = 0
        elif start in ("exactly", "at"):
            if start == "at":
                self._need("least")
            low = self._number(_NUMBERS)
            high = low if start == "exactly" else count
        elif start == "contains":
            if self._peek() in ("one", "two", "three", "four") and self._peek(1) in _NOUNS:
                low = self._number(_NUMBERS)
        else:
            raise self._fault(_guess(start, _STARTS, "no test begins so"), -1)
        wanted = self._card()

        def test(cards: Cards) -> Any:  # noqa: ANN401
            found = sum(wanted(card) * 1 for card in cards)
            return (found >= low) & (found <= high)

        return test

    def _compare(self, measure: Callable[[Cards], Any]) -> Test:
        """Read "is 20", "over 13", "under 13", "at least 19", "at most 5", "19 to 21"."""
        word = self._peek()
        low, high = 0, 99
        if word in ("over", "under"):
            self.at += 1
            number = self._number({})
            low, high = (number + 1, high) if word == "over" else (low, number - 1)
        elif word == "at":
            self.at += 1
            bound = self._word("'least' or 'most'")
            if bound not in ("least", "most"):
                raise self._fault("'least' or 'most' is expected here", -1)
            number = self._number({})
            low, high = (number, high) if bound == "least" else (low, number)
        else:
            self._take("is")
            low = high = self._number({})
            if self._take("to"):
                high = self._number({})
        return lambda cards: (measure(cards) >= low) & (measure(cards) <= high)

    def _card(self) -> Callable[[Any], Any]:
        """Read a card or a kind of card: "ace", "red sevens", "queens of hearts", "ten-values"."""
        while self._peek() in ("a", "an", "the"):
            self.at += 1
        suits: tuple[int, ...] = tuple(range(4))
        ranks: tuple[int, ...] = tuple(range(13))
        word = self._word("a card")
        if word in _COLOURS:
            suits = _COLOURS[word]
            if _single(self._peek()) not in (*_RANKS, *_KINDS):
                return lambda card: _one_of(card & 3, suits)
            word = self._word("a card")
        one = _single(word)
        if one in _SUITS:
            return lambda card: (card & 3) == _SUITS[one]
        if one in _RANKS:
            ranks = (_RANKS[one],)
        elif one in _KINDS:
            ranks = _KINDS[one]
        else:
            known = (*_RANKS, *_KINDS, *_SUITS, *_COLOURS)
            raise self._fault(_guess(one, known, "is no card, suit or colour"), -1)
        if self._take("of"):
            suit = _single(self._word("a suit"))
            if suit not in _SUITS:
                raise self._fault(_guess(suit, tuple(_SUITS), "is no suit"), -1)
            suits = (_SUITS[suit],)
        return lambda card: _one_of(card >> 2, ranks) & _one_of(card & 3, suits)

    def _feature(self) -> Callable[[Any], Any]:
        word = _single(self._word("rank, suit, colour or value"))
        if word not in _SAME:
            reason = "is none of rank, suit, colour, value"
            raise self._fault(_guess(word, tuple(_SAME), reason), -1)
        return _SAME[word]

    def _number(self, names: Mapping[str, int]) -> int:
        word = self._word("a number")
        if word in names:
            return names[word]
        if not re.fullmatch(r"[0-9]{1,2}", word):
            raise self._fault("a number is expected here", -1)
        return int(word)

    def _peek(self, more: int = 0) -> str:
        place = self.at + more
        return self.words[place].text if place < len(self.words) else ""

    def _take(self, word: str) -> bool:
        is_next = self._peek() == word
        self.at += is_next
        return is_next

    def _need(self, word: str) -> None:
        if not self._take(word):
            raise self._fault(f"{word!r} is expected here")

    def _word(self, wanted: str) -> str:
        if self.at >= len(self.words):
            raise self._fault(f"the sentence ends, and {wanted} is expected")
        self.at += 1
        return self.words[self.at - 1].text

    def _fault(self, reason: str, back: int = 0) -> PatternError:
        """Return an error at the next word, or at one *back* from it."""
        place = max(0, self.at + back)
        if place >= len(self.words):
            last = self.words[-1]
            return PatternError(f"after the last word, {last.text!r}: {reason}")
        word = self.words[place]
        return PatternError(reason, word.place, word.text)


def _join(tests: Sequence[Test], cards: Cards, *, is_all: bool) -> Any:  # noqa: ANN401
    answer = is_all
    for test in tests:
        answer = answer & test(cards) if is_all else answer | test(cards)
    return answer


def _one_of(number: Any, wanted: tuple[int, ...]) -> Any:  # noqa: ANN401
    answer = False
    for one in wanted:
        answer = answer | (number == one)
    return answer


def _single(word: str) -> str:
    """Return a noun in the singular: "sixes" is "six", "queens" is "queen"."""
    known = (*_RANKS, *_KINDS, *_SUITS, *_SAME)
    for ending in ("", "s", "es"):
        one = word.removesuffix(ending) if ending else word
        if one in known and word.endswith(ending):
            return one
    return word


_NOUNS = {f"{noun}{ending}" for noun in (*_RANKS, *_KINDS, *_SUITS) for ending in ("s", "es")} | {
    *_COLOURS
}


def _guess(word: str, known: Sequence[str], otherwise: str) -> str:
    near = get_close_matches(word[:GUESS_LENGTH_MAX], known, n=1)
    return f"{otherwise}; the nearest is {near[0]!r}" if near else otherwise


_SIMPLE: Mapping[str, Test] = {
    "suited": lambda cards: _alike(cards, _SAME["suit"]),
    "flush": lambda cards: _alike(cards, _SAME["suit"]),
    "pair": lambda cards: _of_a_kind(cards, 2),
    "straight": _straight,
    "blackjack": _blackjack,
    "soft": lambda cards: _total(cards)[1],
    "hard": lambda cards: _total(cards)[1] ^ True,
    "anything": lambda _: True,
}


@dataclass(frozen=True, slots=True)
class WagerPattern:
    """A wager's cards, and what each of its rows is paid for."""

    roles: tuple[str, ...]
    tests: tuple[Test, ...]

    def classify(self, *cards: Any) -> int:  # noqa: ANN401
        """Return the number of the row that pays some cards, from one; 0: none."""
        for number, test in enumerate(self.tests, start=1):
            if test(cards):
                return number
        return 0

    def classify_all(self, *cards: Any) -> Any:  # noqa: ANN401 - arrays
        """Return the same for arrays of cards that fit together."""
        found = sum(cards) * 0
        for number in range(len(self.tests), 0, -1):
            holds = self.tests[number - 1](cards) * 1
            found = found * (1 - holds) + number * holds
        return found


def card_axes(kinds: Any, count: int) -> list[Any]:  # noqa: ANN401 - an array of card kinds
    """Return the kinds of card once for each card of a deal, each along an axis of its own."""
    return [kinds.reshape((1,) * at + (-1,) + (1,) * (count - at - 1)) for at in range(count)]


def pattern_name(cards: str, whens: Sequence[str]) -> str:
    """Return the name of a pattern; a sentence holds no bar."""
    return f"{PREFIX}{cards}{_BETWEEN}{_BETWEEN.join(whens)}"


def pattern_words(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the cards and the sentences of a pattern's name.

    >>> pattern_words("pattern player 2 | same rank and same suit | same rank")
    ('player 2', ('same rank and same suit', 'same rank'))
    """
    cards, *whens = name.removeprefix(PREFIX).split(_BETWEEN)
    return cards, tuple(whens)


def outcome_of(number: int) -> str:
    """Return the outcome that a row of a pattern pays on.

    >>> outcome_of(1)
    'row-1'
    """
    return f"row-{number}"


@lru_cache(maxsize=256)
def read_pattern(name: str) -> WagerPattern:
    """Return the pattern of a name; raise `PatternError` if it cannot be read.

    >>> pairs = read_pattern("pattern player 2 | same rank and same suit | same rank")
    >>> from pitboss.cards import parse_cards
    >>> [pairs.classify(*parse_cards(hand)) for hand in ("8h 8h", "8h 8d", "8h 9h")]
    [1, 2, 0]
    >>> read_pattern("pattern player 2 | same rnak")
    Traceback (most recent call last):
    pitboss.rulebook.wager_patterns.PatternError: at 'rnak', letter 6: is none of rank, suit, \
colour, value; the nearest is 'rank'
    """
    cards, whens = pattern_words(name)
    roles = read_cards(cards)
    tests = tuple(_Sentence(when, roles).read() for when in whens)
    if len(roles) > 1:
        return WagerPattern(roles, tests)
    # Deals are counted from two cards on: the card beside a single one does not matter.
    beside = _BESIDE[roles[0]]
    place = beside.index(roles[0])
    return WagerPattern(beside, tuple(_about(test, place) for test in tests))


def _about(test: Test, place: int) -> Test:
    """Return a test of one card among others."""
    return lambda cards: test((cards[place],))


def read_cards(text: str) -> tuple[str, ...]:
    """Return the roles of the cards that a pattern is about."""
    plain = " ".join(text.lower().split())
    if plain not in CARDS:
        near = get_close_matches(plain[:GUESS_LENGTH_MAX], CARDS, n=1)
        hint = f"; the nearest is {near[0]!r}" if near else ""
        message = f"{shorten(text)!r} is none of {', '.join(map(repr, CARDS))}{hint}"
        raise PatternError(message)
    return CARDS[plain]


def row_problems(cards: object, whens: Sequence[object]) -> Iterator[tuple[int | None, str]]:
    """Yield what cannot be read of a pattern: the number of the row, None for its cards."""
    roles: tuple[str, ...] = ()
    try:
        roles = read_cards(cards if isinstance(cards, str) else "")
    except PatternError as error:
        yield None, str(error)
        return
    if not 1 <= len(whens) <= ROWS_MAX:
        yield None, f"has from 1 to {ROWS_MAX} rows, not {len(whens)}"
    for number, when in enumerate(whens):
        if not isinstance(when, str) or "|" in when:
            yield number, "is a sentence such as 'same rank and same suit'"
            continue
        try:
            _Sentence(when, roles).read()
        except PatternError as error:
            yield number, str(error)
