"""The legal decisions: no other place defines them.

The table asks here, and so do the terminal, the records and whatever compiles action tables: a
question is made of the rules and the hand alone.
"""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.engine.actions import MORE_MONEY, Action, ActionKind, Choice, Question, Refusal
from pitboss.engine.events import TIP
from pitboss.engine.state import Hand, Seat
from pitboss.engine.terms import Setup, SideWager
from pitboss.patterns.pai_jack import SETTINGS, LowAce, is_legal_setting, setting_totals
from pitboss.patterns.totals import TWENTY_ONE, is_ace, is_free_double, is_free_split, value
from pitboss.rulebook.model import BlackjackRules, Wager
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, format_dollars

_TWO = 2
UNLIMITED = 10**12
"""More cents than anybody bets, where a wager has no maximum."""

DOUBLE_TOTALS = {
    "hard": range(TWENTY_ONE),
    "8-11": range(8, 12),
    "9-11": range(9, 12),
    "10-11": range(10, 12),
    "11": range(11, 12),
}
"""The hard totals that may be doubled, if not every total may."""
_OR_SOFT = "-or-soft"
"""What a rule says where every soft total may be doubled beside some hard ones."""

HIT = Choice(ActionKind.HIT)
STAND = Choice(ActionKind.STAND)
RESCUE = Choice(ActionKind.RESCUE)
SPLIT = Choice(ActionKind.SPLIT)
SURRENDER = Choice(ActionKind.SURRENDER)
DECLINE = Choice(ActionKind.DECLINE)
FOLD = Choice(ActionKind.FOLD)
FREE_DOUBLE = Choice(ActionKind.FREE_DOUBLE)
FREE_SPLIT = Choice(ActionKind.FREE_SPLIT)
SWITCH_CHOICES = (Choice(ActionKind.SWITCH), Choice(ActionKind.KEEP))
EXPOSE_CHOICES = (Choice(ActionKind.EXPOSE), Choice(ActionKind.CONCEAL))
EARLY_SURRENDER = "surrender"
"""What the question before the dealer looks is about."""
EARLY_CHOICES = (SURRENDER, DECLINE)
_EARLY_AGAINST = {
    "early": frozenset({1, 10}),
    "early-against-ten": frozenset({10}),
    "early-against-ace": frozenset({1}),
}
"""Early surrender -> the values of the up cards against which it is asked for by itself."""
BLACKJACK_CHOICES = (Choice(ActionKind.TAKE_BLACKJACK), Choice(ActionKind.KEEP_BLACKJACK))


def hand_choices(setup: Setup, hand: Hand, hands: int) -> tuple[Choice, ...]:
    """Return what may be done with a hand of a seat that has *hands* hands; none: nothing to ask.

    A hand over 21, one that wins at once and one that can only stand are asked nothing.
    """
    choices = _funded_choices(setup, hand, hands)
    if setup.more_money:
        return choices
    rest = tuple(choice for choice in choices if choice.kind not in MORE_MONEY)
    return () if rest == (STAND,) else rest


def _funded_choices(setup: Setup, hand: Hand, hands: int) -> tuple[Choice, ...]:
    """Return what may be done by a player who can pay for everything."""
    of_the_kind = setup.plan.choices(setup, hand)
    if of_the_kind is not None:
        return of_the_kind
    rules = setup.rules
    total = hand.total
    if total > TWENTY_ONE or is_charlie(setup, hand) or is_split_blackjack(setup, hand):
        return ()
    if hand.is_blackjack:
        return (STAND, double(setup, hand)) if rules.blackjack_double else ()
    if hand.doublings:
        return _after_double(setup, hand)
    if total == TWENTY_ONE:
        return (STAND, double(setup, hand)) if _soft_21_may_double(setup, hand) else ()
    splits = _splits(setup, hand, hands)
    # A split ace has one card more and stands; where a house resplits aces it may still be split.
    if hand.split and is_ace(hand.cards[0]) and not setup.rules.hit_split_aces:
        return _with_a_full_split_ace(setup, hand, splits)
    choices = [HIT, STAND]
    if _may_double(setup, hand):
        choices.append(double(setup, hand))
        if rules.free_bets and is_free_double(total, hand.soft):
            choices.append(FREE_DOUBLE)
    choices += splits
    if _may_surrender(setup, hand):
        choices.append(SURRENDER)
    return tuple(choices)


