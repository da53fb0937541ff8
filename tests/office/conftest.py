"""The office is tested on both stores."""

from tests.store.conftest import address, database, model, server

__all__ = ["address", "database", "model", "server"]
