"""From catalogue files to games: merge includes, take tables apart, refuse impossible rows."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pitboss.cards import DECKS
from pitboss.rulebook.house import parse_share
from pitboss.rulebook.limits import GUESS_LENGTH_MAX, shorten
from pitboss.rulebook.model import (
    KIND_RULES,
    SUPER_BONUS_UP_CARDS,
    WITHOUT_BLACKJACK,
    BlackjackRules,
    Game,
    KindRules,
    Option,
    PayRow,
    PayTable,
    Ruling,
    SuperBonus,
    Wager,
    clause_problems,
    clauses,
)
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import Dollars, Plain, format_pay, parse_pay, parse_ratio
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.extend import EXTENDS
from pitboss.rulebook.reading.outcomes import FAMILIES
from pitboss.rulebook.reading.playable import unplayable
from pitboss.rulebook.reading.schema import GameFile, RowFile, TableFile, decode

CODE = "rulebook/invalid"
INSURANCE = "insurance"
"""How the id of every insurance wager begins."""
CATALOG = files("pitboss.rulebook") / "catalog"

RULE_NAMES = frozenset(field.name for field in fields(BlackjackRules))


def read_toml(source: Traversable) -> dict[str, Any]:
    """Read one TOML file of the catalogue."""
    return tomllib.loads(source.read_text(encoding="utf-8"))


def load_rulings(data: Mapping[str, Any]) -> tuple[Ruling, ...]:
    """Read the rulings file."""
    shaped: dict[str, Ruling] = decode(
        dict[str, Ruling], with_ids(data), where="rulings.toml", code=CODE
    )
    return tuple(shaped.values())


def with_ids(items: Mapping[str, Any]) -> dict[str, Any]:
    """Put the id of each item into it."""
    return {
        name: {**item, "id": name} if isinstance(item, dict) and "id" not in item else item
        for name, item in items.items()
    }


def load_game(source: Traversable, rulings: tuple[Ruling, ...]) -> Game:
    """Read one game, or raise `RulesError` with every problem of its file."""
    return build_game(merge_includes(read_toml(source), CATALOG / "shared"), source.name, rulings)


def merge_includes(data: dict[str, Any], shared: Traversable) -> dict[str, Any]:
    """Return *data* with its includes below it and its references resolved.

    A file's own values win over an include's; only the pay tables add up. If the file fixes what an
    include leaves to the house, or the other way round, the file wins too. A reference to something
    that does not exist stays, for `build_game` to refuse by its key.
    """
    base: dict[str, Any] = {}
    own = dict(data)
    includes = own.get("include", [])
    if _are_names(includes) and all((shared / f"{name}.toml").is_file() for name in includes):
        own.pop("include", None)
        for name in includes:
            base = _merge_over(base, merge_includes(read_toml(shared / f"{name}.toml"), shared))
    for mine, theirs in (("rules", "options"), ("options", "rules")):
        if isinstance(own.get(mine), dict):
            for rule in own[mine]:
                base.get(theirs, {}).pop(rule, None)
    unwanted, wagers = own.get("without_wagers", []), base.get("wagers", {})
    if EXTENDS not in own and _are_names(unwanted) and set(unwanted) <= set(wagers):
        own.pop("without_wagers", None)
        for wager_id in dict.fromkeys(unwanted):
            del wagers[wager_id]
    return resolve_references(_merge_over(base, own))


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _merge_over(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in top.items():
        below = result.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            result[key] = _merge_over(below, value)
        elif key == "tables" and isinstance(below, list) and isinstance(value, list):
            result[key] = below + value
        else:
            result[key] = value
    return result


def resolve_references(data: dict[str, Any]) -> dict[str, Any]:
    """Fill in `grid = ` (a pay table printed in several sections) and `like = ` (a twin wager)."""
    result = dict(data)
    if "game" in data:  # a shared file keeps its grids for the game that includes it
        grids, tables = result.pop("grids", {}), result.get("tables", [])
        if isinstance(tables, list):
            result["tables"] = [_fill_reference(table, grids, "grid") for table in tables]
        wagers = result.get("wagers")
        if isinstance(wagers, dict):
            result["wagers"] = {
                wager_id: _fill_reference(wager, wagers, "like")
                for wager_id, wager in wagers.items()
            }
    return result


def _fill_reference(item: object, sources: object, key: str) -> object:
    """Return *item* over the item that it names by *key*, or as it is if there is none."""
    if not isinstance(item, dict) or not isinstance(sources, dict):
        return item
    name = item.get(key)
    source = sources.get(name) if isinstance(name, str) else None
    if not isinstance(source, dict):
        return item
    return source | {field: value for field, value in item.items() if field != key}


def build_game(
    data: Mapping[str, Any],
    where: str,
    rulings: tuple[Ruling, ...],
    *,
    alike: Iterable[str] = (),
) -> Game:
    """Make a game from a merged file; the rulings on the games *alike* are its rulings too."""
    named = {
        key: with_ids(data[key]) for key in ("options", "wagers") if isinstance(data.get(key), dict)
    }
    bonus = data.get("super_bonus")
    stated = bonus if isinstance(bonus, dict) else {}
    if stated:
        named["super_bonus"] = {k: v for k, v in stated.items() if k not in clauses(SuperBonus)}
    file: GameFile = decode(GameFile, {**data, **named}, where=where, code=CODE)
    options = tuple(
        file.options[name]
        for name in sorted(file.options, key=lambda name: _FIRST_OPTIONS.get(name, 2))
    )
    kind_rules, kind_problems = _kind_rules(file)
    wagers = tuple(_with_pays(wager, file) for wager in file.wagers.values())
    found = [
        *_head_problems(file),
        *(
            (f"options.{name}.id", "is the name of the option, which is written in its heading")
            for name, option in file.options.items()
            if option.id != name
        ),
        *kind_problems,
        *_super_bonus_problems(file, stated),
        *_rule_problems(file),
        *_option_problems(options, wagers),
        *_decision_problems(options),
        *_wager_problems(wagers, options),
        *_win_problems(wagers, file),
    ]
    names = (file.game.id, *alike)
    game = Game(
        **_members(file.game),
        fixed=file.rules,
        kind_rules=kind_rules,
        super_bonus=file.super_bonus,
        options=options,
        wagers=wagers,
        tables=(),
        default_tables=file.default_tables,
        printed=file.printed,
        clauses=file.clauses,
        rulings=tuple(
            ruling
            for ruling in rulings
            if any(fnmatchcase(name, pattern) for name in names for pattern in ruling.games)
        ),
    )
    tables: list[PayTable] = []
    # Without deck counts nothing can be said of the tables.
    has_decks = any(option.id == "decks" for option in options)
    for position, table in enumerate(file.tables if has_decks else ()):
        problems = list(_grid_problems(table, game, f"tables[{position}] {'/'.join(table.ids)}"))
        found += problems
        if not problems:
            tables += _tables(table, game)
    game = replace(game, tables=tuple(tables))
    found += _table_problems(game) if has_decks else ()
    found += unplayable(game) if not found else ()
    if found:
        raise RulesError(
            Problem(code=CODE, key=f"{where}: {key}", message=message)
            for key, message in dict.fromkeys(found)
        )
    return game


_FIRST_OPTIONS = {"decks": 0, "soft17": 1}
"""The options that people ask for first come first, whatever the file."""


def _members(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass of the schema
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _kind_rules(file: GameFile) -> tuple[KindRules | None, tuple[tuple[str, str], ...]]:
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
            wrong += _unreadable(parse_ratio, value, f"kind.{name}")
        if isinstance(value, int) and value < 1:
            wrong.append((f"kind.{name}", f"is 1 or more, not {value}"))
    return rules, tuple(wrong)


Found = Iterator[tuple[str, str]]
"""Key and reason of each problem."""


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


def _head_problems(file: GameFile) -> Found:
    if file.game.deck not in DECKS:
        yield "game.deck", f"the deck {file.game.deck!r} is unknown; there is {', '.join(DECKS)}"


def _rule_problems(file: GameFile) -> Found:
    """Check that a rule is either fixed or the house's option: never both, never neither."""
    needed = frozenset() if file.game.round in WITHOUT_BLACKJACK else RULE_NAMES
    options = frozenset(option.rule or name for name, option in file.options.items())
    for name in sorted(file.rules):
        if name not in needed:
            yield f"rules.{name}", "is not a rule of this kind of round"
        elif name in options:
            yield f"rules.{name}", "is both fixed and an option"
    for name in sorted(needed - options - frozenset(file.rules)):
        yield f"rules.{name}", "is missing: neither fixed nor an option"
    if not needed <= options | frozenset(file.rules):
        return
    for values in _every_choice(file):
        try:
            decode(BlackjackRules, values, where="", code=CODE)
        except RulesError as error:
            yield from ((f"rules.{bad.key}", bad.message) for bad in error.problems)
        for name in ("blackjack", "insurance_pays"):
            if isinstance(values.get(name), str):
                yield from _unreadable(parse_ratio, values[name], f"rules.{name}")


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
            yield key, f"a condition needs the unknown option {other!r}"
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
        if wager.pays is not None:
            yield from _unreadable(parse_pay, wager.pays, key)
        if wager.jackpot and wager.jackpot.contribution is not None:
            yield from _unreadable(parse_share, wager.jackpot.contribution, key)
        for name in sorted(set(wager.compulsory_when) - {option.id for option in options}):
            yield key, f"speaks of the unknown option {name!r}"
        named = {
            part for need in (*wager.needs, *wager.offered_with) for part in need.split(" or ")
        }
        named |= {other for other in (wager.equals, wager.follows, wager.tip_needs) if other}
        for other in sorted(named - known):
            yield key, f"speaks of the unknown wager {other!r}"


