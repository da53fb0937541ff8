"""How the modules of Pitboss import each other: at their top, downwards, and never in a circle.

import-linter checks the layers by the imports that Python sees. A place, `"module:name"`, is one
too, though Python sees only text: `pitboss.late` imports it. So these tests read places as well.
"""

from __future__ import annotations

import ast
import re
import tomllib
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

SOURCE = Path(__file__).parents[1] / "src"
PLACE = re.compile(r"pitboss(\.\w+)+:\w+")
INDENTED = re.compile(r"^[ \t]+(?:from|import) ", re.MULTILINE)
QUICK = ("pitboss.api", "pitboss.cli")
"""The packages that import inside functions, so that commands and `import pitboss` are quick."""
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCE.rglob("*.py")
}


def imports_in_functions(source: str) -> list[int]:
    """Return the lines of all imports inside functions."""
    if not INDENTED.search(source):
        return []
    lines = {
        node.lineno
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    return sorted(lines)


def places_in(source: str) -> list[str]:
    """Return the places that a module names."""
    if not PLACE.search(source):
        return []
    constants = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    texts = {node.value for node in constants if isinstance(node.value, str)}
    return sorted(filter(PLACE.fullmatch, texts))


PLACES = {module: places_in(path.read_text()) for module, path in MODULES.items()}


def find_cycle(graph: dict[str, set[str]]) -> list[str]:
    """Return modules that import each other in a circle; none if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def import_graph() -> dict[str, set[str]]:
    """Return what each module imports: at its top, in functions, and by places.

    What only type checkers import is left out: it is never loaded.
    """
    imports = grimp.build_graph("pitboss", exclude_type_checking_imports=True, cache_dir=None)
    graph = {module: set(imports.find_modules_directly_imported_by(module)) for module in MODULES}
    for module, places in PLACES.items():
        graph[module] |= {place.partition(":")[0] for place in places}
    return graph


def names_of(source: str) -> set[str]:
    """Return what a module defines; importing it would need every extra."""
    names = set()
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
            case _:
                pass
    return names


def layer_numbers() -> dict[str, int]:
    """Return the number of each package's layer, the highest first, as import-linter reads it."""
    settings = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text())
    contract = settings["tool"]["importlinter"]["contracts"][0]
    return {
        package.strip("( )"): number
        for number, layer in enumerate(contract["layers"])
        for package in layer.split("|")
    }


def package_of(place: str) -> str:
    """Return the package of a module or a place below `pitboss`."""
    return re.split(r"[.:]", place)[1]


def test_only_the_library_and_the_commands_import_inside_functions() -> None:
    assert imports_in_functions("import a\ndef f():\n    from b import c") == [3]
    late = {
        module: lines
        for module, path in MODULES.items()
        if not module.startswith(QUICK) and (lines := imports_in_functions(path.read_text()))
    }
    assert late == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}})
    assert find_cycle(import_graph()) == []


def test_every_place_exists() -> None:
    places = {place for of_module in PLACES.values() for place in of_module}
    assert "pitboss.simulator.backends.cluster:cluster_pool" in places
    missing = []
    for place in sorted(places):
        module, _, name = place.partition(":")
        if module not in MODULES or name not in names_of(MODULES[module].read_text()):
            missing.append(place)
    assert missing == []


def test_a_place_is_in_its_own_package_or_in_a_lower_layer() -> None:
    layers = layer_numbers()
    upwards = [
        (module, place)
        for module, places in PLACES.items()
        for place in places
        if package_of(module) != package_of(place)
        and layers[package_of(module)] >= layers[package_of(place)]
    ]
    assert upwards == []


PICKLES = {"_pickle", "cPickle", "cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"}
"""The modules that run code of the data they read."""
SENT_BETWEEN_PROCESSES = {
    "pitboss.pit.position": "a question, for a process of the same server's pool",
    "pitboss.simulator.backends.serialize": "a job, for a process of the same run",
    "pitboss.simulator.compile_ahead": "a house, for the process that this one begins",
}
FILES = re.compile(
    r"\b(open\(|(read_bytes|read_text|read_own|write_bytes|memmap|mmap|fromfile|Path)\b)"
)
LOADS_PICKLES = re.compile(r"allow_pickle *= *True|\b(read_pickle|to_pickle)\b")


def imported_by(source: str) -> set[str]:
    """Return the first words of all modules that a source imports."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def test_no_pickle_is_read_from_a_file() -> None:
    assert imported_by("def f():\n    from pickle import load") & PICKLES
    sources = {module: path.read_text() for module, path in MODULES.items()}
    importing = {module for module, source in sources.items() if imported_by(source) & PICKLES}
    assert importing == set(SENT_BETWEEN_PROCESSES)
    assert [module for module in sorted(importing) if FILES.search(sources[module])] == []
    assert [module for module, source in sources.items() if LOADS_PICKLES.search(source)] == []
