"""A full disk: the server says so, and says when it is over."""

from __future__ import annotations

from pathlib import Path

from tests.faults.test_sqlite_faults import no_file_above
from tests.server.asgi import Client, Clock, run_with
from tests.server.player import FREE


def test_a_server_that_cannot_write_is_not_ready(tmp_path: Path) -> None:
    async def steps(client: Client, clock: Clock) -> None:
        del clock
        assert (await client.post("/api/1/guest")).status == 201
        assert (await client.get("/health")).data["notice"] == "The books answer."
        wal = tmp_path / "floor.db-wal"
        with no_file_above(wal.stat().st_size):
            assert (await client.get("/ready")).status == 200, "nothing was refused yet"
            assert (await client.post("/api/1/guest")).code == "store/unavailable"
            assert (await client.get("/ready")).code == "store/unavailable"
            assert (await client.get("/health")).data["books"] == "refuse"
        assert (await client.get("/health")).data["books"] == "answer"
        assert (await client.get("/ready")).status == 200
        assert (await client.post("/api/1/guest")).status == 201

    run_with(tmp_path, steps, rates=FREE)
