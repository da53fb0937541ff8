"""The examples in the documentation are true, and nothing public is without one."""

import doctest
import inspect
import pkgutil
from importlib import import_module
from types import ModuleType

import pitboss.cards
from tests.rows import every_row

MODULES = tuple(
    # By import_module, because the package's attribute `card` is the function.
    import_module(name)
    for name in (
        "pitboss.cards",
        *sorted(
            f"pitboss.cards.{module.name}"
            for module in pkgutil.iter_modules(pitboss.cards.__path__)
        ),
    )
)


@every_row("module", MODULES)
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0


@every_row("name", pitboss.cards.__all__)
def test_every_public_function_has_an_example(name: str) -> None:
    public = getattr(pitboss.cards, name)
    if inspect.isfunction(public):
        assert ">>>" in (public.__doc__ or "")
