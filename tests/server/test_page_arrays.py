"""The page's arrays in place of numpy: in its own Python and WebAssembly, each result is numpy's.

Node starts the files that a browser gets. The same expressions are evaluated there and here, on
random arrays of a fixed seed; types, shapes, every byte and the classes of errors are compared.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import math
import operator
import random
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
import pytest

import pitboss

ALONE: Final = Path(pitboss.__file__).parent / "server" / "alone"
NODE_SCRIPT: Final = Path(__file__).with_name("page_arrays.mjs")
WHOLE: Final = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
FLOATS: Final = ("float32", "float64")
RUNNER: Final = '''
import copy, json, pickle, warnings
import numpy as np

def told(value):
    """Say what a value is, to the last bit."""
    if isinstance(value, (tuple, list)):
        return [told(part) for part in value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return ["objects", list(value.shape), repr(value.tolist())]
    if isinstance(value, np.ndarray) and value.dtype == bool and not value.shape:
        return ["truth", value.item()]
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "f":  # the sign of what is no number is the processor's own
            value = value.copy()
            value[value != value] = np.nan
        return [value.dtype.name, list(value.shape), value.tobytes().hex()]
    if isinstance(value, (bool, np.bool_)):
        return ["truth", bool(value)]
    if isinstance(value, (float, np.floating)) and value != value:
        return "nan"
    if isinstance(value, np.generic):
        return [value.dtype.name, [], value.tobytes().hex()]
    if isinstance(value, float):
        return ["float", value.hex()]
    return repr(value)

def run(text):
    made = []
    for case in json.loads(text):
        before, _, last = case.rpartition(";")
        names = {"np": np, "copy": copy, "pickle": pickle}
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                exec(before, names)
                made.append(told(eval(last.strip(), names)))
        except (IndexError, OverflowError, ZeroDivisionError, ValueError, TypeError) as error:
            first = next(kind for kind in type(error).__mro__ if kind.__module__ == "builtins")
            made.append(["error", first.__name__])
    return json.dumps(made)
'''
TYPES: Final = frozenset(
    {
        *("bool_", "dtype", "floating", "generic", "iinfo", "inexact", "integer", "number"),
        *("int_", "intp", "ndarray", "object_", "signedinteger", "ufunc", "unsignedinteger"),
        *(*WHOLE, *FLOATS, "errstate", "random", "connect", "all_small"),
    }
)
"""Public names that are not functions of arrays."""
BINARY: Final = (
    *("add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "remainder", "mod"),
    *("maximum", "minimum", "fmax", "fmin", "equal", "not_equal", "less", "less_equal"),
    *("greater", "greater_equal", "logical_and", "logical_or", "logical_xor"),
)
BITS: Final = ("bitwise_and", "bitwise_or", "bitwise_xor")
OPERATORS: Final = ("+", "-", "*", "/", "//", "%", "==", "!=", "<", "<=", ">", ">=")


def written(rng: random.Random, kind: str, shape: tuple[int, ...], *, low: int = -50) -> str:
    """Write a random array as an expression."""
    count = math.prod(shape)
    if kind == "bool":
        values: list[Any] = [rng.random() < 0.5 for _ in range(count)]
    elif kind in FLOATS:
        values = [rng.choice([rng.uniform(-9, 9), rng.gauss(0, 1), 0.0, 2.5]) for _ in range(count)]
    else:
        values = [rng.randint(0 if kind[0] == "u" else low, 50) for _ in range(count)]
    return f"np.array({values}, dtype='{kind}').reshape({shape})"


# `a` and `b` are arrays of 3 by 4, `v` a vector of 12; `i` has places.
ONE: Final = {
    "absolute abs": ["np.absolute(a)", "abs(a)", "np.abs(a[:, ::2])"],
    "all": ["np.all(a, axis=0)", "a.all()", "(a == a).all(axis=1)"],
    "any": ["np.any(a, axis=1)", "a.any()"],
    "append": ["np.append(v, v[:3])", "np.append(a, a, axis=0)"],
    "argmax": ["np.argmax(a)", "a.argmax(axis=0)", "np.argmax(a, axis=1)"],
    "argmin": ["np.argmin(a)", "a.argmin(axis=0)"],
    "argsort": ["np.argsort(v, kind='stable')", "a.argsort(axis=0, kind='stable')"],
    "argwhere": ["np.argwhere(a)"],
    "array": [
        "np.array(a.tolist())",
        "np.array([a, a])",
        "np.array(a, dtype=float)",
        "np.array(5, ndmin=2)",
    ],
    "array_equal": ["np.array_equal(a, a.copy())", "np.array_equal(a, a.T)"],
    "split": ["np.split(v, 3)", "np.split(v, [2, 5])", "np.split(a, 2, axis=1)"],
    "asarray": ["np.asarray(a) is a", "np.asarray(v.tolist())", "np.asarray(a, dtype=np.float64)"],
    "ascontiguousarray": [
        "np.ascontiguousarray(a.T)",
        "np.ascontiguousarray(a.T).flags.c_contiguous",
    ],
    "atleast_1d": ["np.atleast_1d(3)", "np.atleast_1d(v)"],
    "broadcast_arrays": ["np.broadcast_arrays(a, v[:4])"],
    "broadcast_to": ["np.broadcast_to(v[:4], (3, 4))", "np.broadcast_to(v, (3, 5))"],
    "ceil": ["np.ceil(a)"],
    "clip": ["np.clip(a, 2, 7)", "a.clip(2, 7)", "np.clip(a, None, 5)"],
    "column_stack": ["np.column_stack((v, v))", "np.column_stack((a, a))"],
    "concatenate": [
        "np.concatenate((a, a))",
        "np.concatenate((a, a), axis=1)",
        "np.concatenate((v, a), axis=None)",
        "np.concatenate((a, v))",
    ],
    "count_nonzero": ["np.count_nonzero(a)", "np.count_nonzero(a, axis=0)"],
    "cumsum": [
        "np.cumsum(a)",
        "a.cumsum(axis=0)",
        "np.cumsum(a, axis=1)",
        "np.cumsum(v, dtype=np.float64)",
    ],
    "diagonal": ["np.diagonal(a)"],
    "diff": [
        "np.diff(v)",
        "np.diff(a, axis=0)",
        "np.diff(v, prepend=0)",
        "np.diff(v, append=v[:1])",
    ],
    "empty": ["np.empty((2, 3), dtype=a.dtype).shape", "np.empty(4).dtype"],
    "empty_like": ["np.empty_like(a).shape", "np.empty_like(a, dtype=bool).dtype"],
    "exp": ["np.exp(v * np.float64(0))"],
    "flatnonzero": ["np.flatnonzero(a)", "np.flatnonzero(v > 3)"],
    "floor": ["np.floor(a)"],
    "frombuffer": [
        "np.frombuffer(v.tobytes(), dtype=v.dtype)",
        "np.frombuffer(v.tobytes(), dtype=v.dtype, count=2)",
    ],
    "fromiter": [
        "np.fromiter(v.tolist(), dtype=v.dtype)",
        "np.fromiter((k * k for k in range(5)), dtype=np.int64, count=5)",
    ],
    "full full_like": [
        "np.full((2, 3), v[0])",
        "np.full(3, 1.5)",
        "np.full_like(a, 1)",
        "np.full((2, 2), 7, dtype=np.uint8)",
    ],
    "stack": ["np.stack((a, a), axis=1)", "np.stack((v, v), axis=-1)"],
    "isfinite": ["np.isfinite(a)"],
    "isnan": ["np.isnan(a)"],
    "isin": ["np.isin(a, v[:4])", "np.isin(v, a, invert=True)", "np.isin(v, v[:0])"],
    "setdiff1d union1d": ["np.setdiff1d(v, v[:5])", "np.union1d(v, v[:5])"],
    "lexsort": ["np.lexsort((v, v % 3 if v.dtype != bool else v))"],
    "log": ["np.log(v * np.float64(0) + 1)"],
    "log1p": ["np.log1p(v * np.float64(0))"],
    "logical_not": ["np.logical_not(a)"],
    "matmul dot": [
        "a @ b.T",
        "np.dot(v, v)",
        "np.matmul(a, v[:4])",
        "v[:3] @ a",
        "np.stack((a, b)) @ a.T",
        "a @ b",
    ],
    "max min": [
        "np.max(a)",
        "a.max(axis=0)",
        "np.min(a, axis=1)",
        "a.min(axis=1, keepdims=True)",
        "np.max(v[:0])",
        "np.max(v[:0], initial=1)",
    ],
    "median": ["np.median(v.astype(float))", "np.median(v[:7].astype(float))"],
    "moveaxis swapaxes transpose": [
        "np.moveaxis(a[None], 0, -1)",
        "np.swapaxes(a, 0, 1)",
        "np.transpose(a)",
        "a[None].transpose(2, 0, 1)",
        "a.T",
    ],
    "ndim shape size": [
        "np.ndim(a), np.shape(a), np.size(a)",
        "a.ndim, a.shape, a.size, a.nbytes, a.itemsize, a.strides",
    ],
    "negative": ["np.negative(a)", "-a"],
    "nonzero": ["np.nonzero(a)", "(v > 2).nonzero()"],
    "ones ones_like zeros zeros_like": [
        "np.ones((2, 3))",
        "np.ones_like(a)",
        "np.zeros(3, dtype=a.dtype)",
        "np.zeros_like(a, dtype=bool)",
    ],
    "pad": ["np.pad(v, 2)", "np.pad(a, ((1, 0), (0, 2)))", "np.pad(v, (1, 2), constant_values=1)"],
    "prod": ["np.prod(v)", "np.prod(a, axis=0)"],
    "ptp": ["np.ptp(v)", "np.ptp(a, axis=0)"],
    "take_along_axis": ["np.take_along_axis(a, np.argsort(a, axis=1, kind='stable'), axis=1)"],
    "quantile percentile": [
        "np.quantile(v.astype(float), 0.5)",
        "np.percentile(v.astype(float), [0, 7, 50, 83, 100])",
    ],
    "ravel reshape": [
        "np.ravel(a)",
        "a.ravel(order='F')",
        "a.T.reshape(2, 6)",
        "np.reshape(v, (3, -1))",
        "a.reshape(5, 2)",
        "v.reshape((2, 6), order='F')",
    ],
    "repeat": ["np.repeat(v, 2)", "np.repeat(a, [1, 0, 2], axis=0)"],
    "rint": ["np.rint(a / 2)", "np.rint(a.astype(np.int32))"],
    "searchsorted": [
        "np.searchsorted(np.sort(v), v)",
        "np.searchsorted(np.sort(v), v, side='right')",
        "np.searchsorted(np.sort(v), 3)",
    ],
    "sort": ["np.sort(v)", "np.sort(a, axis=0)", "np.sort(a)", "v.sort(); v"],
    "sqrt": [
        "np.sqrt(np.abs(a * np.float32(1)))",
        "np.sqrt(np.abs(a.astype(np.int16)))",
        "np.sqrt(np.abs(a) * 1.0)",
    ],
    "squeeze": ["np.squeeze(a[None])", "a[:, None].squeeze(axis=1)"],
    "sum": [
        "np.sum(a)",
        "a.sum(axis=0)",
        "a.sum(axis=1, keepdims=True)",
        "a.sum(axis=(0, 1))",
        "a.T.sum(axis=0)",
        "a[:, ::2].sum()",
        "np.sum(v[:0])",
        "np.sum(v, dtype=np.float64)",
        "np.sum(a, initial=5)",
    ],
    "mean": ["np.mean(a)", "a.mean(axis=0)"],
    "std var": ["np.std(v)", "np.var(v)", "np.var(a, axis=0)", "v.std(ddof=1)"],
    "take": [
        "np.take(v, i)",
        "np.take(a, [0, 2], axis=0)",
        "a.take([3, 0], axis=1)",
        "np.take(v, 99)",
    ],
    "tensordot": ["np.tensordot(a, b.T, 1)", "np.tensordot(a, b, 2)"],
    "tile": ["np.tile(v, 2)", "np.tile(a, (2, 1))", "np.tile(v, (2, 2))"],
    "trace": ["np.trace(a)"],
    "tril": ["np.tril(a)", "np.tril(a, k=1)"],
    "unique": [
        "np.unique(v)",
        "np.unique(a)",
        "np.unique(v, return_index=True, return_inverse=True, return_counts=True)",
        "np.unique(a % 2 if a.dtype != bool else a, axis=0)",
    ],
    "where": [
        "np.where(a > 2, a, b)",
        "np.where(a > 2, a, 0)",
        "np.where(a > 2)",
        "np.where(v > 2, 1.5, v)",
    ],
    "sign": ["np.sign(a) if a.dtype != bool else 0"],
    "around round round_": [
        "np.round(a / 3)",
        "np.around(a * 1.0, 1)",
        "(a * 1.0).round(2)",
        "np.round(i)",
    ],
    "vectorize": ["np.vectorize(lambda x: x > 2)(a)"],
    "convolve": ["np.convolve(v, v[:3])"],
    "divmod": ["np.divmod(a, 3)", "divmod(a, 3)"],
    "fill_diagonal": ["np.fill_diagonal(a, 1); a"],
    "histogram": ["np.histogram(v, bins=4)[0]"],
    "promote_types result_type": [
        f"[np.promote_types(a.dtype, k).name for k in {('bool', *WHOLE, *FLOATS)!r}]",
        "np.result_type(a, b).name",
    ],
    "nan_to_num": ["np.nan_to_num(a)"],
    "invert bitwise_not": ["~(a > 2)", "np.invert(a) if a.dtype.kind != 'f' else 0"],
}
"""Functions of arrays of each type -> how they are called; several names share some calls."""
ALL: Final = {
    "arange": [
        "np.arange(7)",
        "np.arange(2, 9, 3)",
        "np.arange(5, 0, -2)",
        "np.arange(0.0, 1.0, 0.25)",
        "np.arange(4, dtype=np.uint8)",
        "np.arange(0)",
    ],
    "bincount": [
        "np.bincount(np.array([1, 1, 4]))",
        "np.bincount([0, 2], weights=[0.5, 1.5], minlength=5)",
        "np.bincount([-1])",
    ],
    "broadcast_shapes": ["np.broadcast_shapes((3, 1), (4,))", "np.broadcast_shapes((3,), (4,))"],
    "eye": ["np.eye(3)", "np.eye(2, 4, k=1, dtype=int)"],
    "indices": ["np.indices((2, 3))"],
    "ix_": ["np.ix_([0, 2], [1, 3])", "np.ix_(np.array([True, False, True]), [1])"],
    "left_shift right_shift": [
        "np.arange(5) << 3",
        "np.arange(-4, 4) >> 1",
        "np.left_shift(1, np.arange(5))",
        "np.right_shift(256, np.arange(5))",
    ],
    "linspace": [
        "np.linspace(0, 1, 11)",
        "np.linspace(-2, 3, 7, endpoint=False)",
        "np.linspace(0.1, 0.7, 23)",
    ],
    "power float_power": [
        "np.arange(6) ** 2",
        "np.arange(6.0) ** 2",
        "np.arange(6.0) ** 0.5",
        "2 ** np.arange(5)",
        "np.power(np.arange(1.0, 4), -1)",
    ],
    "tril_indices triu_indices": ["np.tril_indices(3)", "np.triu_indices(4, k=1)"],
    "unravel_index": ["np.unravel_index(np.arange(6), (2, 3))"],
}
INDEXES: Final = (
    *(
        "1",
        "-1",
        "1, 2",
        "-1, -1",
        "slice(None, None, -1)",
        "slice(1, 3)",
        "..., 0",
        "None",
        "1, ...",
    ),
    *("slice(None), None, 2", "[0, 2]", "[0, 2], [1, 3]", "slice(None), [3, 3, 0]", "a > 2", "i"),
    *(
        "i[:2, None], i[None, :3]",
        "[True, False, True]",
        "..., [0, 1], None",
        "0, [1, 2]",
        "[1, 2], 0",
    ),
    *(
        "(a > 2).any(axis=1), 1",
        "slice(None), (a > 2).any(axis=0)",
        "[]",
        "3",
        "0, 4",
        "[3]",
        "0, 0, 0",
    ),
    *("1.5", "'x'", "np.array([0.5])", "[True, False]"),
)
METHODS: Final = (
    *(
        "a.astype(np.int8)",
        "a.astype(np.float64)",
        "a.astype(bool)",
        "a.astype('float32')",
        "a.copy()",
    ),
    *(
        "v.view(np.uint8)",
        "a.item()",
        "a[:1, :1].item()",
        "a.tolist()",
        "a.T.tolist()",
        "len(a)",
        "bool(a)",
    ),
    *(
        "a.fill(1); a",
        "a.flat[5]",
        "list(v)",
        "2 in v",
        "a.T.tobytes()",
        "a.compress([True, False, True], axis=0)",
    ),
    *(
        "copy.deepcopy(a)",
        "pickle.loads(pickle.dumps(a))",
        "a.shape = (2, 6); a",
        "memoryview(v).tolist()",
    ),
    *(
        "a.setflags(write=False); a[0, 0] = 1; a",
        "a.flags.writeable = False; a += 1; a",
        "a[0] = [1, 2]; a",
    ),
    *(
        "np.add.at(v, [0, 0, 3], v[1]); v",
        "np.maximum.at(v, [1, 1], v[2:4]); v",
        "np.add.reduce(a, axis=1)",
    ),
    *("np.multiply.reduce(a, axis=0)", "np.maximum.accumulate(v)", "np.add.reduceat(v, [0, 3, 7])"),
    *(
        "np.add(a, b, out=a); a",
        "a[:, 1:] = a[:, :-1]; a",
        "v[::-1][:3] = v[:3]; v",
        "v[1:] += v[:-1]; v",
    ),
    *(
        "np.logical_or.reduce(a, axis=0)",
        "np.logical_and.reduce(a, axis=None)",
        "np.minimum.reduce(a, axis=1)",
    ),
    *(
        "a[a > 2] = 0; a",
        "a[[0, 2]] = a[[2, 0]]; a",
        "a[:, [1, 1]] = 1; a",
        "a[a > 99] = 5; a",
        "a[..., 0] = v[:3]; a",
    ),
)


def cases() -> dict[str, list[str]]:
    """Return the names of functions, or of groups, and what is evaluated for each."""
    rng = random.Random(21)
    made: dict[str, list[str]] = {name: list(calls) for name, calls in ALL.items()}
    for kind in ("bool", *WHOLE, *FLOATS):
        arrays = "; ".join(
            f"{name} = {written(rng, kind, shape)}"
            for name, shape in (("a", (3, 4)), ("b", (3, 4)), ("v", (12,)))
        )
        arrays += f"; i = {written(rng, 'int64', (5,), low=0)} % 3"
        for name, calls in ONE.items():
            made.setdefault(name, []).extend(f"{arrays}; {call}" for call in calls)
        made.setdefault("methods", []).extend(f"{arrays}; {call}" for call in METHODS)
        for index in INDEXES:
            made.setdefault("read", []).append(f"{arrays}; a[{index}]")
            made.setdefault("write", []).append(f"{arrays}; a[{index}] = 1; a")
        for other in ("bool", *WHOLE, *FLOATS):
            shape = rng.choice([(3, 4), (4,), (3, 1), (1, 4), (), (2, 3, 4), (5,)])
            two = f"a = {written(rng, kind, (3, 4))}; b = {written(rng, other, shape)}"
            both_bits = "f" not in (kind[0], other[0])
            for name in BINARY + (BITS if both_bits else ()):
                made.setdefault(name, []).append(f"{two}; np.{name}(a, b)")
            made.setdefault("operators", []).extend(f"{two}; a {word} b" for word in OPERATORS)
            made.setdefault("in place", []).extend(
                f"{two}; a {word}= b; a" for word in ("+", "-", "*", "/", "//", "%")
            )
            if "bool" not in (kind, other):  # truth is Python's own in the page
                made.setdefault("numbers", []).extend(
                    f"{two}; a[1, 2] {word} b.ravel()[0]" for word in OPERATORS
                )
        for number in ("1", "True", "2.5", "-3", "300", "0", "10**20"):
            made.setdefault("Python's numbers", []).extend(
                text
                for word in OPERATORS[:6]
                for text in (f"{arrays}; a {word} {number}", f"{arrays}; {number} {word} a")
            )
            if kind != "bool":
                # With True or a float on the left, Python adds a whole number by itself.
                is_own = number in ("True", "2.5") and kind not in FLOATS
                made.setdefault("numbers", []).extend(
                    text
                    for word in OPERATORS
                    for text in (
                        f"{arrays}; a[1, 2] {word} {number}",
                        f"{arrays}; {number} {word} a[1, 2]",
                    )
                    if not (is_own and text.endswith("]"))
                )
    made["sum"] += long_sums()
    return made


def long_sums() -> list[str]:
    """Return sums around the lengths of numpy's blocks, in both orders of the memory."""
    made = []
    for count in (1, 7, 8, 9, 127, 128, 129, 255, 256, 1000, 1031):
        for kind in FLOATS:
            long = f"a = (np.arange({3 * count}) % 97 / 7).astype('{kind}').reshape(3, {count})"
            made += [
                f"{long}; a.sum()",
                f"{long}; a[:, 1:].sum()",
                f"{long}; a.T[::2].sum(axis=0)",
                f"{long}; a.mean()",
                f"{long}; a.var()",
                f"{long}; a.sum(axis=1)",
                f"{long}; a.T.sum(axis=1)",
                f"{long}; a[:, ::2].sum()",
            ]
    return made


