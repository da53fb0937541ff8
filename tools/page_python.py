"""Take Python for browsers into the package: the core of Pyodide, trimmed, and msgspec for it.

python -m tools.page_python    fetch both again, by their hashes, and write them

It needs Node with npm, and pip. What it writes to `src/pitboss/server/alone/python` is committed,
so neither users nor tests need them. Both are open source (`NOTICE.txt` beside them).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "src" / "pitboss" / "server" / "alone" / "python"
PYODIDE: Final = (
    "pyodide@314.0.7",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
MSGSPEC: Final = (
    "msgspec==0.22.0",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
)
PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
LEFT_OUT: Final = frozenset(
    {
        *("_pyrepl", "unittest", "xml", "xmlrpc", "wsgiref", "pdb", "doctest", "pydoc", "idlelib"),
        *("turtle", "tkinter", "imaplib", "mailbox", "smtplib", "ftplib", "poplib", "ensurepip"),
        *("venv", "lib2to3", "sqlite3", "curses", "dbm", "cProfile", "profile", "pstats", "trace"),
        *("optparse", "tabnanny", "antigravity", "webbrowser", "sched", "shelve", "netrc", "wave"),
        *("plistlib", "colorsys", "cmd", "code", "pty", "tty", "pickletools", "pyclbr", "zipapp"),
        *("modulefinder", "compileall", "pydoc_data", "_pyio", "_pydatetime", "_pydecimal"),
        *("tarfile", "getopt", "getpass", "filecmp", "fileinput", "quopri", "sndhdr", "symtable"),
        *("bdb", "configparser", "timeit", "socketserver", "runpy"),
        *("turtledemo", "rlcompleter", "nturl2path", "_ios_support", "_android_support", "_py_abc"),
    }
)
"""Modules of the standard library that nothing in a page imports."""
ENCODINGS: Final = ("__init__", "aliases", "ascii", "latin_1", "utf_8", "idna", "cp437", "punycode")
COMPILE: Final = """
import { loadPyodide } from "./pyodide.mjs";
import fs from "fs";
const python = await loadPyodide();
python.FS.mkdir("/mounted"); python.mountNodeFS("/mounted", ".");
python.runPython(`
import importlib.util, os, zipfile, marshal, _frozen_importlib_external as files
source = zipfile.ZipFile("/mounted/kept.zip")
with zipfile.ZipFile("/mounted/compiled.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
    for name in sorted(source.namelist()):
        data = source.read(name)
        info = zipfile.ZipInfo(name.removesuffix(".py") + ".pyc" if name.endswith(".py") else name)
        info.compress_type = zipfile.ZIP_DEFLATED
        if name.endswith(".py"):
            where = "/lib/python314.zip/" + name
            code = compile(data, where, "exec", dont_inherit=True, optimize=2)
            data = importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
        target.writestr(info, data)
`);
"""
NOTICE: Final = """Files of others, for the pages of `pitboss site`.

pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm.gz, pyodide-lock.json, stdlib.zip:
  Pyodide {pyodide}, Mozilla Public License 2.0, https://pyodide.org
  It holds Python, Python Software Foundation License, https://www.python.org
  Of the standard library some modules are left out, and the others are compiled.
msgspec.zip:
  msgspec {msgspec}, BSD 3-Clause License, https://jcristharif.com/msgspec

`python -m tools.page_python` takes them from npm and PyPI, by their hashes.
"""


def main() -> int:
    """Write everything again."""
    with tempfile.TemporaryDirectory(prefix="pitboss-page-") as folder:
        work = Path(folder)
        _fetch(work)
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.mkdir(parents=True)
        package = work / "package"
        for name in ("pyodide.mjs", "pyodide.asm.mjs"):
            # A map of sources is nothing that a page asks for.
            text = (package / name).read_text(encoding="utf-8")
            (TARGET / name).write_text(text.partition("//# sourceMappingURL")[0], encoding="utf-8")
        wasm = (package / "pyodide.asm.wasm").read_bytes()
        (TARGET / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(wasm, 9, mtime=0))
        lock = json.loads((package / "pyodide-lock.json").read_text())
        (TARGET / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}) + "\n")
        _trim(package)
        (package / "compile.mjs").write_text(COMPILE)
        subprocess.run(["node", "compile.mjs"], cwd=package, check=True)
        shutil.copyfile(package / "compiled.zip", TARGET / "stdlib.zip")
        _repack(work)
    words = {"pyodide": PYODIDE[0].partition("@")[2], "msgspec": MSGSPEC[0].partition("==")[2]}
    (TARGET / "NOTICE.txt").write_text(NOTICE.format(**words))
    total = sum(path.stat().st_size for path in TARGET.iterdir())
    print(f"{total:,} bytes in {TARGET.relative_to(ROOT)}")
    return 0


def _fetch(work: Path) -> None:
    """Fetch both packages into a folder, and refuse other contents than those of the hashes."""
    subprocess.run(["npm", "pack", PYODIDE[0]], cwd=work, check=True, stdout=subprocess.DEVNULL)
    words = ["download", "-q", "--no-deps", "--only-binary=:all:", *PLATFORM, "-d", ".", MSGSPEC[0]]
    subprocess.run([sys.executable, "-m", "pip", *words], cwd=work, check=True)
    for pattern, (name, digest) in {"pyodide-*.tgz": PYODIDE, "msgspec-*.whl": MSGSPEC}.items():
        (path,) = work.glob(pattern)
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            sys.exit(f"{name} has another content than it had: {path.name}")
        if pattern.endswith(".tgz"):
            with tarfile.open(path) as archive:
                archive.extractall(work, filter="data")


def _trim(package: Path) -> None:
    """Write the modules of the standard library that are kept."""
    with (
        zipfile.ZipFile(package / "python_stdlib.zip") as whole,
        zipfile.ZipFile(package / "kept.zip", "w") as kept,
    ):
        for name in whole.namelist():
            first = name.partition("/")[0].removesuffix(".py")
            second = name.partition("/")[2].removesuffix(".py")
            is_wanted = first not in LEFT_OUT and (first != "encodings" or second in ENCODINGS)
            if is_wanted and not name.endswith("/"):
                kept.writestr(name, whole.read(name))


def _repack(work: Path) -> None:
    """Write msgspec without what only tools read."""
    (wheel,) = work.glob("msgspec-*.whl")
    made = io.BytesIO()
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(made, "w") as kept:
        for name in sorted(whole.namelist()):
            if name.endswith((".py", ".so")):
                info = zipfile.ZipInfo(name)
                info.compress_type = zipfile.ZIP_DEFLATED
                kept.writestr(info, whole.read(name), compresslevel=9)
    (TARGET / "msgspec.zip").write_bytes(made.getvalue())


if __name__ == "__main__":
    sys.exit(main())
