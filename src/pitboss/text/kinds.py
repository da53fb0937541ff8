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
from pitboss.text.rules import rule_text

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
    yield f"blackjack pays {format_pay(setup.blackjack_odds)}"


def _say(*words: str) -> Words:
    return lambda _: iter(words)


_BLACKJACK = KindText(
    main_pays=_blackjack_pays, printed=_blackjack_lines, rules=_say(), how_to_play=blackjack_play
)


def _three_card_pays(setup: Setup) -> Iterator[str]:
    yield f"21 with three cards: {format_pay(setup.twenty_one_odds)}"


def _three_card_rules(setup: Setup) -> Iterator[str]:
    yield f"{setup.kind_rules(ThreeCardRules).cards} cards to start"
    yield "every 21 wins"


def _ante_up_rules(setup: Setup) -> Iterator[str]:
    yield f"poker: dealer plays with {setup.kind_rules(AnteUpRules).dealer_qualifies}"


def _ante_up_lines(setup: Setup) -> Iterator[str]:
    yield from _blackjack_lines(setup)
    yield f"poker: dealer qualifies with {setup.kind_rules(AnteUpRules).dealer_qualifies}"


def _ante_up_decides(setup: Setup) -> Iterator[str]:
    qualifies = setup.kind_rules(AnteUpRules).dealer_qualifies
    yield (
        f"Your best two cards against the dealer's. With less than {qualifies} the dealer does"
        " not qualify: ANTE wins, BET pushes."
    )


def _holdem_lines(setup: Setup) -> Iterator[str]:
    yield from _blackjack_lines(setup)
    if "poker" in setup.configured.spots:
        yield f"poker pays from {_least_poker(setup)}"


def _holdem_decides(setup: Setup) -> Iterator[str]:
    yield f"Poker wagers win from {_least_poker(setup)}, with the dealer's two cards."


def _least_poker(setup: Setup) -> str:
    """Return the lowest poker hand that is paid: "Pair of 7s or better"."""
    table = setup.configured.spots["poker"].table
    assert table is not None
    title = [row.title for row in table.rows if row.is_offered and row.pay is not Plain.LOSS][-1]
    return f"a {title[0].lower()}{title[1:]}"


def _pai_jack_pays(setup: Setup) -> Iterator[str]:
    yield f"Pai Jack: {rule_text(setup.kind_rules(PaiJackRules).pai_jack_pays)}"
    yield "a dealer bust: push"


def _pai_jack_lines(setup: Setup) -> Iterator[str]:
    yield f"Pai Jack pays {rule_text(setup.kind_rules(PaiJackRules).pai_jack_pays)}"
    yield from ("both hands are compared", "dealer bust pushes")


def _pai_jack_rules(setup: Setup) -> Iterator[str]:
    rules = setup.kind_rules(PaiJackRules)
    yield f"set {rules.low_cards} low and {rules.high_cards} high"
    yield f"Pai Jack pays {rule_text(rules.pai_jack_pays)}"
    if low_ace(setup) is LowAce.EITHER:
        yield "a low ace is 1 or 11"


def _pai_jack_name(cards: Sequence[Card]) -> str:
    rank = PaiJack(pai_jack(cards))
    if rank is PaiJack.ROYAL_AND_JACKS:
        rank = PaiJack.ROYAL_PAI_JACK
    if rank is not PaiJack.NONE:
        return rank.name.replace("_", " ").title()
    return "" if is_settable(cards) else "bust"


def _wild_words(setup: Setup) -> Iterator[str]:
    yield "deuces and joker wild"
    yield f"play {setup.kind_rules(WildPokerRules).play_multiple}x the ante or fold"


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
