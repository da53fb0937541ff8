"""Run a headless browser of this machine, for tests and pictures of the page.

The page must not contact other hosts: `Watch` records requests to other hosts, violations of the
content policy and errors on the console.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request
from playwright.sync_api import sync_playwright as start_playwright

VARIABLE: Final = "PITBOSS_BROWSER"
NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without its window, and takes less of the processor."""
MISSING: Final = (
    "there is no browser here: install chromium (on Debian and Ubuntu, apt install chromium), "
    f"or name one with {VARIABLE}"
)
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def browser_path() -> str | None:
    """Return the path of the named browser, or of an installed one."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start the browser with an empty profile; it ends with the block."""
    path = browser_path()
    if path is None:
        raise FileNotFoundError(MISSING)
    with start_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def running_server(folder: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve a data folder in a separate process; yield the process and its address."""
    command = [sys.executable, "-m", "pitboss.cli.main", "serve", "--no-browser", "--log", "error"]
    command += ["--port", str(port)]
    environment = os.environ | {"XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            first = server.stdout.readline()
            assert first.startswith("Pitboss is at "), "the server does not start"
            yield server, first.split()[-1].rstrip("/")
        finally:
            server.terminate()


class Watch:
    """Forbidden actions of a page."""

    def __init__(
        self, context: BrowserContext, address: str, *, allows_errors: bool = False
    ) -> None:
        """Watch every page of a context; *address* is the only allowed host.

        *allows_errors*: the test stops the server, and requests fail.
        """
        self.context = context
        self.faults: list[str] = []
        self._allows_errors = allows_errors
        self._host = urlsplit(address).netloc
        context.on("request", self._asked)
        context.on("page", self._opened)

    def _opened(self, page: Page) -> None:
        page.on("console", self._wrote)
        page.on("pageerror", lambda error: self.faults.append(f"error on the page: {error}"))
        page.on("websocket", lambda socket: self._reached(socket.url))

    def _asked(self, request: Request) -> None:
        self._reached(request.url)

    def _reached(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != self._host:
            self.faults.append(f"another host was asked: {url}")

    def _wrote(self, message: ConsoleMessage) -> None:
        is_policy = "Content Security Policy" in message.text
        if is_policy or (message.type in {"error", "warning"} and not self._allows_errors):
            where = message.location.get("url", "")
            self.faults.append(f"{message.type} on the console: {message.text} ({where})")
