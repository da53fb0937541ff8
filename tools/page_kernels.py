"""Compile the kernels of the solver to WebAssembly, for the pages of `pitboss site`.

python -m tools.page_kernels           compile what is missing, and link everything
python -m tools.page_kernels --check   say whether the linked file is of these sources

numba compiles each function for the arguments that it has in some game: this solves every main
game, and keeps the LLVM code of each function in `build/page-kernels`. llvmlite gives
that code to WebAssembly, clang compiles the loops of `tools/page/arrays.c`, and Debian's lld links
all. Only this tool needs clang and lld; what it writes is committed. The same code, given to
another processor, has the same results: `tests/web/test_alone.py` compares them to the last bit.
"""

from __future__ import annotations

import argparse
import hashlib
import inspect
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any, Final

from pitboss.compiled.identity import names_in

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "build" / "page-kernels"
LOOPS: Final = Path(__file__).parent / "page" / "arrays.c"
TARGET: Final = ROOT / "src" / "pitboss" / "server" / "alone" / "kernels"
TRIPLE: Final = "wasm32-unknown-emscripten"
"""Of those for WebAssembly, the one for which LLVM makes code that can lie at any address."""
FEATURES: Final = ("bulk-memory", "sign-ext", "nontrapping-fptoint")
Json = dict[str, Any]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    if parser.parse_args().check:
        problem = stale()
        print(problem or "The kernels of the page are of these sources.")
        return bool(problem)
    for tool in ("clang", "wasm-ld"):
        if shutil.which(tool) is None:
            sys.exit(f"There is no {tool} here: on Debian, install clang and lld.")
    KEPT.mkdir(parents=True, exist_ok=True)
    capture()
    link()
    return 0


def stale() -> str:
    """Return the problem with the linked file; empty if it matches the sources."""
    stamp = json.loads((TARGET / "kernels.json").read_text())
    wasm = (TARGET / "kernels.wasm").read_bytes()
    if hashlib.sha256(wasm).hexdigest() != stamp["sha256"]:
        return "kernels.wasm was changed by hand: run python -m tools.page_kernels."
    changed = [name for name, known in sorted(stamp["sources"].items()) if _digest(name) != known]
    if changed:
        return f"{changed[0]} has changed: run python -m tools.page_kernels."
    return ""


def _digest(name: str) -> str:
    """Return a hash of a function or constant, `module:name`, or of a file; empty: it is gone."""
    module, colon, inner = name.partition(":")
    if not colon:
        return _hash((ROOT / name).read_bytes())
    try:
        value = attrgetter(inner)(import_module(module))
    except (ImportError, AttributeError):
        return ""
    python = getattr(value, "py_func", value)
    if isinstance(python, FunctionType):
        return _hash(" ".join(_words(dedent(inspect.getsource(python)))).encode())
    return _hash(repr(value).encode())


def _parts(function: Any) -> Iterator[str]:  # noqa: ANN401 - compiled or not
    """Yield the names of a function and of everything that it uses, `module:name`."""
    waiting = [function]
    known = set[int]()
    while waiting:
        value = waiting.pop()
        python = getattr(value, "py_func", value)
        if id(python) in known:
            continue
        known.add(id(python))
        yield f"{python.__module__}:{python.__qualname__}"
        for name in sorted({*names_in(python.__code__)} & python.__globals__.keys()):
            used = python.__globals__[name]
            if isinstance(getattr(used, "py_func", used), FunctionType):
                waiting.append(used)
            elif isinstance(used, int | float | str | tuple):
                yield f"{python.__module__}:{name}"
            elif isinstance(used, ModuleType) and used.__name__.startswith("pitboss"):
                inside = sorted({*names_in(python.__code__)} & vars(used).keys())
                yield from (f"{used.__name__}:{one}" for one in inside if one.isupper())


