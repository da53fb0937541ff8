"""The dealer's procedure: the round in order, the questions, how each wager settles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.engine.events import Phase, Place
from pitboss.engine.setup import Setup
from pitboss.report.sheets.parts import (
    HouseWords,
    Note,
    Page,
    Part,
    Sheet,
    Step,
    Steps,
    Title,
    What,
)
from pitboss.report.sheets.signs import is_compulsory
from pitboss.report.sheets.words import (
    decks_line,
    foot,
    group_title,
    name_on_signs,
    posted_limits,
    settlement_moment,
    short_cite,
    spot_groups,
)
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import BlackjackRules, Moment
from pitboss.text.felt import plain_note, super_bonus_sentences
from pitboss.text.kinds import KINDS
from pitboss.text.numbers import percent, short_money
from pitboss.text.rules import limit_words

_TITLES = {
    Phase.DEAL: "The deal",
    Phase.AFTER_DEAL: "After the deal",
    Phase.BLACKJACKS: "Blackjacks",
    Phase.FIRST_21S: "First 21s",
    Phase.BET_OR_FOLD: "Bet or fold",
    Phase.INSURANCE: "Insurance",
    Phase.PEEK: "The peek",
    Phase.EARLY_WAGERS: "Wagers after the peek",
    Phase.HANDS: "The players' hands",
    Phase.LATE_WAGERS: "Wagers after the hands",
    Phase.SETTING: "Setting the hands",
    Phase.DEALER: "The dealer's hand",
    Phase.SETTLE: "Settling",
    Phase.POKER: "Poker",
}
_MADE = {
    Phase.AFTER_DEAL: Moment.AFTER_DEAL,
    Phase.EARLY_WAGERS: Moment.AFTER_PEEK,
    Phase.LATE_WAGERS: Moment.AFTER_HANDS,
}
"""When wagers are taken during the round."""
_SETTLED = {
    Phase.AFTER_DEAL: Moment.AFTER_DEAL,
    Phase.PEEK: Moment.AFTER_PEEK,
    Phase.DEALER: Moment.DOWN_CARD,
    Phase.SETTLE: Moment.AFTER_DEALER,
}
"""When wagers are settled."""


def procedure(setup: Setup, house: HouseWords) -> Sheet:
    """Return the dealer's sheet."""
    game = setup.configured.game
    return Sheet(
        what=What.PROCEDURE,
        page=Page.PORTRAIT,
        title=f"{name_on_signs(game)}: dealer's procedure",
        subtitle=", ".join(filter(None, (house.name, decks_line(setup)))),
        parts=tuple(_parts(setup)),
        foot=foot(setup),
    )


def _parts(setup: Setup) -> Iterator[Part]:
    count = 1
    sections = [("Before the deal", list(_before(setup)))]
    for phase in setup.plan.phases:
        steps = list(_phase(setup, phase))
        if steps:
            sections.append((_TITLES[phase], steps))
    if jackpots := list(_jackpots(setup)):
        sections.append(("Jackpots", jackpots))
    for title, steps in sections:
        yield Title(title)
        yield Steps(tuple(steps), count)
        count += len(steps)
    yield Note(
        "The clause at the margin is that of the approved rules. On anything this sheet does not"
        " settle, call the supervisor before a card or chip moves."
    )


def _before(setup: Setup) -> Iterator[Step]:
    """The wagers that are made before the first card."""
    for spots in spot_groups(setup, by_moment=True):
        wager = spots[0].wager
        if wager.made is Moment.BEFORE_DEAL:
            must = wager.id in setup.mains or is_compulsory(setup, wager)
            terms = [
                posted_limits(spots[0]),
                "every player makes it" if must else "optional",
                f"only beside {_names(setup, wager.needs)}" if wager.needs and not must else "",
                f"as large as {_names(setup, (wager.equals,))}" if wager.equals else "",
            ]
            yield Step(
                f"{group_title(spots)}: {'; '.join(filter(None, terms))}.", short_cite(wager.cite)
            )
    yield Step("Call no more bets, and touch no wager after the first card.")


