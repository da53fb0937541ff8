"""A question is declared once: what it asks for is asked for at every door."""

from __future__ import annotations

import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

import pitboss
from pitboss.cli.main import parser
from pitboss.cli.orders.shared import Json, Unread, order_parameters, read_order
from pitboss.questions.advantage import Count, Protect, RiskOfBank
from pitboss.questions.ask import Ask, Written, answers, asked_fields, flat_fields
from pitboss.questions.game import Advise, DesignPays, DesignRules, Find, Report, Solve
from pitboss.questions.runs import CounterSettings, Dataset, Simulate
from pitboss.questions.table import AtTable
from pitboss.server.lab.game.wire import LabHand
from pitboss.server.lab.kinds import KINDS
from pitboss.server.lab.terms import ProtectionTerms, SimulateTerms
from pitboss.server.requests.openapi import document
from pitboss.server.requests.questions import is_sent, wire_form
from pitboss.server.requests.routes import Access, Call, Reply, Routes
from tools import web_types
from tools.http_page import request_bodies

WEB = Path(__file__).resolve().parents[2] / "web" / "src" / "pages" / "lab"
COMMANDS = {
    "simulate": Simulate,
    "count": Count,
    "advise": Advise,
    "protect": Protect,
    "risk": RiskOfBank,
    "solve": Solve,
    "report": Report,
    "design": DesignPays,
    "dataset": Dataset,
    "find": Find,
}
METHODS: dict[type, Callable[..., Any]] = {
    Simulate: pitboss.Table.simulate,
    Count: pitboss.Table.count,
    Advise: pitboss.Table.advise,
    Protect: pitboss.Table.protect,
    Solve: pitboss.Table.solve,
    Report: pitboss.Table.report,
    DesignPays: pitboss.Table.design,
    DesignRules: pitboss.Table.design_rules,
    Dataset: pitboss.Table.dataset,
}
ALONE: dict[type, Callable[..., Any]] = {RiskOfBank: pitboss.risk, Find: pitboss.find}
"""Functions that need no table."""
SHORTCUTS: dict[type, Callable[..., Any]] = {
    Simulate: pitboss.simulate,
    Count: pitboss.count,
    Advise: pitboss.advise,
}
BODIES = {Simulate: SimulateTerms, Advise: LabHand, Protect: ProtectionTerms}
FORMS = {Simulate: "Simulate.svelte", Protect: "Protect.svelte"}
NOT_IN_FORMS = {"until"}
"""What the lab's pages leave to those who write the body themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wider(Simulate):
    """A simulation with one more thing to ask for."""

    pace: Annotated[int, Ask("Deal this many rounds an hour.", least=1, most=500)] = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class WiderOrder:
    """The order of such a simulation."""

    at: AtTable
    ask: Wider
    as_json: Json = False
    unread: Unread = ()


def options_of(command: str) -> dict[str, str]:
    """Return every option of a command with its help."""
    found = parser().commands[command]
    return {name: getattr(it, "help", "") for it in found.params for name in (*it.opts, it.name)}


@pytest.mark.parametrize(("command", "kind"), COMMANDS.items())
def test_a_command_asks_for_everything_by_the_words_of_the_question(
    command: str, kind: type
) -> None:
    options = options_of(command)
    for field, _ in flat_fields(kind):
        flag = field.ask.flags[0] if field.ask.flags else f"--{field.name.replace('_', '-')}"
        assert options[flag] == field.ask.words


@pytest.mark.parametrize("command", sorted(COMMANDS.keys() - {"risk", "find"}))
def test_every_command_asks_for_the_table_in_the_same_words(command: str) -> None:
    options = options_of(command)
    for field in asked_fields(AtTable):
        if not field.ask.by_place:
            assert options[(*field.ask.flags, f"--{field.name}")[0]] == field.ask.words


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.__name__)
def test_python_takes_every_field_with_its_default_and_explains_it(kind: type) -> None:
    method = METHODS[kind]
    taken = inspect.signature(method).parameters
    text = re.sub(r"\s+", " ", inspect.getdoc(method) or "")
    assert [*taken][1:] == [field.name for field in asked_fields(kind)]
    for field in asked_fields(kind):
        assert f"{field.name}: {field.ask.words}" in text
    if kind in SHORTCUTS:
        short = [*inspect.signature(SHORTCUTS[kind]).parameters]
        assert short == ["game", *[*taken][1:], "configuration"]


@pytest.mark.parametrize("kind", BODIES, ids=lambda kind: kind.__name__)
def test_http_takes_every_field_but_those_about_the_machine(kind: type) -> None:
    schema = msgspec.json.schema(BODIES[kind])["$defs"][BODIES[kind].__name__]
    sent = {field.name: field for field in asked_fields(kind) if is_sent(field)}
    assert schema["properties"].keys() - {"game", "option"} == sent.keys()
    for name, field in sent.items():
        assert schema["properties"][name]["description"] == field.ask.words
    here = {field.name for field in asked_fields(kind) if not is_sent(field)}
    assert not here & schema["properties"].keys()


@pytest.mark.parametrize("kind", BODIES, ids=lambda kind: kind.__name__)
def test_a_body_can_be_sent_to_another_process(kind: type) -> None:
    body = BODIES[kind]
    assert pickle.loads(pickle.dumps(body)) is body  # noqa: S301 - of this test


@pytest.mark.parametrize("kind", FORMS, ids=lambda kind: kind.__name__)
def test_a_form_of_the_lab_asks_for_every_field_of_its_body(kind: type) -> None:
    page = (WEB / FORMS[kind]).read_text(encoding="utf-8")
    for field in asked_fields(kind):
        if is_sent(field) and field.name not in NOT_IN_FORMS:
            assert re.search(rf"\b{field.name}\b", page), field.name


@pytest.mark.parametrize("kind", ALONE, ids=lambda kind: kind.__name__)
def test_a_function_without_a_table_takes_every_field_and_explains_it(kind: type) -> None:
    taken = [*inspect.signature(ALONE[kind]).parameters]
    assert taken == [field.name for field in asked_fields(kind)]
    text = re.sub(r"\s+", " ", inspect.getdoc(ALONE[kind]) or "")
    for field in asked_fields(kind):
        assert f"{field.name}: {field.ask.words}" in text


def test_a_new_field_appears_at_every_door() -> None:
    """Goal: one declaration is enough for the command line, Python, HTTP and their help."""
    (option,) = (it for it in order_parameters(WiderOrder) if it.name == "pace")
    assert option.default == 70
    values = {it.name: it.default for it in order_parameters(WiderOrder)}
    order = read_order(WiderOrder, values | {"game": "co/pai-jack", "rounds": "1e3", "pace": 90})
    assert (order.ask.pace, order.ask.rounds, order.ask.count) == (90, 1000, None)

    class Desk:
        @answers(Wider)
        def simulate(self, ask: Wider) -> int:
            """Play."""
            return ask.pace

    assert Desk().simulate(rounds=10, pace=33) == 33
    assert "pace: Deal this many rounds an hour." in (inspect.getdoc(Desk.simulate) or "")
    schema = msgspec.json.schema(wire_form(Wider, "WiderTerms", "Wider.", module=__name__))
    shown = schema["$defs"]["WiderTerms"]["properties"]["pace"]
    assert shown == {
        "description": "Deal this many rounds an hour.",
        "type": "integer",
        "minimum": 1,
        "maximum": 500,
        "default": 70,
    }


WIDER_TERMS = wire_form(Wider, "WiderTerms", "A run.", module=__name__)


async def run_wider(call: Call) -> Reply:
    """Run it."""
    raise NotImplementedError


def test_a_new_field_appears_in_openapi_in_the_pages_types_and_in_the_docs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Goal: nobody types it again, and whoever forgets to write the files again is told so."""
    routes = Routes("lab", moves=True)
    routes.post("/wider", body=WIDER_TERMS, access=Access.ANYONE)(run_wider)
    shapes = document(routes)["components"]["schemas"]
    assert shapes["WiderTerms"]["properties"]["pace"]["maximum"] == 500
    assert "| `pace` | integer | Deal this many rounds an hour. Optional. |" in [
        *request_bodies(routes)
    ]

    wider = KINDS["simulate"]._replace(terms=WIDER_TERMS, question=Wider)
    monkeypatch.setattr(web_types, "KINDS", {**KINDS, "simulate": wider})
    assert "pace" in web_types.schema()["components"]["schemas"]["WiderTerms"]["properties"]
    assert "run make web" in web_types.stale()


