"""The problems of a game's file: its rules, options and wagers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields
from string import Formatter
from typing import Any

from pitboss.cards import DECKS
from pitboss.rulebook.house import parse_share
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import (
    KIND_RULES,
    PLAIN_ROUND,
    SCOPES,
    SHARED,
    SUPER_BONUS_UP_CARDS,
    WITHOUT_BLACKJACK,
    BlackjackRules,
    KindRules,
    Option,
    SuperBonus,
    Wager,
    clause_problems,
    clauses,
)
from pitboss.rulebook.model.rules import SAME, read_hands, read_ranks, read_totals
from pitboss.rulebook.pays import format_pay, parse_pay, parse_ratio
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.schema import GameFile, decode

CODE = "rulebook/invalid"
INSURANCE = "insurance"
"""How the id of every insurance wager begins."""
HANDS_MAX = 8
"""The most hands of one seat: pairs of a shoe are split further too seldom to matter, and every
solution, lane and felt has room for these."""
RULE_NAMES = frozenset(field.name for field in fields(BlackjackRules))
_LATER = frozenset(field.name for field in fields(BlackjackRules) if field.default is not MISSING)
"""Rules that a file may leave out: it was written before they were rules."""


_PLAIN_ROUNDS: Mapping[str, tuple[object, ...]] = {
    "surrender": (False, True),
    "peek": (True, False),
    **{field.name: (field.default,) for field in fields(BlackjackRules) if field.name in _LATER},
}
"""Rules -> the values that every kind of round, and free bets, can be played with."""
_TEXTS: Mapping[str, Callable[[str], object]] = {
    "blackjack": parse_ratio,
    "insurance_pays": parse_ratio,
    "charlie_pays": parse_ratio,
    "suited_blackjack": parse_ratio,
    "never_split": read_ranks,
    "hands_of": read_hands,
    "ties_lost": read_totals,
    "dealer_pushes": read_totals,
}
"""Rules that are pays, or list ranks or totals -> what reads them."""


def read_kind_rules(file: GameFile) -> tuple[KindRules | None, tuple[tuple[str, str], ...]]:
    """Return the rules of another kind of round, and their problems."""
    shape = KIND_RULES.get(file.game.round)
    if shape is None:
        return None, (("kind", "is not a known key"),) if file.kind else ()
    wrong = [(f"kind.{name}", message) for name, message in clause_problems(shape, file.kind)]
    settings = {name: value for name, value in file.kind.items() if name not in clauses(shape)}
    try:
        rules: KindRules = decode(shape, settings, where="", code=CODE)
    except RulesError as error:
        return None, (*wrong, *((f"kind.{bad.key}", bad.message) for bad in error.problems))
    for name, value in settings.items():
        if name.endswith("_pays") and isinstance(value, str):
            wrong += unreadable(parse_ratio, value, f"kind.{name}")
        if isinstance(value, int) and value < 1:
            wrong.append((f"kind.{name}", f"is 1 or more, not {value}"))
    return rules, tuple(wrong)


Found = Iterator[tuple[str, str]]
"""Key and reason of each problem."""


def game_problems(
    file: GameFile,
    stated: Mapping[str, Any],
    options: tuple[Option, ...],
    wagers: tuple[Wager, ...],
) -> Found:
    """Yield every problem of a file beside its kind of round and its tables.

    *stated* is the Super Bonus as the file has it.
    """
    if file.game.deck not in DECKS:
        yield "game.deck", f"the deck {file.game.deck!r} is unknown; there is {', '.join(DECKS)}"
    for name, option in file.options.items():
        if option.id != name:
            message = "is the name of the option, which is written in its heading"
            yield f"options.{name}.id", message
    yield from _super_bonus_problems(file, stated)
    yield from _shoe_problems(file)
    yield from _irregularity_problems(file)
    yield from _rule_problems(file)
    yield from _option_problems(options, wagers)
    yield from _decision_problems(options)
    yield from _wager_problems(wagers, options)
    yield from _win_problems(wagers, file)
    yield from _procedure_problems(file)


def _irregularity_problems(file: GameFile) -> Found:
    """Yield what the table could not rule on."""
    for name, item in file.irregularities.items():
        key = f"irregularities.{name}"
        if item.id != name:
            yield f"{key}.id", "is its name, which is written in its heading"
        if item.scope not in SCOPES[item.effect]:
            allowed = " or ".join(SCOPES[item.effect])
            yield f"{key}.scope", f"{item.effect!r} is about one {allowed}, not a {item.scope}"
        if (item.effect == "option") != bool(item.option):
            yield f"{key}.option", "names the option that decides, if the effect is 'option'"
        elif item.option and item.option not in file.options:
            yield f"{key}.option", f"the option {shorten(item.option)!r} is missing"


def _super_bonus_problems(file: GameFile, stated: Mapping[str, Any]) -> Found:
    """Yield what the table would not play of a Super Bonus."""
    yield from (
        (f"super_bonus.{name}", message) for name, message in clause_problems(SuperBonus, stated)
    )
    bonus = file.super_bonus
    if bonus is None:
        return
    if not bonus.bands or any(band.wager_min < 1 or band.pays < 0 for band in bonus.bands):
        yield "super_bonus.bands", "needs a band, each with a wager of a cent or more and a prize"
    for hand in bonus.hands:
        if hand.up_card != SUPER_BONUS_UP_CARDS[hand.player]:
            played = SUPER_BONUS_UP_CARDS[hand.player]
            yield "super_bonus.hands", f"{hand.player} win against {played}, not {hand.up_card}"
    named = Counter(decks for hand in bonus.hands for decks in hand.decks)
    values = file.options["decks"].values if "decks" in file.options else ()
    for decks in values:
        if named[int(decks)] != 1:
            yield "super_bonus.hands", f"needs one hand for {decks} decks, not {named[int(decks)]}"


def _shoe_problems(file: GameFile) -> Found:
    """Yield burns and cuts that no shoe has."""
    terms = file.shoe
    if terms is None:
        return
    if not terms.cite:
        yield "shoe", "needs a clause"
    if terms.burn is not None and terms.burn < 0:
        yield "shoe.burn", f"is 0 or more, not {terms.burn}"
    if terms.cut is not None and not 0 <= terms.cut[0] <= terms.cut[1]:
        yield "shoe.cut", "is the fewest cards and the most, in this order"


def _rule_problems(file: GameFile) -> Found:
    """Check that a rule is either fixed or the house's option: never both, never neither."""
    needed = frozenset() if file.game.round in WITHOUT_BLACKJACK else RULE_NAMES
    options = frozenset(option.rule or name for name, option in file.options.items())
    for name in sorted(file.rules):
        if name not in needed:
            yield f"rules.{name}", "is not a rule of this kind of round"
        elif name in options:
            yield f"rules.{name}", "is both fixed and an option"
    missing = needed - _LATER - options - frozenset(file.rules)
    for name in sorted(missing):
        yield f"rules.{name}", "is missing: neither fixed nor an option"
    if missing:
        return
    for values in _every_choice(file):
        wrong: set[str] = set()
        try:
            decode(BlackjackRules, values, where="", code=CODE)
        except RulesError as error:
            wrong = {bad.key for bad in error.problems}
            yield from ((f"rules.{bad.key}", bad.message) for bad in error.problems)
        of_right_type = {name: value for name, value in values.items() if name not in wrong}
        yield from _value_problems(of_right_type, file)
        yield from _text_problems(of_right_type)