def _with_a_full_split_ace(
    setup: Setup, hand: Hand, splits: tuple[Choice, ...]
) -> tuple[Choice, ...]:
    """Return what may be done with a split ace that has got its one card."""
    doubles = setup.rules.double_split_aces == "always" and _may_double(setup, hand)
    more = (*splits, double(setup, hand)) if doubles else splits
    return (STAND, *more) if more else ()


def _may_surrender(setup: Setup, hand: Hand) -> bool:
    """Return whether half may be given up in the hand's turn, as its first decision."""
    rules = setup.rules
    is_first = len(hand.cards) == _TWO and (rules.surrender_after_split or not hand.split)
    return is_first and rules.surrender in _BY_TURN


_BY_TURN = (True, "early")
"""Where surrender is among the choices of a hand's turn, whatever the up card."""


def surrenders_early(setup: Setup, up: int) -> bool:
    """Return whether surrender is asked for before the dealer looks, against an up card's value."""
    return up in _EARLY_AGAINST.get(str(setup.rules.surrender), ())


def surrender_waits(rules: BlackjackRules, up: int) -> bool:
    """Return whether a late surrender waits for the dealer's down card, which may take the rest.

    Where nobody looked under an ace or a ten-value card, the other half stays on the table.
    """
    may_be_blackjack = up in (1, 10) and not rules.peeks_under(up)
    return rules.surrender is True and may_be_blackjack


def is_charlie(setup: Setup, hand: Hand) -> bool:
    """Return whether a hand wins by the number of its cards; a doubled one never does."""
    enough = setup.rules.charlie
    return 0 < enough <= len(hand.cards) and not hand.doublings and hand.total <= TWENTY_ONE


def is_split_blackjack(setup: Setup, hand: Hand) -> bool:
    """Return whether a hand made by a split is paid like a blackjack."""
    posted = setup.rules.split_blackjack and hand.split
    return posted and len(hand.cards) == _TWO and hand.total == TWENTY_ONE


def _splits(setup: Setup, hand: Hand, hands: int) -> tuple[Choice, ...]:
    """2116(7)(b), (e): pairs but ten-values are split free; all may be split with money (C42)."""
    if not _may_split(setup, hand, hands):
        return ()
    if setup.rules.free_bets and is_free_split(value(hand.cards[0])):
        return SPLIT, FREE_SPLIT
    tip = _added_tip_step(setup, hand)
    return (_exact(ActionKind.SPLIT, hand.base, tip),) if tip else (SPLIT,)


def _after_double(setup: Setup, hand: Hand) -> tuple[Choice, ...]:
    """GR7, GR8: stand, rescue, or double again; a doubled 21 is paid and asks nothing."""
    if not setup.rules.rescue or hand.total == TWENTY_ONE:
        return ()
    if setup.rules.redouble and hand.doublings < setup.rules.doublings:
        return STAND, RESCUE, _exact(ActionKind.REDOUBLE, _cap_portion(setup, hand.stake))
    return STAND, RESCUE


def _soft_21_may_double(setup: Setup, hand: Hand) -> bool:
    match setup.rules.double_soft_21:
        case "any":
            return hand.soft
        case "three or more cards":
            return hand.soft and len(hand.cards) > _TWO
        case _:
            return False


def _may_double(setup: Setup, hand: Hand) -> bool:
    rules = setup.rules
    if hand.split and not rules.double_after_split:
        return False
    if rules.double_cards == "two" and len(hand.cards) != _TWO:
        return False
    if rules.double_split_aces == "never" and hand.split and is_ace(hand.cards[0]):
        return False
    if rules.double_totals == "any":
        return True
    if hand.soft:
        return rules.double_totals.endswith(_OR_SOFT)
    return hand.total in DOUBLE_TOTALS[rules.double_totals.removesuffix(_OR_SOFT)]


def _may_split(setup: Setup, hand: Hand, hands: int) -> bool:
    """GR6: two cards of equal value, up to the limit of hands."""
    cards = hand.cards
    if hand.split and not setup.plan.splits_again:
        return False
    if len(cards) != _TWO or value(cards[0]) != value(cards[1]):
        return False
    if hands >= setup.rules.hands_for(value(cards[0])):
        return False
    if value(cards[0]) in setup.rules.ranks_never_split:
        return False
    return not hand.split or not is_ace(cards[0]) or setup.rules.resplit_aces


