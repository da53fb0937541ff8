"""The table of routes: what the document says of each is what it does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from pitboss.server.app import by_path, complete_table
from pitboss.server.opening.tables import demo_floor
from pitboss.server.requests.errors import http_status
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.requests.openapi import document, route_codes
from pitboss.server.requests.routes import Access, Call, Route
from pitboss.server.requests.wire import Health
from pitboss.server.rules import book as rule_book
from tests.server.asgi import Answer, Client, Clock, run_with, served
from tools.http_page import example_calls

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))


def resolve(schema: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that stands by itself."""
    text = json.dumps(schema | {"$defs": whole["components"]["schemas"]})
    data: dict[str, Any] = json.loads(text.replace("#/components/schemas/", "#/$defs/"))
    return data


def test_the_document_lists_every_route_and_its_parts_are_valid() -> None:
    table = complete_table()
    data = json.loads(json.dumps(document(table)))
    listed = {(m.upper(), path) for path, methods in data["paths"].items() for m in methods}
    assert listed == {(route.method, route.path) for route in table}
    assert data["openapi"] == "3.1.0"
    operations = [method for methods in data["paths"].values() for method in methods.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids)
    wrong = []
    schemas = dict(data["components"]["schemas"])
    for path, methods in data["paths"].items():
        for operation in methods.values():
            named = {
                parameter["name"]
                for parameter in operation["parameters"]
                if parameter["in"] == "path"
            }
            if named != set(re.findall(r"\{(\w+)\}", path)):
                wrong.append(path)
            contents = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in contents:
                for media in content.get("content", {}).values():
                    schemas[json.dumps(media["schema"])] = media["schema"]
            assert operation["summary"].endswith("."), path
    assert not wrong
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    refs = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(data)))
    assert refs <= data["components"]["schemas"].keys()


def test_what_is_refused_for_the_moment_is_a_conflict_and_what_is_wrong_is_not() -> None:
    table = complete_table()
    statuses = {code: http_status(code) for route in table for code in route_codes(route)}
    assert statuses.keys() >= {"bet/closed", "action/stale", "rate/exceeded", "option/invalid"}
    conflicts = {"bet/closed", "action/stale", "seat/taken", "table/paused", "wallet/short"}
    assert {code: statuses[code] for code in conflicts} == dict.fromkeys(conflicts, 409)
    for code, status in {"table/unknown": 404, "option/invalid": 422, "game/unknown": 404}.items():
        assert statuses[code] == status


def test_answers_are_what_the_document_says(tmp_path: Path) -> None:
    """Each route is called with something good, and its answer held to the document."""
    body = {"name": "ann", "password": "correct horse"}
    paths = {"{region}/{game}": "ilani/spanish-21"}
    apart = {"/api/1/games/{region}/{game}/odds", "/api/1/games/{region}/{game}/posted"}

    async def steps(client: Client, _: Clock) -> None:
        whole = (await client.get("/openapi.json")).data
        assert whole == json.loads(json.dumps(document(complete_table())))
        wrong = []
        for route in complete_table():
            if route.path in apart or route.tag in {"table", "practice"} or route.waits:
                continue  # they have tests of their own
            path = route.path
            for name, value in paths.items():
                path = path.replace(name, value)
            if route.access is Access.PLAYER:
                client.token = (await client.post("/api/1/guest")).data["token"]
            sent = body if route.body else None
            answer = await client.send_route(route.method, path, sent)
            client.token = ""
            operation = whole["paths"][route.path][route.method.lower()]
            wrong += [(route.path, problem) for problem in problems_of(answer, operation, whole)]
        assert not wrong

    run_with(tmp_path, steps, rates=FREE)


def problems_of(answer: Answer, operation: dict[str, Any], whole: dict[str, Any]) -> list[str]:
    """Return how an answer differs from what the document says."""
    response = operation["responses"].get(str(answer.status))
    if response is None:
        return [f"status {answer.status}"]
    schema = response.get("content", {}).get("application/json", {}).get("schema")
    if schema is None:
        return []
    return [
        iter_error.message
        for iter_error in Draft202012Validator(resolve(schema, whole)).iter_errors(answer.data)
    ]