def replacement() -> ModuleType:
    """Import the page's module beside numpy, for its names."""
    spec = importlib.util.spec_from_file_location("page_numpy", ALONE / "numpy" / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def answers(
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, list[tuple[str, Any, Any]]]:
    """Return for each group what was asked, numpy's answer, and the page's."""
    if shutil.which("node") is None:
        pytest.skip("needs Node")
    work = tmp_path_factory.mktemp("page")
    for path in (ALONE / "python").iterdir():
        (work / path.name).write_bytes(path.read_bytes())
    packed = (work / "pyodide.asm.wasm.gz").read_bytes()
    (work / "pyodide.asm.wasm").write_bytes(gzip.decompress(packed))
    groups = [(name, call) for name, calls in cases().items() for call in calls]
    asked = json.dumps({"runner": RUNNER, "cases": [call for _, call in groups]})
    (work / "asked.json").write_text(asked)
    paths = [work, ALONE / "kernels" / "kernels.wasm", ALONE / "numpy", work / "asked.json"]
    done = subprocess.run(
        ["node", str(NODE_SCRIPT), *map(str, paths)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    names: dict[str, Any] = {}
    exec(RUNNER, names)  # noqa: S102 - the same text as in the page
    here = json.loads(names["run"](json.dumps([call for _, call in groups])))
    made: dict[str, list[tuple[str, Any, Any]]] = {}
    for (name, call), ours, theirs in zip(groups, here, json.loads(done.stdout), strict=True):
        made.setdefault(name, []).append((call, ours, theirs))
    return made


def near(one: list[Any], other: list[Any]) -> bool:
    """Say whether two products of floats agree but for the order of their sums."""
    if one == other:
        return True
    if one[:2] != other[:2] or one[0] not in FLOATS:
        return False
    left, right = (np.frombuffer(bytes.fromhex(it[2]), dtype=one[0]) for it in (one, other))
    return np.allclose(left, right, rtol=1e-5 if one[0] == "float32" else 1e-13)


@pytest.mark.parametrize("name", sorted(cases()))
def test_each_function_and_operator_of_the_page_gives_numpys_result_to_the_last_bit(
    answers: dict[str, list[tuple[str, Any, Any]]], name: str
) -> None:
    # numpy gives products of matrices to BLAS, whose order is the processor's own.
    is_equal = near if name in ("matmul dot", "tensordot") else operator.eq
    wrong = [asked for asked in answers[name] if not is_equal(*asked[1:])]
    assert not wrong, wrong[:3]


def test_no_group_compares_nothing_but_errors(
    answers: dict[str, list[tuple[str, Any, Any]]],
) -> None:
    for name, asked in answers.items():
        errors = sum(here[0] == "error" for _, here, _ in asked)
        assert errors <= 0.7 * len(asked), name


def test_every_public_function_of_the_page_is_compared() -> None:
    module = replacement()
    public = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (getattr(value, "__module__", "") == "page_numpy" or isinstance(value, module.ufunc))
    }
    compared = {word for name in cases() for word in name.split()}
    assert public - compared - TYPES == set()


def test_what_the_page_lacks_raises() -> None:
    module = replacement()
    with pytest.raises(AttributeError):
        module.einsum  # noqa: B018 - asking is the test
    with pytest.raises(AttributeError, match="random numbers"):
        module.random.default_rng()