def double(setup: Setup, hand: Hand) -> Choice:
    """Return the double a hand may make: the whole wager, or less where that is allowed."""
    # A hand that a lammer made is doubled for the original wager (ruling C43).
    full = hand.stake or hand.base
    tip = _added_tip_step(setup, hand)
    if not setup.rules.double_for_less:
        return _exact(ActionKind.DOUBLE, _cap_portion(setup, full), tip)
    low = setup.main_min if setup.rules.double_minimum == "table minimum" else 1
    return Choice(ActionKind.DOUBLE, min(low, full), full, full, tip=tip)


def _cap_portion(setup: Setup, amount: int) -> int:
    """GR8, ruling W16: with double-double down an added portion is capped at the maximum."""
    if setup.rules.redouble and setup.main_max is not None:
        return min(amount, setup.main_max)
    return amount


def _exact(kind: ActionKind, amount: int, tip: int = 0) -> Choice:
    return Choice(kind, amount, amount, amount, tip=tip)


def insurance_choices(setup: Setup, unit: str, wager: int) -> tuple[Choice, ...]:
    """Return what may be insured of *wager*; nothing to ask where half of it is less than a cent.

    DP8: any amount up to half. Bet Bigger: exactly half, so that it need not be said.
    """
    half = wager // 2
    if half == 0:
        return ()
    if setup.rules.insurance == "half of each unit":
        return _exact(ActionKind.INSURE, half), DECLINE
    most = setup.configured.spots[insurance_wager(unit)].max
    return Choice(ActionKind.INSURE, 1, half if most is None else min(half, most)), DECLINE


