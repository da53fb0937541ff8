"""The felt sign, and the rack card that players take."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.report.sheets.parts import (
    HouseWords,
    Note,
    Page,
    Panels,
    Part,
    Sheet,
    SignLines,
    Step,
    Steps,
    Title,
    What,
)
from pitboss.report.sheets.words import (
    decks_line,
    foot,
    group_title,
    limits,
    name_on_signs,
    panels,
    phrases,
    spot_groups,
)
from pitboss.rulebook.model import Wager
from pitboss.text.felt import printed_lines, rule_words, super_bonus_sentences
from pitboss.text.kinds import KINDS


def felt_sign(setup: Setup, house: HouseWords) -> Sheet:
    """Return the sign beside the table: the game, the rules on its felt, the limits."""
    game = setup.configured.game
    lines = tuple(line[0].upper() + line[1:] for line in printed_lines(setup))
    printed = {line.lower() for line in lines}
    fine = (*rule_words(setup), *_special_rules(setup))
    small = [words for words in fine if not _is_printed(words.lower(), printed)]
    parts: list[Part] = [SignLines(lines), Note(phrases(small))]
    parts.append(limits(setup))
    return Sheet(
        what=What.FELT_SIGN,
        page=Page.LANDSCAPE,
        title=name_on_signs(game),
        subtitle=house.name,
        parts=tuple(parts),
        foot=foot(setup),
    )


def _is_printed(words: str, lines: set[str]) -> bool:
    """Return whether the large lines say it already, perhaps in other words."""
    is_soft_17 = words.endswith("soft 17") and any("17" in line for line in lines)
    return is_soft_17 or any(words in line for line in lines)


def _special_rules(setup: Setup) -> Iterator[str]:
    """Return the rules on a felt beyond those of every table, a few words each."""
    rules = setup.blackjack
    if rules is None:
        return
    if rules.twenty_one_wins:
        yield "your 21 always wins"
    if rules.double_cards == "any":
        yield "double on any number of cards"
    if rules.rescue:
        yield "rescue after a double"
    if rules.surrender:
        yield "late surrender"
    yield f"split to {rules.max_hands} hands"


def rack_card(setup: Setup, house: HouseWords) -> Sheet:
    """Return the card that explains the game to players: how to play, and the pays."""
    game = setup.configured.game
    steps = tuple(Step(text) for text in (*_wagers(setup), *KINDS[setup.round].how_to_play(setup)))
    bonus = " ".join(super_bonus_sentences(setup))
    parts: list[Part] = [Title("How to play"), Steps(steps)]
    if bonus:
        parts.append(Note(bonus))
    if pays := tuple(panels(setup)):
        parts += [Title("What it pays"), Panels(pays)]
    return Sheet(
        what=What.RACK_CARD,
        page=Page.RACK,
        title=name_on_signs(game),
        subtitle=house.name or decks_line(setup),
        parts=tuple(parts),
        foot=foot(setup),
    )


def _wagers(setup: Setup) -> Iterator[str]:
    """Return which wagers are compulsory and which are optional before the deal."""
    spots = [spot.wager for spot in setup.configured.spots.values()]
    early = [wager for wager in spots if wager.made == "before the deal"]
    compulsory = [w for w in early if w.id in setup.mains or is_compulsory(setup, w)]
    optional = [wager for wager in early if wager not in compulsory]
    yield f"Before the deal, {_list_names([_bet_on(wager) for wager in compulsory])}."
    groups = [spots for spots in spot_groups(setup) if spots[0].wager in optional]
    if groups:
        names = _list_names([group_title(spots) for spots in groups])
        yield f"You may also bet on {names}."


def is_compulsory(setup: Setup, wager: Wager) -> bool:
    """Return whether *wager* is compulsory at this table."""
    options = setup.configured.options
    when = wager.compulsory_when
    by_options = bool(when) and all(options.get(name) in values for name, values in when.items())
    return wager.compulsory or by_options


def _bet_on(wager: Wager) -> str:
    is_wager = wager.title.lower().endswith("wager")
    return f"make the {wager.title.lower()}" if is_wager else f"bet on {wager.title}"


def _list_names(names: list[str]) -> str:
    *firsts, last = names
    return f"{', '.join(firsts)} and {last}" if firsts else last
