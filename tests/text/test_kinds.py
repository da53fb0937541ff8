"""The words of every kind of round are there."""

from __future__ import annotations

from pitboss.cards import parse_cards
from pitboss.engine.setup import prepare
from pitboss.rulebook.defaults import add_compulsory_tables
from pitboss.rulebook.house import House
from pitboss.rulebook.model import WITHOUT_BLACKJACK, RoundKind
from pitboss.text.felt import pay_words, printed_words, rule_words
from pitboss.text.kinds import KINDS, packet_name
from tests.rows import every_row

GAMES = {
    RoundKind.BLACKJACK: ("reference/blackjack", "BLACKJACK PAYS 3 TO 2", "blackjack pays"),
    RoundKind.SWITCH: ("co/blackjack-switch", "BLACKJACK PAYS 1 TO 1", "switch their second cards"),
    RoundKind.THREE_CARD_21: ("co/3-card-21", "EVERY 21 WINS AT ONCE", "3 cards to start"),
    RoundKind.HOLDEM: ("co/21-holdem", "INSURANCE PAYS 2 TO 1", "then poker"),
    RoundKind.ANTE_UP: ("co/ante-up-21", "BLACKJACK PAYS 3 TO 2", "poker: dealer plays with"),
    RoundKind.PAI_JACK: ("co/pai-jack", "DEALER BUST PUSHES", "set 2 low and 3 high"),
    RoundKind.WILD_POKER: ("co/deuces-wild-xtreme", "DEUCES AND JOKER WILD", "play 2x the ante"),
}


def test_every_kind_of_round_has_its_words() -> None:
    assert set(KINDS) == set(RoundKind) == set(GAMES)


def test_five_cards_are_named_where_no_blackjack_is_played() -> None:
    named = {kind for kind, text in KINDS.items() if text.name_five is not None}
    assert named == WITHOUT_BLACKJACK
    cards = parse_cards("Ah Kh Qd 3s 4d")
    assert {packet_name(kind, cards) for kind in set(RoundKind) - named} == {""}


@every_row("kind", RoundKind)
def test_the_felt_and_the_rules_say_what_is_special(kind: RoundKind) -> None:
    game, printed, rule = GAMES[kind]
    setup = prepare(add_compulsory_tables(House(game=game))[0])
    assert printed in printed_words(setup)
    assert any(rule in words for words in rule_words(setup))
    assert pay_words(setup, setup.mains[0])