def late_choices(setup: Setup, wager: SideWager, seat: Seat) -> tuple[Choice, ...]:
    """Return what a seat may put on a wager that is offered during the round."""
    spot = wager.spot
    step = CENTS_PER_DOLLAR if spot.wager.whole_dollars else 1
    low = -(-spot.min // step) * step
    needed = spot.wager.tip_needs
    tips = needed is None or f"{TIP}{needed}" in seat.wagers
    most = UNLIMITED if spot.max is None else spot.max // step * step
    tip = _tip_step(setup, spot.wager) if tips else 0
    bet = Choice(ActionKind.BUST_BET, low, most, step=step, tip=tip, tip_max=spot.tip_max)
    return bet, DECLINE


def _tip_step(setup: Setup, wager: Wager) -> int:
    """What a tip beside a wager made during the round is a multiple of; 0: none is taken."""
    options = setup.configured.options
    if options.get("tips", True) is not True or wager.tip == "forbidden":
        return 0
    return CENTS_PER_DOLLAR if options.get("tips_even_dollars") else 1


def _added_tip_step(setup: Setup, hand: Hand) -> int:
    """2105(3): what may be added for the dealer with a double or split is a multiple of this.

    It corresponds to the player's further wager, so a tip must lie on the hand already.
    """
    if not hand.tip:
        return 0
    wager = setup.configured.spots[hand.wager].wager
    return _tip_step(setup, wager) if wager.tip_added else 0


def bet_or_fold(setup: Setup, wager: str, amount: int) -> tuple[Choice, ...]:
    """Return the wager that keeps a seat in the poker part, of one amount only, or folding."""
    spot = setup.configured.spots[wager]
    tip = _tip_step(setup, spot.wager)
    return Choice(ActionKind.BET, amount, amount, amount, tip=tip, tip_max=spot.tip_max), FOLD


def settings(setup: Setup, cards: tuple[Card, ...]) -> tuple[Choice, ...]:
    """Return the low hands five cards may be set with; fouls too where the house takes them."""
    lows = tuple((cards[first], cards[second]) for first, second in SETTINGS)
    fouls = tuple(low for low in lows if is_foul(setup, cards, low))
    if setup.configured.options["foul"] != "reset":
        return (Choice(ActionKind.SET, lows=lows),)
    legal = tuple(low for low in lows if low not in fouls)
    return (Choice(ActionKind.SET, lows=legal, fouls=fouls),)


def is_foul(setup: Setup, cards: tuple[Card, ...], low: tuple[Card, ...]) -> bool:
    """Whether setting *low* of *cards* apart makes a foul (2112(6), (11)(i); ruling P3)."""
    return not is_legal_setting(count_setting(setup, cards, low))


def count_setting(setup: Setup, cards: tuple[Card, ...], low: tuple[Card, ...]) -> int:
    """Return both totals of *cards* with *low* set apart, as `setting_totals` packs them."""
    first, second = (cards.index(card) for card in low)
    return setting_totals(cards, first, second, low_ace(setup))


def low_ace(setup: Setup) -> LowAce:
    """Return how this house counts an ace of the low hand (2112(6); ruling P2)."""
    return LowAce[str(setup.configured.options.get("low_hand_ace", "eleven")).upper()]


def insurance_wager(unit: str) -> str:
    """Return the insurance that belongs to a unit of the main wager.

    >>> insurance_wager("main"), insurance_wager("main-2"), insurance_wager("bet-bigger-1")
    ('insurance', 'insurance-2', 'insurance-bet-bigger-1')
    """
    if unit.startswith("main"):
        return f"insurance{unit.removeprefix('main')}"
    return f"insurance-{unit}"


def refusal(question: Question | None, action: Action) -> Refusal | None:
    """Say why *action* does not answer *question*, or None if it does."""
    if question is None:
        return Refusal("action/illegal", f"{action.kind} answers nothing: no decision is asked now")
    if action.seat != question.seat or action.hand != question.hand:
        return Refusal(
            "action/not-your-turn",
            f"seat {question.seat} hand {question.hand} is asked now,"
            f" not seat {action.seat} hand {action.hand}",
        )
    choice = question.choice(action.kind)
    if choice is None:
        allowed = ", ".join(choice.kind for choice in question.choices)
        return Refusal("action/illegal", f"{action.kind} is not possible now; choose {allowed}")
    if action.wager not in (None, question.wager):
        if question.wager is None:
            return Refusal("action/not-your-turn", f"{action.kind} is not about a wager")
        message = f"{question.wager} is asked now, not {action.wager}"
        return Refusal("action/not-your-turn", message)
    return _setting_refusal(choice, action) or _amount_refusal(choice, action)


def _setting_refusal(choice: Choice, action: Action) -> Refusal | None:
    """2112(11)(i)(i): where the house lets a foul be set again, it is refused."""
    if not choice.lows:
        given = action.low is not None
        return Refusal("action/setting", f"{action.kind} sets no hand") if given else None
    low = sorted(action.low or ())
    if low in map(sorted, choice.lows):
        return None
    if low in map(sorted, choice.fouls):
        message = "the low hand may not outrank the high hand, nor the high hand pass 21"
        return Refusal("action/foul", message)
    return Refusal("action/setting", "low is two of the hand's five cards")


def _amount_refusal(choice: Choice, action: Action) -> Refusal | None:
    amount = action.amount
    kind = action.kind
    if choice.low is None or choice.high is None:
        if amount is None and action.tip is None:
            return None
        return Refusal("action/amount", f"{kind} takes no amount")
    if amount is None and choice.default is not None:
        return _tip_refusal(choice, action, choice.default)
    allowed = _describe_range(choice.low, choice.high)
    if amount is None:
        return Refusal("action/amount", f"{kind} needs an amount, {allowed}")
    if not choice.low <= amount <= choice.high:
        return Refusal("action/amount", f"{kind} may be {allowed}, not {amount} cents")
    if amount % choice.step:
        return Refusal("action/amount", f"{kind} is a whole number of dollars")
    return _tip_refusal(choice, action, amount)


def _describe_range(low: int, high: int) -> str:
    if low == high:
        return f"exactly {format_dollars(low)}"
    most = "" if high == UNLIMITED else f" to {format_dollars(high)}"
    return f"from {format_dollars(low)}{most}"


def _tip_refusal(choice: Choice, action: Action, amount: int) -> Refusal | None:
    """C61, C71, C114: a tip beside a late wager is at most the wager, and the house's limit."""
    if action.tip is None:
        return None
    if not choice.tip:
        return Refusal("action/amount", f"{action.kind} takes no tip here")
    most = amount if choice.tip_max is None else min(amount, choice.tip_max)
    if not 1 <= action.tip <= most:
        return Refusal("action/amount", f"a tip may be {_describe_range(choice.tip, most)}")
    if action.tip % choice.tip:
        return Refusal("action/amount", "a tip is a whole number of dollars here")
    return None