def _names(setup: Setup, wagers: tuple[str, ...]) -> str:
    titles = {wager.id: wager.title for wager in setup.configured.game.wagers}
    return " and ".join(
        " or ".join(titles.get(one, one) for one in wager.split(" or ")) for wager in wagers
    )


def _phase(setup: Setup, phase: Phase) -> Iterator[Step]:
    if phase in _STEPS:
        yield from _STEPS[phase](setup)
    dealing = [*KINDS[setup.round].dealing(setup)]
    yield from (Step(step.text, short_cite(step.cite)) for step in dealing if step.phase is phase)
    asked_apart = any(step.phase is Phase.BET_OR_FOLD for step in dealing)
    groups = [*spot_groups(setup, by_moment=True)]
    for spots in groups:
        if spots[0].wager.made is _MADE.get(phase) and not asked_apart:
            text = f"Offer {group_title(spots)} ({limit_words(spots[0])})."
            yield Step(text, short_cite(spots[0].wager.cite))
    for spots in groups:
        is_insurance = spots[0].wager.id.startswith("insurance")
        if settlement_moment(spots[0]) is _SETTLED.get(phase) and not is_insurance:
            yield Step(_settling(setup, spots), short_cite(spots[0].wager.cite))


def _settling(setup: Setup, spots: tuple[Spot, ...]) -> str:
    first = spots[0]
    if first.table is not None:
        how = f"by pay table {first.table.id}"
    elif first.wager.id in setup.mains:
        how = "against the dealer's hand"
    else:
        how = first.wager.pays or "1 to 1"
    return f"{group_title(spots)}: settle {how}. {plain_note(first.wager.note)}".strip()


def _deal(setup: Setup) -> Iterator[Step]:
    """The order of the cards, as the engine deals them."""
    extra = int(setup.replacement) or setup.bonus_cards
    order = setup.plan.deal_order((1, 2), extra)
    rounds: list[tuple[Place, int]] = []
    for place, seat, hand in order:
        if place is Place.HAND and (seat, hand) != (1, 1):
            continue
        if rounds and rounds[-1][0] is place:
            rounds[-1] = (place, rounds[-1][1] + 1)
        else:
            rounds.append((place, 1))
    cite = clause_about(setup, "deal")
    dealer = 0
    for place, count in rounds:
        hands = " for each of the two hands" if len(setup.mains) > 1 else ""
        faces = " face down" if setup.face_down or count > 1 else ""
        match place:
            case Place.HAND:
                cards = "one card" if count == 1 else f"{count} cards"
                yield Step(f"From your left, {cards}{faces} to every player{hands}.", cite)
            case Place.DEALER if count > 1:
                yield Step(f"{count} cards to yourself, face down.", cite)
            case Place.DEALER:
                dealer += 1
                yield Step(f"One card to yourself, face {'up' if dealer == 1 else 'down'}.", cite)
            case Place.BONUS:
                cards = "a bonus card" if count == 1 else f"{count} bonus cards, in order,"
                about = clause_about(setup, "bonus cards")
                yield Step(f"Then {cards} face up on the bonus spots.", about)
            case Place.REPLACEMENT:
                yield Step("Then a card that stands for the joker in linked wagers.", cite)
            case _:
                pass


