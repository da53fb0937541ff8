"""The simulator: the table's rules compiled into arrays, walked by the same code everywhere.

The package can be called: `pitboss.simulate(...)` is `pitboss.simulate.api.simulate(...)`. What it
needs is imported when it is called, so that `import pitboss` stays quick.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Simulator(ModuleType):
    """This package as a function."""

    def __call__(self, *arguments: Any, **settings: Any) -> Any:  # noqa: ANN401 - as `api.simulate` has them
        """Simulate a game: see `pitboss.simulate.api.simulate`."""
        from pitboss.simulate.api import simulate  # noqa: PLC0415 - heavy

        return simulate(*arguments, **settings)


sys.modules[__name__].__class__ = _Simulator
