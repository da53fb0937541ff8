"""The guard: foreign pages, false hosts, false senders, giant bodies, and too much of anything."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from pitboss.server.requests import guard
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import BODY_BYTES_MAX, Buckets, Rate, Rates
from pitboss.server.requests.policy import POLICY
from tests.server.asgi import HOST, Client, Clock, Header, run_with, served

OWN = f"http://{HOST}"
SITE = "sec-fetch-site"
BOMB = gzip.compress(bytes(8 << 20))
"""A body that would be a thousand times as long if it were unpacked."""


def test_a_page_of_another_site_can_write_nothing(tmp_path: Path) -> None:
    rows: list[tuple[list[Header], int]] = [
        ([], 201),  # a program
        ([("origin", OWN)], 201),
        ([("origin", OWN), (SITE, "same-origin")], 201),
        ([(SITE, "none")], 201),
        ([("origin", "https://floor.example"), (SITE, "cross-site")], 201),
        ([("origin", "https://evil.example")], 403),
        ([("origin", "null")], 403),
        ([("origin", "")], 403),
        ([("origin", f"https://{HOST}")], 403),
        ([("origin", OWN + "0")], 403),
        ([(SITE, "cross-site")], 403),
        ([(SITE, "same-site")], 403),
        ([("origin", OWN), (SITE, "cross-site")], 403),
    ]

    assert len(BOMB) < BODY_BYTES_MAX, "its length alone is no reason to refuse it"

    async def steps(client: Client, _: Clock) -> None:
        wrong = []
        for headers, status in rows:
            answer = await client.post("/api/1/guest", None, *headers)
            if answer.status != status or (status == 403 and answer.code != "request/origin"):
                wrong.append((headers, answer.status, answer.body))
        assert not wrong
        assert (await client.get("/api/1/games", (SITE, "cross-site"))).status == 200, "a read"

    run_with(tmp_path, steps, origins=frozenset({"https://floor.example"}))


def test_only_the_servers_own_names_are_answered(tmp_path: Path) -> None:
    """Another name that points to this machine would make its pages the server's own."""
    good = ("127.0.0.1:8021", "localhost:1", "LOCALHOST", "[::1]:8021", "10.0.0.7", "floor.example")
    bad = (
        "evil.example",
        "evil.example:8021",
        "",
        "127.0.0.1.evil.example",
        "floor.example:1",
        "[x",
    )

    async def steps(client: Client, _: Clock) -> None:
        for host in good:
            assert (await client.get("/health", ("host", host))).status == 200, host
        for host in bad:
            assert (await client.get("/health", ("host", host))).code == "request/host", host

    run_with(tmp_path, steps, origins=frozenset({"https://floor.example"}))


def test_a_body_has_a_limit_whatever_its_header_says(tmp_path: Path) -> None:
    json = ("content-type", "application/json")
    giant = b'{"name": "' + b"x" * BODY_BYTES_MAX + b'"}'

    async def steps(client: Client, _: Clock) -> None:
        answers = [
            await client.post("/api/1/login", giant),
            await client.send("POST", "/api/1/login", [json], [giant[:5000], giant[5000:], b""]),
            await client.send("POST", "/api/1/login", [json, ("content-length", "999999999999")]),
            await client.send("POST", "/api/1/login", [json, ("content-length", "-1")]),
        ]
        assert [answer.code for answer in answers] == ["body/too-large"] * 4
        assert [answer.status for answer in answers] == [413] * 4

    run_with(tmp_path, steps)


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS_MAX", 0.01)

    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def steps() -> None:
        with pytest.raises(ApiError) as caught:
            await guard.limit_body(never, BODY_BYTES_MAX)()
        assert (caught.value.code, caught.value.status) == ("body/slow", 408)

    asyncio.run(steps())