def test_a_field_that_does_not_say_how_it_is_asked_for_is_refused() -> None:
    @dataclass(frozen=True)
    class Silent:
        pace: int = 70

    Silent.__annotations__["pace"] = int
    with pytest.raises(TypeError, match="pace does not say how it is asked for"):
        asked_fields(Silent)


def test_a_body_cannot_narrow_what_is_not_asked_for() -> None:
    with pytest.raises(ValueError, match="Simulate does not ask for pace"):
        wire_form(Simulate, "Wrong", "Wrong.", module=__name__, narrower={"pace": (int, 1)})


def test_a_number_that_cannot_be_read_is_kept_as_a_problem_of_the_order() -> None:
    values = {it.name: it.default for it in order_parameters(WiderOrder)}
    wrong = {"game": "co/pai-jack", "rounds": "many", "penetration": "deep", "spread": "1-8"}
    order = read_order(WiderOrder, values | wrong)
    assert [problem.key for problem in order.unread] == ["rounds", "penetration", "spread"]
    assert Written.COUNT is next(
        field.ask.written for field in asked_fields(Simulate) if field.name == "rounds"
    )


def test_a_counter_is_the_same_in_python_and_on_the_command_line() -> None:
    values = {it.name: it.default for it in order_parameters(WiderOrder)}
    given = {"game": "co/pai-jack", "rounds": "10", "count": "hi-lo", "side": ["lucky@TC>=2"]}
    order = read_order(WiderOrder, values | given)
    assert order.ask.count == CounterSettings(count="hi-lo", side=("lucky@TC>=2",))
