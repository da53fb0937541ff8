"""The questions of a house's set-up: the choices that the document leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.report.catalogue.pay_tables import pay_table_edges
from pitboss.rulebook.check.options import house_options, possible_values
from pitboss.rulebook.check.tables import ALTERNATE, fits, offered_tables, percentages
from pitboss.rulebook.house import House
from pitboss.rulebook.model import TIP, Game, PayTable
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.proposals import NONE, value_text, wagers_with_tables
from pitboss.rulebook.reading.profiles import NO_PROFILE, profiles
from pitboss.server.lab.house.choices import FROM_JACKPOT, table_in_use
from pitboss.text.numbers import percent

Data = Mapping[str, Any]
SETTINGS = {
    "wager": "One wager for all",
    "contribution": "Fed from each wager",
    "reserve": "Of that, kept for the next seed",
    "seed": "Seed of the meter",
}
AMOUNTS = {"min": "Smallest", "max": "Largest", "aggregate": "Most paid in a round"}
_HINTS = {"min": "the document's", "max": "the document's", "aggregate": "no limit"}


class HouseChoice(Struct, frozen=True):
    """One answer that a field offers."""

    value: str
    label: str


class HouseField(Struct, frozen=True, omit_defaults=True):
    """One question of the form."""

    key: str
    label: str
    value: str
    group: Annotated[str, Meta(description="The wager that the question is about.")] = ""
    choices: Annotated[list[HouseChoice], Meta(description="Empty: any text.")] = []
    cite: str = ""
    hint: str = ""


class HouseSection(Struct, frozen=True):
    """Questions that belong together."""

    id: str
    title: str
    fields: list[HouseField]


def form_sections(game: Game, house: House, data: Data) -> list[HouseSection]:
    """Return the questions with the answers of *data*; *house* is its readable part."""
    sections = (
        HouseSection("options", "Rules", [*_options(game, house, data)]),
        HouseSection("tables", "Wagers and pay tables", [*_tables(game, house, data)]),
        HouseSection("pays", "Prizes that the house sets", [*_pays(game, data)]),
        HouseSection("jackpots", "Jackpots", [*_jackpots(game, house, data)]),
        HouseSection("limits", "Limits", [*_limits(game, data)]),
        HouseSection("shoe", "Cards and law", [*_others(game, data)]),
    )
    return [section for section in sections if section.fields]


def _options(game: Game, house: House, data: Data) -> Iterator[HouseField]:
    values = {**house_options(game, house), **data.get("options", {})}
    offered = offered_tables(game, house, house_options(game, house))
    for option in game.options:
        if len(option.values) > 1 and option.id in values:
            texts = [value_text(value) for value in possible_values(option, offered)]
            yield HouseField(
                key=f"options.{option.id}",
                label=option.title,
                value=value_text(values[option.id]),
                choices=_choices((text, yes_or_no(text)) for text in texts),
                cite=option.cite,
            )


def yes_or_no(text: str) -> str:
    """Return the value of an option as people read it."""
    return {"true": "yes", "false": "no"}.get(text, text)


def _choices(pairs: Iterable[tuple[str, str]]) -> list[HouseChoice]:
    return [HouseChoice(value, label) for value, label in pairs]


def _tables(game: Game, house: House, data: Data) -> Iterator[HouseField]:
    decks = house_options(game, house).get("decks")
    for wager_id in wagers_with_tables(game):
        wager = game.wager(wager_id)
        chosen = data["tables"].get(wager_id, NONE)
        tables = game.tables_of(wager_id)
        edges = _edges(game.id, wager_id, decks)
        ids = dict.fromkeys(table.id for table in tables)
        fitting = {table.id for table in tables if decks in table.decks}
        pairs = [
            (table_id, _table_words(table_id, tables, edges.get(table_id))) for table_id in ids
        ]
        pairs.sort(key=lambda pair: pair[0] not in fitting)
        yield HouseField(
            key=f"tables.{wager_id}",
            label=wager.title,
            value=chosen,
            choices=_choices([(NONE, "not offered"), *pairs]),
            cite=wager.cite,
        )
        table = table_in_use(game, house, wager_id)
        alternates = [other.id for other in game.tables if table and fits(other, table)]
        if alternates:
            yield HouseField(
                key=f"pays.{wager_id}.{ALTERNATE}",
                label=f"{wager.title}: alternate",
                value=str(data.get("pays", {}).get(wager_id, {}).get(ALTERNATE, NONE)),
                choices=_choices(
                    [(NONE, "none"), *((alternate, alternate) for alternate in alternates)]
                ),
            )


def _edges(game_id: str, wager_id: str, decks: object) -> dict[str, float]:
    """Return the kept edge of each pay table of a wager."""
    edges: dict[str, float] = {}
    for line in pay_table_edges():
        if (line.game, line.wager, line.decks) == (game_id, wager_id, decks):
            edges.setdefault(line.table, line.cost)
    return edges


def _table_words(table_id: str, tables: Iterable[PayTable], edge: float | None) -> str:
    """Return the id of a table with its edge, or with the deck counts it is for."""
    if edge is None:
        decks = sorted({count for table in tables if table.id == table_id for count in table.decks})
        return f"{table_id}: for {deck_counts(decks)}"
    return f"{table_id}: edge {percent(edge, 2)}"


def _pays(game: Game, data: Data) -> Iterator[HouseField]:
    for wager_id, rows in data.get("pays", {}).items():
        for row, pay in rows.items():
            if row != ALTERNATE:
                text = f"{pay['pay']}{FROM_JACKPOT}" if isinstance(pay, dict) else str(pay)
                yield HouseField(
                    key=f"pays.{wager_id}.{row}",
                    label=row,
                    value=text,
                    group=game.wager(wager_id).title,
                    hint=f"50 for 1, $100, 50 for 1{FROM_JACKPOT}",
                )


def _jackpots(game: Game, house: House, data: Data) -> Iterator[HouseField]:
    for wager_id, setup in data.get("jackpots", {}).items():
        wager = game.wager(wager_id)
        terms = wager.jackpot
        table = table_in_use(game, house, wager_id)
        if terms is None:
            continue
        key = f"jackpots.{wager_id}"
        is_house = setup.get("scheme") == "house"
        if len(terms.schemes) > 1:
            words = {"progressive": "wagers feed a meter", "house": "posted prizes"}
            yield HouseField(
                key=f"{key}.scheme",
                label="Scheme",
                group=wager.title,
                value=setup.get("scheme", ""),
                choices=_choices(
                    (scheme, f"{scheme}: {words[scheme]}") for scheme in terms.schemes
                ),
                cite=terms.cite,
            )
        names = ("wager",) if is_house else tuple(SETTINGS)
        for name in names:
            if name == "wager" and not terms.fixed_wager:
                continue
            yield HouseField(
                key=f"{key}.{name}",
                label=SETTINGS[name],
                group=wager.title,
                value=str(setup.get(name, "")),
                hint=_describe_default(name, table, terms.contribution),
            )
        for share in percentages(table) if is_house and table else ():
            yield HouseField(
                key=f"{key}.prize.{share}%",
                label=f"Posted dollars for {share}%",
                group=wager.title,
                value=str(setup.get("prize", {}).get(f"{share}%", "")),
            )


def _describe_default(name: str, table: PayTable | None, contribution: str | None) -> str:
    """Return the default of a question in words."""
    usual = {
        "contribution": (table and table.increment) or contribution,
        "reserve": "0%",
        "seed": table and table.seed,
    }.get(name)
    return usual or ""


def _limits(game: Game, data: Data) -> Iterator[HouseField]:
    limits = data.get("limits", {})
    first = game.wagers[0].id
    for wager in game.wagers:
        offered = wager.id == first or wager.id in data["tables"] or wager.id in limits
        if not offered or wager.at_most or wager.jackpot or wager.follows:
            continue
        stated = limits.get(wager.id, {})
        for name, words in AMOUNTS.items():
            if name != "aggregate" or wager.aggregate:
                yield HouseField(
                    key=f"limits.{wager.id}.{name}",
                    label=words,
                    group=wager.title,
                    value=str(stated.get(name, "")),
                    cite=wager.aggregate["round"] if name == "aggregate" else wager.limits_cite,
                    hint=_HINTS[name],
                )
        if "hand" in wager.aggregate:
            yield HouseField(
                key=f"limits.{wager.id}.aggregate_per",
                label="The most paid counts",
                group=wager.title,
                value=str(stated.get("aggregate_per", "")),
                choices=_choices([("", "all hands of a round"), ("hand", "each hand")]),
                cite=wager.aggregate["hand"],
            )
        if wager.tip_max:
            tips = f"{TIP}{wager.id}"
            yield HouseField(
                key=f"limits.{tips}.max",
                label="Largest tip",
                group=wager.title,
                value=str(limits.get(tips, {}).get("max", "")),
                cite=wager.tip_max,
                hint="as large as the wager",
            )


def _others(game: Game, data: Data) -> Iterator[HouseField]:
    shoe = data.get("shoe", {})
    yield HouseField("shoe.burn", "Cards burned after a shuffle", str(shoe.get("burn", 1)))
    yield HouseField(
        "shoe.cut", "Cards behind the cut card", str(shoe.get("cut", "")), hint="one deck"
    )
    known = [profile for profile in profiles() if profile.covers(game.id)]
    usual = next((profile.title for profile in known if profile.default), "none")
    pairs = [("", f"the usual one: {usual}"), *((profile.id, profile.title) for profile in known)]
    yield HouseField(
        key="profile",
        label="The law that it is judged by",
        value=str(data.get("profile", "")),
        choices=_choices([*pairs, (NO_PROFILE, "none: legal limits are not judged")]),
    )
