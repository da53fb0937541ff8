"""What the pages of one game are sent."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.server.lab.wire import Word

OptionValue = str | int | bool


class LabRuleProblem(Struct, frozen=True):
    """Why the rule book refuses something."""

    code: str
    key: str
    message: str
    cite: Annotated[str, Meta(description="The clause that it breaks.")] = ""


class LabRuleValue(Struct, frozen=True):
    """A value of a rule, with all other rules as they are."""

    value: OptionValue
    chosen: bool = False
    edge: Annotated[
        float | None,
        Meta(description="The house edge with it; null where it has to be solved first."),
    ] = None
    change: Annotated[float | None, Meta(description="How much it raises the edge.")] = None
    problem: Annotated[
        LabRuleProblem | None, Meta(description="Why the rule book refuses it.")
    ] = None


class LabRule(Struct, frozen=True):
    """A rule of the main game that a house chooses."""

    id: str
    title: str
    values: list[LabRuleValue]


class LabGamePage(Struct, frozen=True):
    """A game under some rules."""

    game: str
    title: str
    summary: str
    document: str
    section: str
    kind: Annotated[str, Meta(description="The kind of its round.")]
    rules: Annotated[list[LabRule], Meta(description="The rules that a house may choose.")]
    option: Annotated[list[str], Meta(description="The rules that are chosen, as `key=value`.")]
    problems: Annotated[
        list[LabRuleProblem], Meta(description="Why these rules are refused; none: they are not.")
    ]
    digest: str = ""
    solution: Annotated[
        dict[str, Any] | None,
        Meta(description="Edge, figures and chart; null where the job `game` has to solve it."),
    ] = None
    unsolved: Annotated[
        int, Meta(description="Values whose edge the job `effects` has to solve.")
    ] = 0


class IndexTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked about index plays."""

    system: Annotated[Word, Meta(description="The count: hi-lo, ko ...")] = "hi-lo"
