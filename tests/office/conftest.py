"""The office is tested on both stores."""

from tests.store.conftest import address, database, server

__all__ = ["address", "database", "server"]
