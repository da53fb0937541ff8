"""Words that differ by kind of round: one entry a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind
from pitboss.engine.legal import low_ace
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand
from pitboss.engine.view import HandView
from pitboss.patterns.pai_jack import LowAce, PaiJack, is_settable, pai_jack
from pitboss.rulebook.model import (
    AnteUpRules,
    PaiJackRules,
    RoundKind,
    ThreeCardRules,
    WildPokerRules,
)
from pitboss.rulebook.pays import Plain, format_pay
from pitboss.text.hands import wild_name
from pitboss.text.how_to_play import (
    ante_up_play,
    blackjack_play,
    holdem_play,
    pai_jack_play,
    switch_play,
    three_card_play,
    wild_poker_play,
)
from pitboss.text.numbers import say_odds
from pitboss.text.rules import rule_text
from pitboss.text.say import say, say_name

Words = Callable[[Setup], Iterator[str]]
_FIVE = 5
_BET_OR_FOLD = frozenset({ActionKind.BET, ActionKind.FOLD})


@dataclass(frozen=True, slots=True, kw_only=True)
class KindText:
    """The words of one kind of round on the felt and the sheets."""

    main_pays: Words
    """The pays of the main wager beside even money."""
    printed: Words
    """The print between the dealer and the players."""
    rules: Words
    """The rules that only this kind has, a few words each."""
    how_to_play: Words
    """The game in sentences, for players."""
    name_five: Callable[[Sequence[Card]], str] | None = None
    """The name of five cards, in games without blackjack."""
    first_three_may_pass_21: bool = False
    """Three cards dealt first are no bust over 21 (2111 Player(3))."""
    decides: Words = lambda _: iter(())
    """What decides where you bet or fold, for the question itself."""
    two_card_poker: bool = False
    """The cards of the blackjack hand also make a poker hand of two cards."""
    own_actions: frozenset[ActionKind] = frozenset()
    """Decisions of this kind of round, besides those of a hand of blackjack."""


def packet_name(kind: RoundKind, cards: Sequence[Card]) -> str:
    """Name five cards in a game without blackjack; empty if they have no name.

    >>> from pitboss.cards import parse_cards
    >>> for hand in ("Ah Kh Qd 3s 4d", "Ts Th 9d 9c Ks", "Ts 9h 5d 4c 3s"):
    ...     print(packet_name(RoundKind.PAI_JACK, parse_cards(hand)) or "-")
    Pai Jack
    bust
    -
    """
    name = KINDS[kind].name_five
    return name(cards) if name is not None and len(cards) == _FIVE else ""


def is_first_three(kind: RoundKind, hand: Hand | HandView) -> bool:
    """Return whether these are the first three cards: over 21 they are no bust (2111 Player(3))."""
    dealt = len(hand.cards) == 3 and not hand.split
    return KINDS[kind].first_three_may_pass_21 and dealt


def _blackjack_pays(setup: Setup) -> Iterator[str]:
    yield f"blackjack: {format_pay(setup.blackjack_odds)}"


def _blackjack_lines(setup: Setup) -> Iterator[str]:
    yield say("blackjack pays {odds}", odds=say_odds(format_pay(setup.blackjack_odds)))


def _say(*words: str) -> Words:
    return lambda _: map(say, words)


_BLACKJACK = KindText(
    main_pays=_blackjack_pays, printed=_blackjack_lines, rules=_say(), how_to_play=blackjack_play
)


def _three_card_pays(setup: Setup) -> Iterator[str]:
    yield f"21 with three cards: {format_pay(setup.twenty_one_odds)}"


def _three_card_rules(setup: Setup) -> Iterator[str]:
    yield say("{count} cards to start", count=setup.kind_rules(ThreeCardRules).cards)
    yield say("every 21 wins")


def _ante_up_rules(setup: Setup) -> Iterator[str]:
    yield say("poker: dealer plays with {hand}", hand=_qualifies(setup))


def _ante_up_lines(setup: Setup) -> Iterator[str]:
    yield from _blackjack_lines(setup)
    yield say("poker: dealer qualifies with {hand}", hand=_qualifies(setup))


def _ante_up_decides(setup: Setup) -> Iterator[str]:
    yield say(
        "Your best two cards against the dealer's. With less than {hand} the dealer does not"
        " qualify: ANTE wins, BET pushes.",
        hand=_qualifies(setup),
    )


def _qualifies(setup: Setup) -> str:
    return say_name(setup.kind_rules(AnteUpRules).dealer_qualifies)


def _holdem_lines(setup: Setup) -> Iterator[str]:
    yield from _blackjack_lines(setup)
    if "poker" in setup.configured.spots:
        yield say("poker pays from {hand}", hand=_least_poker(setup))


def _holdem_decides(setup: Setup) -> Iterator[str]:
    text = "Poker wagers win from {hand}, with the dealer's two cards."
    yield say(text, hand=_least_poker(setup))


def _least_poker(setup: Setup) -> str:
    """Return the lowest poker hand that is paid: "Pair of 7s or better"."""
    table = setup.configured.spots["poker"].table
    assert table is not None
    title = [row.title for row in table.rows if row.is_offered and row.pay is not Plain.LOSS][-1]
    return say_name(f"a {title[0].lower()}{title[1:]}")


def _pai_jack_pays(setup: Setup) -> Iterator[str]:
    yield f"Pai Jack: {rule_text(setup.kind_rules(PaiJackRules).pai_jack_pays)}"
    yield "a dealer bust: push"


def _pai_jack_lines(setup: Setup) -> Iterator[str]:
    yield _pai_jack_odds(setup)
    yield say("both hands are compared")
    yield say("dealer bust pushes")


def _pai_jack_odds(setup: Setup) -> str:
    odds = rule_text(setup.kind_rules(PaiJackRules).pai_jack_pays)
    return say("Pai Jack pays {odds}", odds=say_odds(odds))


def _pai_jack_rules(setup: Setup) -> Iterator[str]:
    rules = setup.kind_rules(PaiJackRules)
    yield say("set {low} low and {high} high", low=rules.low_cards, high=rules.high_cards)
    yield _pai_jack_odds(setup)
    if low_ace(setup) is LowAce.EITHER:
        yield say("a low ace is 1 or 11")


def _pai_jack_name(cards: Sequence[Card]) -> str:
    rank = PaiJack(pai_jack(cards))
    if rank is PaiJack.ROYAL_AND_JACKS:
        rank = PaiJack.ROYAL_PAI_JACK
    if rank is not PaiJack.NONE:
        return rank.name.replace("_", " ").title()
    return "" if is_settable(cards) else say("bust")


def _wild_words(setup: Setup) -> Iterator[str]:
    yield say("deuces and joker wild")
    times = setup.kind_rules(WildPokerRules).play_multiple
    yield say("play {count}x the ante or fold", count=times)


KINDS: Mapping[RoundKind, KindText] = {
    RoundKind.BLACKJACK: _BLACKJACK,
    RoundKind.SWITCH: replace(
        _BLACKJACK,
        rules=_say("two hands, switch their second cards"),
        how_to_play=switch_play,
        own_actions=frozenset({ActionKind.SWITCH, ActionKind.KEEP}),
    ),
    RoundKind.THREE_CARD_21: KindText(
        main_pays=_three_card_pays,
        printed=_say("every 21 wins at once"),
        rules=_three_card_rules,
        how_to_play=three_card_play,
        own_actions=frozenset({ActionKind.SURRENDER}),
        first_three_may_pass_21=True,
    ),
    RoundKind.HOLDEM: replace(
        _BLACKJACK,
        rules=_say("then poker with the dealer's two"),
        printed=_holdem_lines,
        decides=_holdem_decides,
        how_to_play=holdem_play,
        own_actions=_BET_OR_FOLD,
    ),
    RoundKind.ANTE_UP: replace(
        _BLACKJACK,
        rules=_ante_up_rules,
        printed=_ante_up_lines,
        decides=_ante_up_decides,
        how_to_play=ante_up_play,
        own_actions=_BET_OR_FOLD,
        two_card_poker=True,
    ),
    RoundKind.PAI_JACK: KindText(
        main_pays=_pai_jack_pays,
        printed=_pai_jack_lines,
        rules=_pai_jack_rules,
        how_to_play=pai_jack_play,
        own_actions=frozenset({ActionKind.SET}),
        name_five=_pai_jack_name,
    ),
    RoundKind.WILD_POKER: KindText(
        main_pays=_say(),
        printed=_wild_words,
        rules=_wild_words,
        how_to_play=wild_poker_play,
        own_actions=_BET_OR_FOLD,
        name_five=wild_name,
    ),
}
