"""The public surface: every name, where it comes from, and what importing it costs."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pkgutil import iter_modules
from types import ModuleType

import pytest

import pitboss

HEAVY = {"numba", "numpy", "pydantic", "rich", "textual", "typer"}
FUNCTIONS = [name for name in pitboss.__all__ if name.islower() and not name.startswith("_")]


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_completion_shows_only_what_is_public() -> None:
    assert dir(pitboss) == sorted(pitboss.__all__)
    assert len(set(pitboss.__all__)) == len(pitboss.__all__)


@pytest.mark.parametrize("name", pitboss.__all__)
def test_every_public_name_exists_and_is_documented(name: str) -> None:
    value = getattr(pitboss, name)
    assert not isinstance(value, ModuleType)
    if name != "__version__":
        assert inspect.getdoc(value), name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_real_signatures_with_types(name: str) -> None:
    signature = inspect.signature(getattr(pitboss, name))
    assert signature.return_annotation is not inspect.Signature.empty
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    assert inspect.Parameter.VAR_POSITIONAL not in kinds
    for parameter in signature.parameters.values():
        assert parameter.annotation is not inspect.Parameter.empty, (name, parameter.name)


def test_every_lazy_name_is_the_one_that_type_checkers_see() -> None:
    """Goal: the table of lazy names and the imports for type checkers cannot drift apart."""
    source = inspect.getsource(pitboss)
    shown = source.partition("if TYPE_CHECKING:\n")[2].partition("\n_HOMES")[0]
    imports = {
        name.strip(): line.split()[1]
        for line in shown.strip().splitlines()
        for name in line.partition(" import ")[2].split(",")
    }
    homes = vars(pitboss)["_HOMES"]
    assert imports == homes
    assert {*homes, "__version__"} == set(pitboss.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'pitboss' has no attribute 'nothing'"):
        _ = getattr(pitboss, "nothing")  # noqa: B009 - the name is unknown to type checkers


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import json, sys\n"
        "before = set(sys.modules)\n"
        "import pitboss\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    imported = set(json.loads(run(code)))
    assert not HEAVY & {name.partition(".")[0] for name in imported}
    assert {name for name in imported if name.startswith("pitboss")} == {
        "pitboss",
        "pitboss.version",
    }


def test_opening_a_table_compiles_nothing() -> None:
    code = (
        "import sys, pitboss\n"
        "pitboss.table('co/trilux').deal(seed=1)\n"
        "print('numba' in sys.modules)"
    )
    assert run(code) == "False\n"


def test_no_public_function_has_the_name_of_a_package() -> None:
    """A subpackage becomes an attribute of its package, and would hide the function."""
    packages = {module.name for module in iter_modules(pitboss.__path__)}
    assert not packages & set(pitboss.__all__)


def test_every_package_can_be_imported_under_another_name() -> None:
    code = (
        "import inspect, pitboss\n"
        "import pitboss.sitting.session as session, pitboss.simulator.api as simulator\n"
        "assert inspect.ismodule(session), session\n"
        "assert inspect.ismodule(simulator), simulator\n"
        "assert inspect.isfunction(pitboss.simulate), pitboss.simulate\n"
        "assert inspect.isfunction(pitboss.table), pitboss.table\n"
        "print(pitboss.table('reference/blackjack').game.id)"
    )
    assert run(code) == "reference/blackjack\n"


def test_a_spawned_process_sees_the_same_functions() -> None:
    """A table can be sent to another process; the functions are found there by their names."""
    code = (
        "import pitboss.simulator.api\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from multiprocessing import get_context\n"
        "import pitboss\n"
        "if __name__ == '__main__':\n"
        "    there = '(__import__(\"pitboss.simulator.api\").simulate.__qualname__)'\n"
        "    with ProcessPoolExecutor(1, get_context('spawn')) as pool:\n"
        "        table = pool.submit(pitboss.table, 'co/trilux').result()\n"
        "        print(table.game.id, table.digest == pitboss.table('co/trilux').digest)\n"
        "        print(pool.submit(eval, there).result())\n"
    )
    assert run(code) == "co/trilux True\nsimulate\n"