_CLAUSES = {
    "deal": (
        *("2104(4)", "2105(7)", "2106(7)", "2108 Main(2)", "2111(3)", "2112(3)", "2118(8)"),
        *("2119(8)", "Method of Play"),
    ),
    "bonus cards": ("DP12",),
    "blackjacks": (
        *("DP2", "Object", "Rules of the Game", "R2", "2105(8)(e)", "2106(11)(c)", "2108(4)"),
        *("2116(7)(i)", "2119(8)(b)"),
    ),
    "peek": ("GR9", "R5", "2106(10)", "2111(7)"),
    "hands": ("DP3", "Object", "Rules of the Game", "R7", "2105(8)(f)", "2108 Main(3)"),
    "surrender": ("DP9", "Insurance/Surrender", "R14", "2119(8)(c)"),
    "double": ("DP5a", "Doubling Down", "R8", "2105(8)(d)", "2116(7)(f)", "2119(13)"),
    "redouble": ("DP6a",),
    "rescue": ("DP7a",),
    "split": ("DP4a", "Splitting Pairs", "R11", "2105(8)(c)", "2116(7)(e)", "2119(17)"),
    "free double": ("2116(9)", "2119(11)"),
    "free split": ("2116(8)", "2119(15)"),
    "dealer": (
        *("GR5", "Object", "Rules of the Game", "R3", "2106(12)", "2108(7)", "2116(7)(h)"),
        "2119(8)(a)",
    ),
    "22": ("2116(7)(g)", "2119(19)"),
}
"""Topic of a step -> the clauses of all documents about it; a game has at most one."""
_STANDARD = "30-2102"
"""Colorado: standard blackjack applies unless the section of a game says otherwise."""
_SPECIAL = frozenset({"bonus cards", "free double", "free split", "22"})


def clause_about(setup: Setup, topic: str) -> str:
    """Return the clause of a game about *topic*; empty if no document has one.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> clause_about(prepare(House(game="co/free-bet")), "dealer")
    '2116(7)(h)'
    """
    game = setup.configured.game
    for clause in _CLAUSES[topic]:
        if clause in game.clauses:
            return clause
    is_standard = setup.blackjack is not None and topic not in _SPECIAL
    return _STANDARD if game.jurisdiction == "Colorado" and is_standard else ""


def _insurance(setup: Setup) -> Iterator[Step]:
    spot = next((s for i, s in setup.configured.spots.items() if i.startswith("insurance")), None)
    if setup.blackjack is None or spot is None:
        return
    text = f"With an ace up, ask every player in turn: insurance, {limit_words(spot)}. It pays"
    pays = f"{setup.insurance_odds.to} to {setup.insurance_odds.per}"
    yield Step(f"{text} {pays} on a dealer blackjack.", short_cite(spot.wager.cite))


def _peek(setup: Setup) -> Iterator[Step]:
    rules = setup.blackjack
    if rules is None:
        return
    if rules.peek:
        yield Step(
            "With an ace or a ten-value card up, look at your down card. A blackjack ends the"
            " round: settle every wager.",
            clause_about(setup, "peek"),
        )
        if any(i.startswith("insurance") for i in setup.configured.spots):
            yield Step("No blackjack: take the insurance wagers.")
    else:
        yield Step("Do not look at your down card before the hands are played.")


def _blackjacks(setup: Setup) -> Iterator[Step]:
    rules = setup.blackjack
    if rules is None or KINDS[setup.round].first_three_may_pass_21:
        return
    pays = f"{setup.blackjack_odds.to} to {setup.blackjack_odds.per}"
    about = clause_about(setup, "blackjacks")
    if rules.blackjack_double:
        text = "Ask players with a blackjack whether to be paid or to keep it for a double."
        yield Step(text, about)
    if rules.blackjack_wins:
        yield Step(f"Pay every player's blackjack {pays} at once, before the peek.", about)
    else:
        text = f"A player's blackjack waits for the peek: {pays}, or a push with yours."
        yield Step(text, about)


def _hands(setup: Setup) -> Iterator[Step]:
    if setup.blackjack is None:
        return
    yield Step("Play the seats in order from your left; finish a split hand before the next.")
    for text, topic in _choices(setup.blackjack):
        yield Step(text, clause_about(setup, topic))