def _words(text: str) -> Iterator[str]:
    """Yield the words of a program, without comments and texts that stand by themselves."""
    before = tokenize.NEWLINE
    quiet = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_alone = token.type == tokenize.STRING and before in quiet
        if token.type not in quiet and not is_alone:
            yield token.string
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def capture() -> None:
    """Solve every main game, and keep the LLVM code of what that compiles."""
    os.environ["PITBOSS_CACHE"] = "off"
    # Imported late: the check needs none of it.
    from pitboss.compiled import function, numba_compiler  # noqa: PLC0415
    from pitboss.compiled.identity import compute_identity  # noqa: PLC0415
    from pitboss.compiled.page_code import kernel_key  # noqa: PLC0415
    from pitboss.server.lab.game.jobs import solution_json  # noqa: PLC0415
    from pitboss.server.rules.book import open_main_table  # noqa: PLC0415
    from tests.distinct_games import distinct_games  # noqa: PLC0415

    seen: list[tuple[list[str], str]] = []
    code: Any = numba_compiler._EntryCode  # noqa: SLF001 - where the whole of a function is
    optimize = code._optimize_final_module  # noqa: SLF001

    def keep_module(self: Any) -> None:  # noqa: ANN401
        module = self._final_module
        names = [one.name for one in module.functions if not one.is_declaration]
        seen.append((names, str(module)))
        optimize(self)

    def make_code(self: Any, kinds: Any, values: Any, count: int) -> Any:  # noqa: ANN401
        name = f"{self.py_func.__module__}.{self.py_func.__name__}"
        seen.clear()
        made = numba_compiler.object_code(self, values, count)
        (text,) = (text for names, text in seen if made.symbol in names)
        key = kernel_key(name, kinds)
        (KEPT / f"{key}.ll").write_text(text)
        facts: Json = {"name": name, "symbol": made.symbol, "identity": compute_identity(self)}
        facts |= {"returns": made.returns, "is_tuple": made.is_tuple, "parts": [*_parts(self)]}
        (KEPT / f"{key}.json").write_text(json.dumps(facts))
        print(key, name, flush=True)
        return function._load_code(made)  # noqa: SLF001

    for path in KEPT.iterdir():
        path.unlink()
    code._optimize_final_module = keep_module  # noqa: SLF001
    function.CompiledFunction._make_code = make_code  # type: ignore[method-assign]  # noqa: SLF001
    for game in distinct_games():
        solution_json(open_main_table(game, ()))


def link() -> None:
    """Compile everything to WebAssembly, link it, and say of which sources it is."""
    from llvmlite import binding  # noqa: PLC0415 - likewise

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, reloc="pic", features=",".join(f"+{feature}" for feature in FEATURES)
    )
    objects = [str(KEPT / "arrays.o")]
    flags = [f"-m{feature}" for feature in FEATURES]
    words = [f"--target={TRIPLE}", "-O2", "-fPIC", "-nostdlib", "-fno-builtin", *flags]
    words += ["-fvisibility=hidden", "-ffp-contract=off", "-Wall", "-Werror"]
    subprocess.run(["clang", *words, "-c", str(LOOPS), "-o", objects[0]], check=True)
    kernels: Json = {}
    for path in sorted(KEPT.glob("*.json")):
        facts = json.loads(path.read_text())
        key = path.stem
        module = _retarget(binding, machine, path.with_suffix(".ll").read_text(), facts, key)
        objects.append(str(path.with_suffix(".o")))
        Path(objects[-1]).write_bytes(machine.emit_object(module))
        kernels[key] = [facts["returns"], facts["is_tuple"], facts["name"]]
    TARGET.mkdir(exist_ok=True)
    linked = TARGET / "kernels.wasm"
    exports = [f"--export=k_{key}" for key in kernels]
    words = ["--no-entry", "-shared", "--experimental-pic", "--allow-undefined", "-s"]
    subprocess.run(["wasm-ld", *words, *exports, "-o", str(linked), *objects], check=True)
    sha256 = hashlib.sha256(linked.read_bytes()).hexdigest()
    names = {LOOPS.relative_to(ROOT).as_posix()}
    for path in KEPT.glob("*.json"):
        names |= {*json.loads(path.read_text())["parts"]}
    # What cannot be found again by its name, such as a function inside another, is left out.
    sources = {name: made for name in sorted(names) if (made := _digest(name))}
    stamp = {"sha256": sha256, "kernels": kernels, "sources": sources}
    (TARGET / "kernels.json").write_text(json.dumps(stamp, indent=1) + "\n")
    print(f"{len(kernels)} functions, {linked.stat().st_size:,} bytes")


def _retarget(binding: Any, machine: Any, text: str, facts: Json, key: str) -> Any:  # noqa: ANN401
    """Return the code of one function for WebAssembly, optimized for it."""
    text = re.sub(r'(target datalayout) = "[^"]*"', rf'\1 = "{machine.target_data}"', text)
    text = re.sub(r'(target triple) = "[^"]*"', rf'\1 = "{TRIPLE}"', text)
    text = re.sub(r'"target-(?:cpu|features)"="[^"]*"', "", text)
    module = binding.parse_assembly(text)
    module.verify()
    for one in module.functions:
        if one.is_declaration:
            assert one.name.startswith("llvm."), f"{facts['name']} calls {one.name}"
        elif one.name == facts["symbol"]:
            one.name = f"k_{key}"
        else:
            one.linkage = "internal"
    for one in module.global_variables:
        assert not one.is_declaration, f"{facts['name']} reads {one.name}"
        one.linkage = "internal"
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    passes = binding.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    return module


if __name__ == "__main__":
    sys.exit(main())