def test_what_cannot_be_read_is_refused_in_one_shape(tmp_path: Path) -> None:
    json = ("content-type", "application/json")
    rows: list[tuple[str, str, list[Header], bytes, str]] = [
        ("POST", "/api/1/login", [json], b"{", "body/invalid"),
        ("POST", "/api/1/login", [json], b"", "body/invalid"),
        ("POST", "/api/1/login", [json], b"[]", "body/invalid"),
        ("POST", "/api/1/login", [json], b"\xff\xfe", "body/invalid"),
        ("POST", "/api/1/login", [json], b'{"name": "a\xff"}', "body/invalid"),
        ("POST", "/api/1/login", [json], b'{"name": null, "password": "x"}', "body/invalid"),
        ("POST", "/api/1/login", [json], b"[" * 5000, "body/invalid"),
        ("POST", "/api/1/login", [], b"{}", "body/not-json"),
        ("POST", "/api/1/login", [("content-type", "text/plain")], b"{}", "body/not-json"),
        ("POST", "/api/1/login", [json, ("content-encoding", "gzip")], BOMB, "body/encoded"),
        ("POST", "/api/1/login", [json, ("content-encoding", "br")], b"{}", "body/encoded"),
        ("POST", "/api/1/login", [json, ("content-encoding", "Identity")], b"{", "body/invalid"),
        ("POST", "/api/1/login", [json], BOMB, "body/invalid"),
        ("GET", "/api/1/games/co/free-bet/odds?x=1", [], b"", "query/invalid"),
        ("GET", "/api/1/games/co/free-bet/odds?wager=" + "x" * 300, [], b"", "query/invalid"),
        ("GET", "/api/1/games/co/free-bet/odds?option=%ff", [], b"", "query/invalid"),
        ("GET", "/api/1/games/co/free-bet/odds?" + "option=a&" * 150, [], b"", "query/invalid"),
        ("GET", "/api/1/games/co/free-bet/odds?option=decks%3D77", [], b"", "option/invalid"),
        ("GET", "/api/1/games/co/free-bet/odds?option=decks", [], b"", "option/invalid"),
        ("GET", "/api/1/games/co/nothing", [], b"", "game/unknown"),
        ("GET", "/api/1/games/co/..%2f..", [], b"", "game/unknown"),
        ("GET", "/api/1/nothing", [], b"", "request/not-found"),
        ("GET", "/api/1/games/", [], b"", "request/not-found"),
        ("GET", "/%00", [], b"", "request/not-found"),
        ("DELETE", "/api/1/me", [], b"", "request/method"),
        ("BREW", "/api/1/me", [], b"", "request/method"),
        ("GET", "/api/1/login", [], b"", "request/method"),
        ("GET", "/api/1/me", [], b"", "session/missing"),
    ]

    async def steps(client: Client, _: Clock) -> None:
        wrong = []
        for method, path, headers, body, code in rows:
            answer = await client.send(method, path, headers, [body])
            if answer.code != code or "Traceback" in answer.body.decode():
                wrong.append((method, path, body[:40], answer.body))
        assert not wrong
        head = await client.send("HEAD", "/health")
        assert head.status == 200

    run_with(tmp_path, steps, rates=Rates(*[Rate(1e9, 1e9)] * 5))


def test_a_mistake_of_ours_is_a_plain_500_and_the_server_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def steps(client: Client, _: Clock) -> None:
        async def fail(*_: Any) -> None:  # noqa: ANN401
            message = "the entropy is 0123456789abcdef0123456789abcdef0123456789abcdef"
            raise ZeroDivisionError(message)

        object.__setattr__(client.services.accounts, "open_guest", fail)
        answer = await client.post("/api/1/guest")
        assert answer.code == "server/fault"
        assert answer.status == 500
        assert b"entropy" not in answer.body
        assert (await client.get("/health")).status == 200

    run_with(tmp_path, steps)
    assert "0123456789abcdef" not in capsys.readouterr().err


@served()
async def test_every_answer_has_the_security_headers(client: Client) -> None:
    secure = replace(client, scheme="https")
    answers = [
        await client.get("/health"),
        await client.get("/nothing"),
        await client.post("/api/1/guest", None, ("origin", "https://evil.example")),
        await client.get("/health", ("host", "evil.example")),
        await secure.get("/health"),
    ]
    for answer in answers:
        assert answer.headers.items() >= {k.lower(): v for k, v in guard.HEADERS.items()}.items()
        assert answer.headers["cache-control"] == "no-store"
        assert len(answer.headers["x-request-id"]) == 16
    assert "unsafe" not in POLICY
    assert ["strict-transport-security" in answer.headers for answer in answers] == [False] * 4 + [
        True
    ]