def _with_pays(wager: Wager, file: GameFile) -> Wager:
    """Give an insurance wager the pay that the rules fix."""
    pays = file.rules.get("insurance_pays")
    if wager.pays is None and wager.id.startswith(INSURANCE) and isinstance(pays, str):
        with suppress(ValueError):  # reported by `_rule_problems`
            return replace(wager, pays=format_pay(parse_ratio(pays)))
    return wager


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


def _unreadable(read: Callable[[str], object], text: str, key: str) -> Found:
    try:
        read(text)
    except ValueError as error:
        yield key, str(error)


def _grid_problems(table: TableFile, game: Game, key: str) -> Found:
    """Yield what makes the tables of one printed grid impossible."""
    if not table.ids or not table.rows or not table.cite:
        yield key, "needs ids, rows and a clause"
    if table.family not in FAMILIES:
        yield key, f"the family {table.family!r} is unknown; 'pitboss outcomes' lists them"
        return
    for wager_id in table.wagers:
        if wager_id not in {wager.id for wager in game.wagers}:
            yield key, f"pays the unknown wager {wager_id!r}"
    for wanted in table.needs_options:
        if wanted not in {option.id for option in game.options}:
            yield key, f"needs the unknown option {wanted!r}"
    yield from _width_problems(table, key)
    yield from _meter_problems(table, key)
    for row in table.rows:
        yield from _row_problems(row, table, f"{key} row {row.name!r}")