def test_routes_parts_and_keys_can_be_added(tmp_path: Path) -> None:
    """What the tables add is answered, documented and checked like everything else."""
    keys: list[str] = []

    async def bet(call: Call) -> Health:
        keys.append(f"{call.account} {call.key} {call.path['table']}")
        return Health("ok", "1")

    extra = Route(
        method="POST",
        path="/api/1/spots/{table}/bet",
        handler=bet,
        summary="Bet.",
        answer=Health,
        moves=True,
    )

    async def steps(client: Client, _: Clock) -> None:
        path = "/api/1/spots/7/bet"
        assert (await client.post(path)).code == "session/missing"
        guest = (await client.post("/api/1/guest")).data
        client.token = guest["token"]
        for key in ("", "x" * 101, "tab\t", "é"):
            answer = await client.post(path, None, ("idempotency-key", key))
            assert answer.code == "key/missing", key
        assert (await client.post(path, None, ("idempotency-key", "k1"))).status == 200
        assert keys == [f"{guest['account']} k1 7"]
        listed = (await client.get("/openapi.json")).data["paths"]
        assert "Idempotency-Key" in json.dumps(listed["/api/1/spots/{table}/bet"])

    run_with(tmp_path, steps, routes=[extra])
    assert "/api/1/spots/{table}/bet" in by_path(complete_table([extra]))


def test_odds_and_postings_come_from_the_rule_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_book, "SOON_S", 600)  # however busy the machine is

    async def steps(client: Client, _: Clock) -> None:
        whole = (await client.get("/openapi.json")).data
        path = "/api/1/games/{region}/{game}"
        urls = {
            "/odds": "/api/1/games/ilani/spanish-21/odds?wager=insurance",
            "/posted": "/api/1/games/ilani/spanish-21/posted",
        }
        for end, url in urls.items():
            answer = await client.get(url)
            assert answer.status == 200, answer.body
            assert not problems_of(answer, whole["paths"][path + end]["get"], whole)
            assert answer.data["game"] == "ilani/spanish-21"
            assert (await client.get(url)).body == answer.body
        odds = (await client.get(urls["/odds"])).data
        assert odds["wagers"][0]["edge"] == "95/383"
        assert len(odds["digest"]) == 64
        wrong = await client.get("/api/1/games/ilani/spanish-21/odds?wager=nothing")
        assert wrong.code == "wager/not-offered"
        posted = (await client.get(urls["/posted"])).data
        assert any("Blackjack" in limit["name"] or limit["amount"] for limit in posted["limits"])

    run_with(tmp_path, steps)


@served(tables=demo_floor())
async def test_the_curl_examples_seat_a_guest_and_deal(client: Client) -> None:
    """The calls are those of the page, in its order."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "api-http.md").read_text(
        encoding="utf-8"
    )
    first, *calls = example_calls(page)
    assert first == ("POST", "/api/1/guest", "")
    client.token = (await client.post("/api/1/guest")).data["token"]
    for number, (method, path, body) in enumerate(calls):
        assert method == "POST"
        answer = await client.post(path, body.encode(), ("idempotency-key", f"first-{number}"))
        if path.endswith("/act"):  # cards may leave nothing to decide, or insurance first
            assert answer.status == 200 or answer.code in {"action/stale", "action/illegal"}
        else:
            assert answer.status == 200, answer.body
    assert [path.rpartition("/")[2] for _, path, _ in calls] == ["sit", "bet", "act"]


@served(tables=demo_floor())
async def test_a_decision_with_what_is_no_decision_or_no_card_has_a_listed_code(
    client: Client,
) -> None:
    client.token = (await client.post("/api/1/guest")).data["token"]
    table = next(iter(client.services.hall.tables))
    described = (await client.get("/openapi.json")).data["paths"]["/api/1/tables/{table}/act"]
    bodies = {
        "action/unknown": {"seat": 1, "n": 1, "action": "dance"},
        "card/unknown": {"seat": 1, "n": 1, "action": "set", "low": "Zz"},
    }
    for code, body in bodies.items():
        path = f"/api/1/tables/{table}/act"
        answer = await client.post(path, body, ("idempotency-key", code.replace("/", "-")))
        assert answer.code == code, answer.body
        assert code in described["post"]["responses"][str(answer.status)]["description"]