def _text_problems(values: Mapping[str, Any]) -> Found:
    """Yield pays, and lists of ranks and totals, that cannot be read."""
    for name, read in _TEXTS.items():
        text = values.get(name)
        if isinstance(text, str) and text != SAME:
            yield from unreadable(read, text, f"rules.{name}")


def _value_problems(values: Mapping[str, Any], file: GameFile) -> Found:
    """Yield values that are of the right type and that no round can be played with."""
    hands = values.get("max_hands")
    if isinstance(hands, int) and not 1 <= hands <= HANDS_MAX:
        yield "rules.max_hands", f"is from 1 (no split) to {HANDS_MAX}"
    if file.game.round is not PLAIN_ROUND or values.get("free_bets") is True:
        for name, usual in _PLAIN_ROUNDS.items():
            if values.get(name, usual[0]) not in usual:
                yield f"rules.{name}", "is for a plain round of blackjack without free bets"
    if values.get("original_bets_only") is True:
        for name in ("charlie", "split_blackjack"):
            if values.get(name):
                reason = "is paid before a late blackjack takes the original bet, so not with it"
                yield f"rules.{name}", reason
    if values.get("blackjack_double") is True and values.get("suited_blackjack", SAME) != SAME:
        yield "rules.suited_blackjack", "is not for a blackjack that may be kept and doubled"
    pays_bonus = values.get("bonus_21", "none") != "none"
    if pays_bonus and all(table.family != "bonus-21" for table in file.tables):
        yield "rules.bonus_21", "needs an automatic pay table of the family bonus-21"


def _every_choice(file: GameFile) -> Iterator[dict[str, Any]]:
    """Yield rules with every value of every option in turn, to check their types."""
    if file.game.round in WITHOUT_BLACKJACK:
        return
    options = file.options.values()
    first = dict(option.decides(option.values[0]) for option in options if option.values)
    for option in options:
        for rule, decided in map(option.decides, option.values):
            chosen = {**file.rules, **first, rule: decided}
            yield {name: chosen[name] for name in RULE_NAMES if name in chosen}


