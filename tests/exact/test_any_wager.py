"""Side wagers for any cards left in the shoe: against the odds, and against every deal of a few."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECKS, SUIT_LETTERS, Card, Shoe, Unseen
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.any_wager import polynomial
from pitboss.exact.any_wager.dealer_wagers import (
    DealerDraws,
    draw_arrays,
    group_counts,
    weighted_ways,
)
from pitboss.exact.any_wager.pays import ClassPays
from pitboss.exact.any_wager.polynomial import exact_value, fill_values
from pitboss.exact.any_wager.terms import FIRST_CARD, FORMS, count_forms, form_array, take_card
from pitboss.exact.any_wager.wager_value import (
    WagerValue,
    table_value,
    wager_value,
    why_not_counted,
)
from pitboss.exact.blackjack.arithmetic import load_interpreted
from pitboss.exact.counting.distributions import DEALER_CLASS, FinalHand
from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.exact.odds.wagers import odds, odds_at_table
from pitboss.patterns.busts import Suits, compare_suits, three_eights
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.rows import OF_THE_DEALER
from pitboss.patterns.totals import best_total, dealer_draws, is_ace, value
from pitboss.rulebook.check.tables import with_alternate
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Game, Moment, PayTable, Wager
from pitboss.rulebook.reading.library import games
from tests.rows import every_row
from tests.tiers import by_day

Offer = tuple[Game, Wager, PayTable]


def offers() -> list[Offer]:
    """Every wager with a pay table that cards of a shoe decide, each table of a family once a game.

    By day one of every family.
    """
    by_family: dict[str, list[Offer]] = {}
    for one in games():
        known: set[PayTable] = set()
        for wager in one.wagers:
            for table in one.tables_of(wager.id):
                counted = table.family in OF_THE_DEALER or FAMILIES[table.family].cards
                if counted and table not in known:
                    known.add(table)
                    by_family.setdefault(table.family, []).append((one, wager, table))
    random = Random(20)
    few = {
        name: random.sample(rows, min(len(rows), by_day(1, 1000)))
        for name, rows in by_family.items()
    }
    return [row for rows in few.values() for row in rows]


OFFERS = offers()


def records(offer: Offer) -> Iterator[tuple[WagerValue, WagerOdds]]:
    """Yield the value of a pay table beside its odds, for every deck count and option.

    By day for the most decks.
    """
    of, wager, table = offer
    decks = by_day(max(table.decks), 0) or None
    for item in odds(of.id, wager=wager.id, table=table.id, decks=decks, solved=False):
        if item.decks not in table.decks:
            continue  # another table of the same name
        used = with_alternate(of, table, None)
        suit = SUIT_LETTERS.index(str(item.options.get("specific_suit", "s")))
        late = wager.made is not Moment.BEFORE_DEAL
        shoe = Shoe(DECKS[of.deck], item.decks)
        hits = item.options.get("soft17", "hit") == "hit"
        yield (
            table_value(used, shoe, specific_suit=suit, hits_soft_17=hits, after_up_card=late),
            item,
        )


@every_row("offer", OFFERS)
def test_a_full_shoe_has_the_expectation_of_the_odds(offer: Offer) -> None:
    """Exactly, for every number of decks (by day one); wagers that the play decides are below."""
    for wager, item in islice(records(offer), by_day(1, 1000)):
        assert wager.value(wager.full) == -item.edge, item
        share = item.meter.share if item.meter else 0
        assert wager.average(wager.full, None).share == share


@every_row("offer", OFFERS)
def test_effects_of_removal_have_the_mean_zero(offer: Offer) -> None:
    """The identity: an unseen card changes nothing. Exactly, at a meter too."""
    for wager, _ in islice(records(offer), by_day(1, 1000)):
        removal = wager.removal(meter=123_456)
        assert removal.mean == 0
        assert sum(row.weight for row in removal.rows) == wager.full.size
        assert sum(row.count for row in removal.rows) == wager.full.size


def any_shoe(deck: str, size: int, random: Random) -> Unseen:
    """Return some cards left of six decks."""
    return Unseen.from_cards(random.sample(Shoe(DECKS[deck], 6).cards(), size))


@every_row("offer", [row for row in OFFERS if FAMILIES[row[2].family].cards])
def test_a_small_shoe_is_valued_deal_by_deal(offer: Offer) -> None:
    """Every ordered deal of a few cards, classified by the pattern itself."""
    of, _, table = offer
    random = Random(f"{of.id} {table.id}")
    pays = ClassPays.from_table(table)
    family = FAMILIES[table.family]
    length = len(family.cards)
    # Few kinds of cards, so that pairs, suits and straights are common.
    named = Card(0), Card(48), Card(44), Card(45)
    kinds = [*random.sample(DECKS[of.deck].cards, 4), *named]
    cards = [random.choice(kinds) for _ in range(9)]
    deals = list(permutations(cards, length))
    gains = sum(pays.gain(family.classify(*deal, 0)) for deal in deals)
    shares = sum(pays.share(family.classify(*deal, 0)) for deal in deals)
    wager = table_value(table, Shoe(DECKS[of.deck], 6))
    average = wager.average(Unseen.from_cards(cards), None)
    assert average.gain == Fraction(gains, len(deals) * pays.parts)
    assert average.share == Fraction(shares, len(deals) * 100)


@every_row("offer", [row for row in OFFERS if FAMILIES[row[2].family].cards])
def test_compiled_code_has_the_exact_value(offer: Offer) -> None:
    """Cards taken one by one, as a simulation deals them."""
    of, _, table = offer
    random = Random(table.id)
    wager = table_value(table, Shoe(DECKS[of.deck], 6))
    polynomial = wager.polynomial
    forms = form_array(wager.full)
    assert polynomial is not None
    gone = random.sample(Shoe(DECKS[of.deck], 6).cards(), 200)
    for card in gone:
        take_card(forms, card)
    left = wager.full.without(*gone)
    values = np.empty(1)
    assert forms.tolist() == form_array(left).tolist()
    fill_values(polynomial, forms[None, :], values)
    assert exact_value(polynomial, count_forms(left)) == wager.value(left)
    assert values[0] == pytest.approx(float(wager.value(left)), rel=1e-12)


@every_row("offer", [row for row in OFFERS if FAMILIES[row[2].family].cards])
def test_several_shoes_at_once_have_the_same_values_to_the_last_bit(offer: Offer) -> None:
    """The source of the kernels as Python runs it, where a sum that has no room is an error."""
    of, _, table = offer
    kernels = load_interpreted(polynomial.__name__)
    random = Random(table.id)
    deck = DECKS[of.deck]
    full = Shoe(deck, 8)
    shoes = [
        Unseen.from_shoe(full),
        *(Unseen.from_cards(random.sample(full.cards(), 90)) for _ in "ab"),
    ]
    expansion = table_value(table, full).polynomial
    assert expansion is not None
    rows = np.stack([form_array(shoe) for shoe in shoes])
    values = np.empty(len(shoes))
    fill_values(expansion, rows, values)
    room = kernels.shoes_at_once(expansion)
    by_form = room.forms.reshape(-1, kernels.SIDE_BY_SIDE)
    by_form[FIRST_CARD:FORMS, : len(shoes)] = rows[:, FIRST_CARD:].T
    kernels.add_up_groups(room, len(shoes))
    assert np.array_equal(by_form[:FORMS, : len(shoes)], rows.T)
    for is_small in {room.is_small, False}:
        kernels.value_at_once(expansion, room._replace(is_small=is_small), len(shoes))
        assert room.values[: len(shoes)].tolist() == values.tolist()


def dealer_offers() -> list[Offer]:
    """The wagers on the dealer's hand."""
    return [row for row in OFFERS if row[2].family in OF_THE_DEALER]