def _choices(rules: BlackjackRules) -> Iterator[tuple[str, str]]:
    """Yield the legal actions with a hand, and the topic of each sentence."""
    at_once = " A 21 wins: pay it at once." if rules.twenty_one_wins else ""
    yield f"Hit or stand. Over 21: take the wager and the cards at once.{at_once}", "hands"
    if rules.surrender:
        yield "Surrender, as the first decision: take half the wager and the cards.", "surrender"
    cards = "any number of cards" if rules.double_cards == "any" else "the first two cards"
    much = "any amount up to the wager" if rules.double_for_less else "exactly the wager"
    totals = "" if rules.double_totals == "any" else f", hard {rules.double_totals} only"
    yield f"Double on {cards}{totals}: {much}, then one card.", "double"
    if rules.redouble:
        yield f"A doubled hand may be doubled again, {rules.doublings} times in all.", "redouble"
    if rules.rescue:
        yield "Rescue after a double: give the last doubled portion back, take the rest.", "rescue"
    after = "may" if rules.double_after_split else "may not"
    hands = f"up to {rules.max_hands} hands, each with a wager as large as the first"
    yield f"Split cards of equal value, {hands}. Split hands {after} be doubled.", "split"
    aces = "are played like other cards" if rules.hit_split_aces else "get one card each"
    again = ", and may be split again" if rules.resplit_aces else ""
    yield f"Split aces {aces}{again}.", "split"
    if rules.free_bets:
        yield (
            "Free double of a two-card hard 9, 10 or 11: a lammer in place of money.",
            "free double",
        )
        yield "Free split of every pair but ten-values: a lammer for each new hand.", "free split"
        yield "A lammer is paid as the wager is, and costs the player nothing.", "free split"


def _dealer(setup: Setup) -> Iterator[Step]:
    rules = setup.blackjack
    if rules is None:
        yield Step("When every player has acted, turn your cards up.")
        return
    soft = "hit a soft 17" if rules.soft17 == "hit" else "stand on every 17"
    yield Step(f"Turn your down card. Draw to 16 and {soft}.", clause_about(setup, "dealer"))
    if rules.dealer_22_pushes:
        text = "A total of 22 pushes every hand still in play, blackjacks apart."
        yield Step(text, clause_about(setup, "22"))


def _settle(setup: Setup) -> Iterator[Step]:
    side = "left" if setup.settled_from == "dealer's left" else "right"
    yield Step(f"Settle seat by seat from your {side}.")


def _after_deal(setup: Setup) -> Iterator[Step]:
    bonus = setup.configured.game.super_bonus
    if bonus is not None:
        yield Step(next(super_bonus_sentences(setup)), short_cite(bonus.cite))


_STEPS: Mapping[Phase, Callable[[Setup], Iterator[Step]]] = {
    Phase.DEAL: _deal,
    Phase.AFTER_DEAL: _after_deal,
    Phase.BLACKJACKS: _blackjacks,
    Phase.INSURANCE: _insurance,
    Phase.PEEK: _peek,
    Phase.HANDS: _hands,
    Phase.DEALER: _dealer,
    Phase.SETTLE: _settle,
}


def _jackpots(setup: Setup) -> Iterator[Step]:
    for spot in setup.configured.spots.values():
        jackpot, terms = spot.jackpot, spot.wager.jackpot
        if jackpot is None or terms is None:
            continue
        if jackpot.scheme == "progressive":
            text = (
                f"{spot.wager.title}: {percent(jackpot.contribution, 2)} of each wager feeds the"
                f" meter. After an award of 100% it starts again at {short_money(jackpot.seed)}."
                f" Several awards in one round: from the {terms.award_order}, each from what the"
                " one before left."
            )
        else:
            text = f"{spot.wager.title}: a house jackpot. Pay every winner the posted prize."
        yield Step(text, short_cite(terms.cite))
    if any(spot.jackpot for spot in setup.configured.spots.values()):
        yield Step("Call the supervisor before a jackpot is paid; leave cards and chips in place.")
