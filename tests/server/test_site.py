"""The documentation under /docs: the files of the site, and nothing else."""

from __future__ import annotations

from pathlib import Path

from pitboss.server.requests.pages import NOT_BUILT
from tests.server.asgi import Client, Clock, run_with, served
from tests.server.test_pages import GZIP, guarded

FILES = {
    "index.html": "<!doctype html><title>All pages</title>",
    "games/index.html": "<!doctype html><title>Games</title>",
    "search.json": "{}" * 1000,
    "files/examples/bot.py": "import pitboss",
}


def site(folder: Path) -> dict[str, Path]:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder.parent / "secret.txt").write_text("not a page")
    return {name: folder / name for name in FILES}


def test_every_file_of_the_site_is_sent_and_nothing_beside_it(tmp_path: Path) -> None:
    sent = {f"/docs/{name}": text for name, text in FILES.items()}
    sent |= {"/docs/": FILES["index.html"], "/docs/games/": FILES["games/index.html"]}
    unknown = ("/docs/no.html", "/docs/../secret.txt", "/docs/..%2Fsecret.txt", "/docs//etc/passwd")

    async def steps(client: Client, _: Clock) -> None:
        for path, text in sent.items():
            answer = await client.get(path)
            assert (answer.status, answer.body.decode()) == (200, text), path
            guarded(answer)
        for path in unknown:
            assert (await client.get(path)).code == "request/not-found", path
        moved = await client.get("/docs")
        assert (moved.status, moved.headers["location"]) == (307, "/docs/")
        assert (await client.post("/docs/")).code == "request/method"
        packed = await client.get("/docs/search.json", GZIP)
        assert packed.headers["content-encoding"] == "gzip"
        again = await client.get(
            "/docs/", ("if-none-match", (await client.get("/docs/")).headers["etag"])
        )
        assert again.status == 304
        code = await client.get("/docs/files/examples/bot.py")
        assert code.headers["content-type"] == "text/plain; charset=utf-8"

    run_with(tmp_path / "floor", steps, site=site(tmp_path / "site"))


@served(site={})
async def test_a_server_without_a_site_says_how_to_build_it(client: Client) -> None:
    answer = await client.get("/docs/")
    assert (answer.status, answer.body) == (200, NOT_BUILT.content)
    assert b"make site" in answer.body
    guarded(answer)
    assert (await client.get("/docs/solver.html")).code == "request/not-found"