def test_who_asks_too_often_has_to_wait_and_nobody_else(tmp_path: Path) -> None:
    rates = Rates(address=Rate(1, 3), account=Rate(1, 2), guest=Rate(1, 2))

    async def steps(client: Client, clock: Clock) -> None:
        other = replace(client, address="192.0.2.9")
        assert [(await client.get("/health")).status for _ in range(4)] == [200, 200, 200, 429]
        assert (await other.get("/health")).status == 200
        clock.pass_s(100)
        made = [await client.post("/api/1/guest") for _ in range(3)]
        assert [answer.status for answer in made] == [201, 201, 429]
        clock.pass_s(100)
        mine = [
            replace(client, token=made[0].data["token"], address=f"192.0.2.{n}") for n in (1, 2, 3)
        ]
        answers = [await guest.get("/api/1/me") for guest in mine]
        assert [answer.status for answer in answers] == [200, 200, 429], "from wherever"
        assert answers[2].code == "rate/exceeded"
        assert answers[2].headers["retry-after"] == "1"

    run_with(tmp_path, steps, rates=rates)


def test_the_memory_of_rates_is_bounded() -> None:
    buckets = Buckets(Rate(1, 2), most=100)
    for number in range(1_000):
        assert buckets.wait_s(f"{number}", 0) == 0
    assert len(buckets) == 100
    buckets.wait_s("999", 0)
    assert buckets.wait_s("999", 0) > 0, "who is active is not forgotten"


def test_forwarded_headers_are_believed_from_a_named_proxy_alone(tmp_path: Path) -> None:
    forwarded = (
        ("x-forwarded-for", "198.51.100.1, 203.0.113.5, 10.1.2.3"),
        ("x-forwarded-proto", "https"),
    )

    async def steps(client: Client, _: Clock) -> None:
        stranger = await client.post("/api/1/guest", None, *forwarded)
        assert stranger.headers["set-cookie"].startswith("s=")
        proxied = replace(client, address="10.0.0.1")
        trusted = await proxied.post("/api/1/guest", None, *forwarded)
        assert trusted.headers["set-cookie"].startswith("__Host-s=")
        counted = client.services.buckets["guest"]._left  # noqa: SLF001
        assert [*counted] == ["127.0.0.1", "203.0.113.5"], "the last hop that is no proxy of ours"
        junk = await proxied.post("/api/1/guest", None, ("x-forwarded-for", "nonsense"))
        assert junk.status == 201

    run_with(tmp_path, steps, proxies=(ip_network("10.0.0.0/8"),))


@served(proxies=(ip_network("127.0.0.1"),))
async def test_metrics_are_for_this_machine_alone(client: Client) -> None:
    await client.get("/nothing")
    local = await client.get("/metrics")
    assert local.status == 200
    assert local.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = local.body.decode()
    assert 'pitboss_http_requests_total{method="GET",route="none",status="404"} 1' in text
    assert 'pitboss_refusals_total{code="request/not-found"} 1' in text
    assert (await replace(client, address="192.0.2.1").get("/metrics")).code == "request/not-found"
    proxied = await client.get("/metrics", ("x-forwarded-for", "127.0.0.1, 192.0.2.1"))
    assert proxied.code == "request/not-found"


@served()
async def test_metrics_count_durations_below_each_bound(client: Client) -> None:
    for number in range(50):
        await client.send(f"X{number}", "/health")
    lines = (await client.get("/metrics")).body.decode().splitlines()
    assert 'pitboss_http_request_seconds_bucket{route="/health",le="+Inf"} 50' in lines
    assert 'pitboss_http_request_seconds_count{route="/health"} 50' in lines
    made_up = [line for line in lines if "X1" in line]
    assert not made_up, "a stranger cannot add lines"


@served()
async def test_ready_says_no_when_the_books_cannot_be_read(client: Client) -> None:
    assert (await client.get("/ready")).data["status"] == "ready"
    client.services.is_ready = False
    assert (await client.get("/ready")).code == "store/unavailable"
    client.services.is_ready = True
    await client.services.store.statement("ALTER TABLE head RENAME TO tail")
    answer = await client.get("/ready")
    assert answer.code == "store/unavailable"
    assert answer.headers["retry-after"] == "2"
    assert b"head" not in answer.body
    assert (await client.get("/health")).status == 200
    await client.services.store.statement("ALTER TABLE tail RENAME TO head")