@every_row("offer", dealer_offers())
def test_the_dealers_hand_is_drawn_card_by_card(offer: Offer) -> None:
    """A shoe of few high cards, every order of them; suits, colours, eights and the peek."""
    of, _, table = offer
    random = Random(table.id)
    pays = ClassPays.from_table(table)
    cards = [Card(random.choice([0, 28, 29, 30, 36, 40, 45, 50, 24])) for _ in range(9)]
    wager = table_value(table, Shoe(DECKS[of.deck], 6))
    gain, chance = drawn(table.family, pays, (), cards, Fraction(1))
    average = wager.average(Unseen.from_cards(cards), None)
    assert (average.gain * pays.parts, average.chance) == (gain, chance)


def drawn(
    family: str, pays: ClassPays, hand: tuple[Card, ...], left: list[Card], chance: Fraction
) -> tuple[Fraction, Fraction]:
    """Return what the wager gains and how often it is made, from a hand under way."""
    hard = sum(map(value, hand))
    ace = any(map(is_ace, hand))
    if len(hand) >= 2 and not dealer_draws(hard, ace, hits_soft_17=True):
        total = best_total(hard, ace)
        if family == "dealer-bust-up-card" and total == 21 and len(hand) == 2:
            return Fraction(0), Fraction(0)
        kind = dealer_kind(family, hand, total)
        return chance * pays.gain_of_class(kind), chance
    gain = made = Fraction(0)
    for place, card in enumerate(left):
        rest = left[:place] + left[place + 1 :]
        more = drawn(family, pays, (*hand, card), rest, chance / len(left))
        gain = gain + more[0]
        made = made + more[1]
    return gain, made