def _option_problems(options: tuple[Option, ...], wagers: tuple[Wager, ...]) -> Found:
    known = {option.id for option in options}
    known_wagers = {wager.id for wager in wagers}
    if "decks" not in known:
        yield "options.decks", "is missing: every game says how many decks it is played with"
    for option in options:
        key = f"options.{option.id}"
        if not option.cite:
            yield key, "needs a clause"
        if not option.values or len(set(map(repr, option.values))) != len(option.values):
            yield key, "needs at least one value, none twice"
        if (option.default is None) != option.required:
            yield key, "has either a default or required = true"
        named = [default.value for default in option.default_when]
        named += [] if option.default is None else [option.default]
        named += [condition.value for condition in option.conditions]
        for value in named:
            if not option.allows(value):
                yield key, f"its default or condition {value!r} is not one of its values"
        others = {name for condition in option.conditions for name in condition.needs}
        others |= {name for default in option.default_when for name in default.when}
        for other in sorted(others - known):
            hint = f"fix {option.id} under [rules] too, or name it in without_options"
            yield key, f"a condition needs {other!r}, which is no option here: {hint}"
        others = {name for condition in option.conditions for name in condition.needs_wagers}
        others |= {option.offers_like} if option.offers_like else set()
        for other in sorted(others - known_wagers):
            yield key, f"a condition needs the unknown wager {other!r}"


def _decision_problems(options: tuple[Option, ...]) -> Found:
    """Yield the problems of rules that options decide under another name or with other values."""
    deciding = Counter(option.rule or option.id for option in options)
    for option in options:
        key = f"options.{option.id}"
        if option.rule is not None and option.rule not in RULE_NAMES:
            yield key, f"decides the unknown rule {option.rule!r}"
        elif option.rule is not None and deciding[option.rule] > 1:
            yield key, f"decides {option.rule!r}, which another option decides too"
        for value in option.means:
            if not option.allows(value):
                yield key, f"gives a meaning to {value!r}, which is not one of its values"


def _wager_problems(wagers: tuple[Wager, ...], options: tuple[Option, ...]) -> Found:
    known = {wager.id for wager in wagers}
    for wager in wagers:
        key = f"wagers.{wager.id}"
        if not wager.cite or (wager.jackpot and not wager.jackpot.cite):
            yield key, "needs a clause"
        if not all(wager.aggregate.values()):
            yield f"{key}.aggregate", "needs the clause that allows it"
        if wager.pays is not None:
            yield from unreadable(parse_pay, wager.pays, key)
        if wager.jackpot and wager.jackpot.contribution is not None:
            yield from unreadable(parse_share, wager.jackpot.contribution, key)
        yield from _sharing_problems(wager, options)
        named_options = {*wager.compulsory_when, *wager.opening_hand_when}
        for name in sorted(named_options - {option.id for option in options}):
            yield key, f"speaks of the unknown option {name!r}"
        named = {
            part for need in (*wager.needs, *wager.offered_with) for part in need.split(" or ")
        }
        others = (wager.equals, wager.follows, wager.another_of, wager.tip_needs)
        named |= {other for other in others if other}
        for other in sorted(named - known):
            yield key, f"speaks of the unknown wager {other!r}"


def _sharing_problems(wager: Wager, options: tuple[Option, ...]) -> Found:
    """Check the option that says which tables share a jackpot."""
    name = wager.jackpot.shared_by if wager.jackpot else None
    if name is None:
        return
    values = next((option.values for option in options if option.id == name), None)
    if values is None or not set(values) <= set(SHARED):
        key = f"wagers.{wager.id}.jackpot.shared_by"
        yield key, f"names an option whose values are among {', '.join(SHARED)}"


def _win_problems(wagers: tuple[Wager, ...], file: GameFile) -> Found:
    """Check a wager's printed pay against the rule that decides it."""
    for wager in wagers:
        insured = wager.id.startswith(INSURANCE)
        decides = file.rules.get("insurance_pays") if insured else file.kind.get("win_pays", "1:1")
        with suppress(ValueError):  # reported where each is read
            if wager.pays is None or not isinstance(decides, str):
                continue
            played = format_pay(parse_ratio(decides))
            if format_pay(parse_pay(wager.pays)) != played:
                yield f"wagers.{wager.id}.pays", f"is {wager.pays!r} where the rules pay {played}"


def _procedure_problems(file: GameFile) -> Found:
    """Check that every step has a clause, and names rules that this kind of round has."""
    shape = KIND_RULES.get(file.game.round)
    rules = {item.name for item in fields(shape)} if shape else set()
    for number, step in enumerate(file.procedure):
        key = f"procedure[{number}]"
        if not step.cite:
            yield key, "needs a clause"
        try:
            named = {name for _, name, _, _ in Formatter().parse(step.text) if name is not None}
        except ValueError as error:
            yield key, f"its text cannot be read: {error}"
            continue
        for name in sorted(named - rules):
            yield key, f"its text names the unknown rule {name!r}"


def unreadable(read: Callable[[str], object], text: str, key: str) -> Found:
    """Yield the problem of a text that *read* refuses."""
    try:
        read(text)
    except ValueError as error:
        yield key, str(error)
