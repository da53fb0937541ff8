"""Points of strain: each is used once, works, and is set by tests alone."""

from __future__ import annotations

import ast
import asyncio
import timeit
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss import strain
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Entry
from pitboss.server.live.outbox import Outbox
from pitboss.store import Committer, Store, open_store
from pitboss.strain import POINTS, strained, straining
from tests.store.test_stores import some_entries

SOURCES = sorted(Path(pitboss.__file__).parent.rglob("*.py"))
OWN = "strain.py"


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """Find every call of `strained` in the product."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if "strained" not in text or path.name == OWN:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "strained":
                yield path, node


def test_every_point_is_in_the_list_and_every_one_of_the_list_is_used() -> None:
    names = Counter(ast.literal_eval(call.args[0]) for _, call in calls())
    assert names.keys() == POINTS.keys()


def test_a_point_belongs_to_one_module() -> None:
    places = {(ast.literal_eval(call.args[0]), path) for path, call in calls()}
    assert len(places) == len(POINTS)


def test_the_product_never_sets_a_point() -> None:
    for path in SOURCES:
        if path.name == OWN:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "pitboss.strain":
                assert [it.name for it in node.names] == ["strained"], path
            elif isinstance(node, ast.Import):
                assert all(it.name != "pitboss.strain" for it in node.names), path
            elif isinstance(node, ast.ImportFrom) and node.module == "pitboss":
                assert all(it.name != "strain" for it in node.names), path
            assert not (isinstance(node, ast.Constant) and node.value == "pitboss.strain"), path
    assert not strain._set, "nothing is strained unless a test does"  # noqa: SLF001


def test_an_unknown_point_is_refused_and_a_known_one_ends_with_the_block() -> None:
    with pytest.raises(AssertionError, match="no such points"), straining({"commit.bach": 1}):
        pass
    with straining({"commit.batch": 3}), straining({"commit.late": 1}):
        assert (strained("commit.batch", 256), strained("commit.late", 0.0)) == (3, 1.0)
    assert (strained("commit.batch", 256), strained("commit.late", 0.0)) == (256, 0.0)


def test_a_point_that_nobody_strains_costs_next_to_nothing() -> None:
    """A command passes some ten of them, and takes a millisecond."""
    seconds = min(timeit.repeat(lambda: strained("commit.batch", 256), number=1000, repeat=20))
    assert seconds / 1000 < 2e-6


def test_short_batches_and_late_answers(tmp_path: Path) -> None:
    entries = some_entries(Book(), 12)
    sizes: list[int] = []

    class Counting:
        def __init__(self, store: Store) -> None:
            self.store = store

        async def append(self, batch: list[Entry]) -> None:
            sizes.append(len(batch))
            await self.store.append(batch)

    async def steps() -> None:
        store = await open_store(str(tmp_path / "books.db"))
        committer = Committer(Counting(store))  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()
        with straining({"commit.batch": 2, "commit.late": 0.01}):
            began = loop.time()
            await asyncio.gather(*(committer.commit([entry]) for entry in entries))
            assert loop.time() - began > 0.05
        assert max(sizes) == 2
        await committer.close()
        await store.close()

    asyncio.run(steps())


def test_a_small_outbox_drops_events_and_keeps_answers() -> None:
    async def steps() -> None:
        box = Outbox()
        with straining({"outbox.frames": 2}):
            for _ in range(3):
                box.put_event("7", b"event")
        box.put(b"answer")
        assert box.behind == {"7": None}
        assert box.take() == [b"answer"]

    asyncio.run(steps())