def dealer_kind(family: str, hand: tuple[Card, ...], total: int) -> int:
    """Return the class of a final hand, by the patterns that the table uses."""
    count = len(hand)
    suits = Suits(compare_suits(hand, count))
    facts = FinalHand(value(hand[0]), total, count, three_eights(hand, count), suits)
    return DEALER_CLASS[family](facts)


@every_row("offer", dealer_offers())
def test_the_up_cards_together_are_the_whole(offer: Offer) -> None:
    """Before the deal every card may come up; in floats compiled code has the same."""
    of, _, table = offer
    wager = table_value(table, Shoe(DECKS[of.deck], 6))
    unseen = any_shoe(of.deck, 60, Random(table.id))
    whole = wager.average(unseen, None)
    ups = [
        (Fraction(unseen.counts[up], unseen.size), wager.average(unseen.without(up), up))
        for up in unseen.kinds
    ]
    assert sum(weight * part.gain for weight, part in ups) == whole.gain
    assert sum(weight * part.chance for weight, part in ups) == whole.chance


def setup_of(data: dict[str, object]) -> Setup:
    """Return the table of a house's file."""
    return prepare(house_from(data))


PLAYED: tuple[tuple[str, str, str], ...] = (
    ("co/ride-free", "hedge-22", "PT-FLT-SB1-01"),
    ("co/free-bet", "pot-of-gold", "POG-01"),
    ("co/straight-jack", "straight-jack", "standard"),
    ("co/ride-free", "bust-bonus", "PT-FLT-BB-01"),
)


# By day wagers that the cards alone decide are.
@pytest.mark.nightly
@every_row("of, wager_id, table", PLAYED[: by_day(2, 4)])
def test_wagers_that_the_play_decides_are_valued_by_the_play_of_a_full_shoe(
    of: str, wager_id: str, table: str
) -> None:
    house = house_from({"game": of, "tables": {wager_id: table}, "options": {"decks": 6}})
    setup = prepare(house)
    spot = setup.configured.spots[wager_id]
    wager = wager_value(setup, spot)
    assert wager.value(wager.full) == -odds_at_table(house, setup, spot)[0].edge
    assert wager.removal().mean == 0


def test_insurance_is_four_for_a_card_and_nine_for_a_ten() -> None:
    """Griffin's effects of removal for one deck: with an ace up, (+4 of 50 cards, -9 of 50)."""
    setup = setup_of({"game": "reference/blackjack", "options": {"decks": 1}})
    wager = wager_value(setup, setup.configured.spots["insurance"])
    removal = wager.removal(up=Card(0))
    assert wager.value(wager.full.without(Card(0)), up=Card(0)) == wager.value(wager.full)
    assert {row.name: row.fixed * 17 * 50 for row in removal.rows} == {
        name: -35 if name in "TJQK" else 16 for name in "A23456789TJQK"
    }
    assert removal.mean == wager.removal().mean == 0


def test_every_wager_of_a_table_is_counted_or_says_why_not() -> None:
    setup = setup_of({"game": "co/ride-free", "options": {"decks": 6}})
    assert wager_value(setup, setup.configured.spots["insurance"]).wager == "insurance"
    reasons = {name: why_not_counted(spot) for name, spot in setup.configured.spots.items()}
    assert reasons == {"main": "it is a part of the main game", "insurance": ""}


@every_row("offer", dealer_offers()[:1])
def test_compiled_draws_have_the_exact_value(offer: Offer) -> None:
    of, _, table = offer
    unseen = any_shoe(of.deck, 100, Random(7))
    wager = table_value(table, Shoe(DECKS[of.deck], 6))
    draws = DealerDraws(
        family=table.family,
        hits_soft_17=True,
        gain=ClassPays.from_table(table).gain_of_class,
        parts=ClassPays.from_table(table).parts,
    )
    gains = draws.before_deal[0]
    counts = group_counts(unseen, suits=gains.looks_at_suits)
    room = np.empty(len(gains.parent))
    expected = weighted_ways(draw_arrays([gains]), counts, float(unseen.size), room) / draws.parts
    assert expected == pytest.approx(float(wager.average(unseen, None).gain), rel=1e-12)