def _meter_problems(table: TableFile, key: str) -> Found:
    """Check that seed and increment are readable, and that a seed has a base wager."""
    for seed in table.seed:
        yield from _unreadable(parse_dollars, seed, key)
    for share in table.increment:
        yield from _unreadable(parse_share, share, key)
    if table.seed and not table.base_wager:
        yield key, "a seed needs the base_wager it is printed for"


def _width_problems(table: TableFile, key: str) -> Found:
    """Check that a list by table has an entry for every table."""
    if len(table.columns) != len(table.columns_on):
        yield key, "needs a word in columns_on for each of its columns"
    listed = {**table.printed, "seed": table.seed, "increment": table.increment}
    if table.decks and isinstance(table.decks[0], tuple):
        listed["decks"] = tuple(map(str, table.decks))
    for name, values in listed.items():
        if (values or name in table.printed) and len(values) != len(table.ids):
            yield key, f"gives {name!r} {len(values)} times for {len(table.ids)} tables"


def _row_problems(row: RowFile, table: TableFile, key: str) -> Found:
    width = len(table.ids) * max(1, len(table.columns))
    if len(row.pays) != width:
        yield key, f"has {len(row.pays)} pays where {width} are printed"
    if row.envy and (len(row.envy) != len(table.ids) or table.envy_to is None):
        yield key, "needs an envy pay for each table, and the table needs envy_to"
    for text in row.pays:
        try:
            parse_pay(text)
        except ValueError as error:
            yield key, str(error)
    for text in row.envy:
        if not isinstance(parse_envy(text), int | None):
            yield key, f"{text!r} is not an envy pay; write '$10' or 'N/A'"
    for outcome in _outcomes(row, table):
        if outcome not in FAMILIES[table.family]:
            message = f"the family {table.family!r} has no outcome {shorten(outcome)!r}"
            yield key, f"{message}; {_nearest_outcome(outcome, table.family)}"


