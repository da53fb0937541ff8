"""Play at the page by keyboard alone or by pointer alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Protocol

from playwright.sync_api import Page

SECONDS: Final = 60
"""How long a table may take to answer before something is wrong."""
_MORE: Final = "button:has-text('Get more play money')"
TABS_MAX: Final = 120
"""How often tab is pressed on the way to anything."""

_STATE: Final = """() => {
  const table = document.querySelector('.table');
  if (!table) return null;
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    stage: table.dataset.stage, round: +table.dataset.round, asked: +table.dataset.asked,
    busy: table.classList.contains('busy'),
    deals: !!document.querySelector('[data-do=deal]:enabled'),
    actions: all('[data-action]').map((it) => it.dataset.action),
    cards: all('[data-setting]').map((it) => it.dataset.card),
    stack: +(document.querySelector('[data-stack]')?.dataset.stack ?? 0),
    bets: Object.fromEntries(
      all('[data-wager]').map(({dataset}) => [dataset.wager, +dataset.cents])
    ),
    refusal: document.querySelector('.refusal')?.textContent ?? '',
  };
}"""
_MOVED: Final = f"""(before) => {{
  const now = ({_STATE})();
  if (!now || now.busy) return false;
  if (now.refusal) return now;
  const isNew = now.round !== before.round || now.asked !== before.asked;
  const waits = now.actions.length > 0 || now.deals;
  return isNew && waits ? now : false;
}}"""


@dataclass(frozen=True)
class Stand:
    """The state of a table, as the page shows it."""

    stage: str
    round: int
    asked: int
    busy: bool
    deals: bool
    """Cards can be asked for."""
    actions: tuple[str, ...]
    cards: tuple[str, ...]
    """The cards of a hand that is to be set."""
    stack: int
    bets: Mapping[str, int]
    """Wager -> the cents on its spot."""
    refusal: str


@dataclass(frozen=True)
class Decision:
    """A decision; *amount* only if it is not the usual one."""

    action: str
    amount: int | None = None
    tip: int = 0
    low: Sequence[str] = ()

    @property
    def has_amount(self) -> bool:
        """Whether an amount is named, of the wager or of the tip."""
        return self.amount is not None or self.tip > 0


class Hands(Protocol):
    """A way to act on the page."""

    def bet(self, table: TablePage, wagers: Mapping[str, int]) -> None:
        """Put down exactly these wagers."""

    def deal(self, table: TablePage) -> None:
        """Ask for cards."""

    def decide(self, table: TablePage, decision: Decision) -> None:
        """Press the keys or buttons of a decision."""


class TablePage:
    """A table in a browser."""

    def __init__(self, page: Page, address: str, hands: Hands) -> None:
        """Use a page that may show anything yet."""
        self.page = page
        self.address = address.rstrip("/")
        self.hands = hands
        page.set_default_timeout(SECONDS * 1000)

    def open(self, table: str) -> Stand:
        """Go to a table, and wait until bets are taken or something is asked."""
        self.page.goto(f"{self.address}/table/{table}")
        return self.ready()

    def ready(self) -> Stand:
        """Wait until the player can do something."""
        self.page.wait_for_selector("[data-do=deal]:enabled, [data-action]")
        return self.stand

    @property
    def stand(self) -> Stand:
        """The state of the table."""
        return _stand(self.page.evaluate(_STATE))

    @property
    def layout(self) -> Any:  # noqa: ANN401 - JSON
        """The layout, as the server sends it."""
        name = self.page.url.rstrip("/").rpartition("/")[2]
        return self.page.request.get(f"{self.address}/api/1/tables/{name}/layout").json()

    def bet(self, wagers: Mapping[str, int]) -> None:
        """Put down exactly these wagers."""
        self.hands.bet(self, wagers)
        placed = {wager: cents for wager, cents in self.stand.bets.items() if cents}
        assert placed == dict(wagers), f"{placed} lies on the felt, not {dict(wagers)}"

    def deal(self) -> Stand:
        """Ask for cards; return how it stands when something can be done again."""
        return self._moved(lambda: self.hands.deal(self))

    def decide(self, decision: Decision) -> Stand:
        """Decide; return how it stands when something can be done again."""
        return self._moved(lambda: self.hands.decide(self, decision))

    def _moved(self, act: Callable[[], None]) -> Stand:
        before = self.stand
        act()
        known = {"round": before.round, "asked": before.asked}
        stand = self.page.wait_for_function(_MOVED, arg=known).json_value()
        after = _stand(stand)
        assert not after.refusal, after.refusal
        return after

    def play_hand(self, rng: random.Random) -> Stand:
        """Play one hand with the bets that lie there, deciding at random."""
        if self.page.is_visible(_MORE):
            self.page.click(_MORE)
            self.page.wait_for_selector(_MORE, state="detached")
        stand = self.deal()
        while stand.actions:
            stand = self.decide(any_decision(stand, rng))
        return stand


def _stand(data: Any) -> Stand:  # noqa: ANN401 - JSON
    return Stand(**{**data, "actions": tuple(data["actions"]), "cards": tuple(data["cards"])})


def any_decision(stand: Stand, rng: random.Random) -> Decision:
    """Decide at random; a hand is set in the first way that is no foul."""
    return Decision(rng.choice(stand.actions))


class Pointer:
    """Clicks, and never a key."""

    def bet(self, table: TablePage, wagers: Mapping[str, int]) -> None:
        """Clear the felt, and click every spot as often as it needs."""
        page = table.page
        layout = table.layout
        if table.stand.bets and any(table.stand.bets.values()):
            page.click("[data-do=clear]")
        for wager, cents in wagers.items():
            if table.stand.bets[wager] == cents:
                continue  # it lies there with the wager that it equals
            for chip, times in clicks(layout, wager, cents):
                page.click(f'[data-chip="{chip}"]')
                for _ in range(times):
                    page.click(f'[data-wager="{wager}"]')

    def deal(self, table: TablePage) -> None:
        """Click on deal."""
        table.page.click("[data-do=deal]")

    def decide(self, table: TablePage, decision: Decision) -> None:
        """Click the button, or the cards of the low hand and the button."""
        page = table.page
        if decision.action == "set":
            choose_low(table, decision, lambda card: page.click(f'[data-setting="{card}"]'))
        if decision.has_amount and page.query_selector(amount_of(decision)):
            page.click(amount_of(decision))
        else:
            page.click(f'[data-action="{decision.action}"]')
        if _fill(page, decision):
            page.click(".amount button.primary")


class Keyboard:
    """Presses keys, and never clicks."""

    def bet(self, table: TablePage, wagers: Mapping[str, int]) -> None:
        """Clear the felt, and go from spot to spot with tab."""
        page = table.page
        layout = table.layout
        page.keyboard.press("c")
        for wager, cents in wagers.items():
            if table.stand.bets[wager] == cents:
                continue
            tab_to(page, f'[data-wager="{wager}"]')
            for chip, times in clicks(layout, wager, cents):
                page.keyboard.press(str(layout["chips"].index(chip) + 1))
                for _ in range(times):
                    page.keyboard.press("Enter")

    def deal(self, table: TablePage) -> None:
        """Press space; where that would mean the button with the focus, go to deal first."""
        page = table.page
        if page.evaluate("document.activeElement?.tagName") == "BUTTON":
            tab_to(page, "[data-do=deal]")
        page.keyboard.press("Space")

    def decide(self, table: TablePage, decision: Decision) -> None:
        """Press the letter on the button."""
        page = table.page
        if decision.action == "set":
            choose_low(table, decision, lambda card: page.keyboard.press(str(card)))
        if decision.has_amount and page.query_selector(amount_of(decision)):
            tab_to(page, amount_of(decision))
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(key_of(page, decision.action))
        if _fill(page, decision):
            page.keyboard.press("Enter")


def amount_of(decision: Decision) -> str:
    """Return the element that chooses the amount of a decision."""
    return f'[data-amount="{decision.action}"]'


def choose_low(table: TablePage, decision: Decision, choose: Callable[[int], None]) -> None:
    """Choose the cards of the low hand; where none are named, the first two that may be set."""
    stand = table.stand
    named = [low_places(stand.cards, decision.low)] if decision.low else []
    for places in named or combinations(range(1, len(stand.cards) + 1), 2):
        for place in places:
            choose(place)
        if named or table.page.is_enabled('[data-action="set"]'):
            return
        for place in places:
            choose(place)


def low_places(cards: Sequence[str], low: Sequence[str]) -> list[int]:
    """Return the places of the cards of a low hand, counted from 1.

    >>> low_places(("Ts", "8d", "3c", "Tc", "6h"), ("8d", "Tc"))
    [2, 4]
    """
    left = list(cards)
    places = []
    for card in low:
        places.append(left.index(card) + 1)
        left[left.index(card)] = ""
    return places


def key_of(page: Page, action: str) -> str:
    """Return the key that a button shows."""
    key = page.get_attribute(f'[data-action="{action}"]', "aria-keyshortcuts")
    assert key, f"{action} has no key"
    return key


def tab_to(page: Page, selector: str) -> None:
    """Press tab until an element has the focus."""
    for _ in range(TABS_MAX):
        if page.evaluate("(it) => !!document.activeElement?.matches(it)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"tab never comes to {selector}")


def clicks(layout: Any, wager: str, cents: int) -> list[tuple[int, int]]:  # noqa: ANN401 - JSON
    """Return which chips make an amount, and how often each is put down.

    The first chip on an empty spot is at least the table's least wager, or what it must equal.
    """
    spot = next(wager_spot for wager_spot in layout["wagers"] if wager_spot["id"] == wager)
    smallest = min(layout["chips"])
    if spot["equals"]:
        return [(smallest, 1)]
    chips = [(smallest, 1)]
    left = cents - max(spot["low"], smallest)
    for chip in sorted(layout["chips"], reverse=True):
        times, left = divmod(left, chip) if left >= chip else (0, left)
        if times:
            chips.append((chip, times))
    assert left == 0, f"{cents} cents cannot be put on {wager} with {layout['chips']}"
    return chips


def _fill(page: Page, decision: Decision) -> bool:
    """Write the amount where the page asks for it; return whether it does."""
    fields = page.locator(".amount input").all()
    if not fields:
        return False
    for field, cents in zip(fields, (decision.amount, decision.tip), strict=False):
        if cents:
            field.fill(dollars(cents))
    fields[0].focus()
    return True


def dollars(cents: int) -> str:
    """Write cents as a field takes them.

    >>> dollars(1250), dollars(500)
    ('12.50', '5')
    """
    return re.sub(r"\.00$", "", f"{cents // 100}.{cents % 100:02}")