def _nearest_outcome(outcome: str, family: str) -> str:
    near = get_close_matches(outcome[:GUESS_LENGTH_MAX], FAMILIES[family], n=1)
    hint = f"the nearest is {near[0]!r}, and " if near else ""
    return f"{hint}'pitboss outcomes {family}' lists them"


def parse_envy(text: str) -> int | str | None:
    """Return an envy pay in cents, None for none, or *text* itself if it is neither."""
    try:
        pay = parse_pay(text)
    except ValueError:
        return text
    if isinstance(pay, Dollars):
        return pay.cents
    return None if pay is Plain.NOT_OFFERED else text


def _outcomes(row: RowFile, table: TableFile) -> tuple[str, ...]:
    if not table.columns_on:
        return (row.on,)
    named = table.outcome.replace("{row}", row.on)
    return tuple(named.replace("{column}", column) for column in table.columns_on)


def _tables(table: TableFile, game: Game) -> Iterator[PayTable]:
    """Take a printed grid apart into its pay tables."""
    for position, table_id in enumerate(table.ids):
        yield PayTable(
            id=table_id,
            title=table.title,
            wagers=table.wagers,
            family=table.family,
            decks=_decks(table, position, game),
            rows=tuple(_rows(table, position)),
            automatic=table.automatic,
            settled=table.settled,
            alternate_for=table.alternate_for,
            replaces=table.replaces,
            envy_to=table.envy_to,
            envy_scales=table.envy_scales,
            needs_options=table.needs_options,
            base_wager=table.base_wager,
            min_wager=table.min_wagers.get(table_id),
            seed=table.seed[position] if table.seed else None,
            increment=table.increment[position] if table.increment else None,
            printed={
                name: figures[position]
                for name, figures in table.printed.items()
                if figures[position]
            },
            printed_for=table.printed_for,
            note=table.note,
            cite=table.cite,
        )


def _decks(table: TableFile, position: int, game: Game) -> tuple[int, ...]:
    """Return the game's deck counts for a table, narrowed by its own and its wager's."""
    own = (
        table.decks[position] if table.decks and isinstance(table.decks[0], tuple) else table.decks
    )
    wagers = (game.wager(wager).decks for wager in table.wagers)
    limits = [decks for decks in (own, *wagers) if decks]
    return tuple(count for count in game.decks if all(count in decks for decks in limits))


def _rows(table: TableFile, position: int) -> Iterator[PayRow]:
    columns = table.columns or ("",)
    for row in table.rows:
        start = position * len(columns)
        for column, outcome, text in zip(
            columns, _outcomes(row, table), row.pays[start : start + len(columns)], strict=True
        ):
            envy = parse_envy(row.envy[position]) if row.envy else None
            yield PayRow(
                name=row.name,
                outcome=outcome,
                column=column,
                pay=parse_pay(text),
                text=text,
                envy=envy if isinstance(envy, int) else None,
                printed=row.printed,
            )


_REMEDY = "give it another id, or write extends instead of include to replace a table by its id"


def _table_problems(game: Game) -> Found:
    """Yield the problems between the tables of a game."""
    seen: set[tuple[str, str, int]] = set()
    ids = {table.id for table in game.tables}
    for table in game.tables:
        key = f"tables {table.id!r}"
        if not table.decks:
            yield key, "fits none of the game's deck counts"
        outcomes = [row.outcome for row in table.rows]
        if len(set(outcomes)) != len(outcomes):
            yield key, "pays the same outcome twice"
        for wager in table.wagers:
            places = {(wager, table.id, decks) for decks in table.decks}
            if twice := [decks for _, _, decks in sorted(places & seen)]:
                yield key, f"stands twice for {wager!r} with {deck_counts(twice)}; {_REMEDY}"
            seen |= places
        for pattern in table.alternate_for:
            if not any(fnmatchcase(other, pattern) for other in ids):
                yield key, f"is an alternate for {pattern!r}, which no table is"
    for wager_id, table_id in game.default_tables.items():
        if table_id not in {table.id for table in game.tables_of(wager_id)}:
            yield f"default_tables.{wager_id}", f"there is no table {table_id!r} for it"
