"""The house for the tests of the console: its people, and a floor on which something happened."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from playwright.sync_api import BrowserContext

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind
from pitboss.floor.commands import Bet, Decide, Sit
from pitboss.office.core import HOUSE, Done
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from pitboss.pit.table import LiveTable
from pitboss.server.accounts.accounts import new_account
from pitboss.server.accounts.sessions import NAMED, token_hash
from pitboss.server.services import Services
from pitboss.sitting.amounts import main_wagers, with_required
from pitboss.sitting.basic_play import basic_play
from pitboss.store import Credential
from tests.pit.jackpot_floor import WAGERS
from tests.pit.record_player import fund, must
from tests.remote.served import Served
from tests.web.conftest import put_shoe

STACK = 100_000


def hire(floor: Served, name: str, *roles: Role) -> str:
    """Open an account with a name and roles; return its id."""
    account = new_account()

    async def work(services: Services) -> None:
        await services.store.add_credential(Credential(account, name, "no password"))
        await services.accounts._open(account)  # noqa: SLF001 - without the time of a password

    floor.do(work)
    give(floor, account, *roles)
    return account


def give(floor: Served, account: str, *roles: Role) -> None:
    """Give an account roles."""

    async def work(services: Services) -> None:
        for role in roles:
            done = await services.desk.ask(GiveRole(account, role), HOUSE, secrets.token_hex(8))
            assert isinstance(done, Done), done

    floor.do(work)


def log_in(context: BrowserContext, floor: Served, account: str) -> None:
    """Make a browser that of somebody, without typing a password."""
    token = floor.do(lambda services: session(services, account))
    context.add_cookies([{"name": "s", "value": token, "url": floor.address}])
    context.add_init_script("location.host && localStorage.setItem('pitboss/entered', 'true')")


async def session(services: Services, account: str) -> str:
    """Return the token of a session in which the second factor was given."""
    token = await services.sessions.start(account, NAMED)
    begun = await services.store.session(token_hash(token))
    assert begun is not None
    return await services.sessions.step_up(begun)


def seat(floor: Served, table: str, people: Iterable[str], first: int = 1) -> None:
    """Let accounts sit down at a table."""

    async def work(services: Services) -> None:
        live = services.hall.tables[table]
        for number, account in enumerate(people, first):
            credential = await services.store.account_credential(account)
            name = credential.name if credential else f"guest {number}"
            await fund(services.hall, account)
            await must(live, Sit(account, name, number, STACK))

    floor.do(work)


def play(floor: Served, table: str, rounds: int, cents: int = 1_000) -> None:
    """Play whole rounds with everybody who sits at a table, by basic strategy."""

    async def work(services: Services) -> None:
        live = services.hall.tables[table]
        for _ in range(rounds):
            await bet(live, cents)
            while (current := live.state.round) is not None:
                action = basic_play(current.state, current.question)
                account = live.state.seats[action.seat].account
                decision = Decide(
                    account,
                    action.seat,
                    current.n,
                    action.kind,
                    action.amount,
                    action.tip,
                    action.low,
                )
                await must(live, decision)

    floor.do(work)


async def bet(live: LiveTable, cents: int) -> None:
    """Let everybody at a table bet, so that the cards are dealt."""
    setup = live.state.terms.setup
    for sitting in tuple(live.state.seats.values()):
        bets = with_required(setup, main_wagers(setup, cents))
        await must(live, Bet(sitting.account, sitting.seat, bets, ready=True))


def three_aces(_number: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]) -> tuple[Card, ...]:
    """Deal what wins the whole jackpot to one seat."""
    return (*cards[:1], *parse_cards("As As As 9h" + " Kd 4c 9s" * 8))


async def win(services: Services) -> None:
    """Win the jackpot at the first table."""
    live: LiveTable = services.hall.tables["t1"]
    put_shoe(live, three_aces)
    await services.keeper.tell()
    sitting = live.state.seats[1]
    await must(live, Bet(sitting.account, 1, WAGERS))
    while (current := live.state.round) is not None:
        choices = [choice.kind for choice in current.question.choices]
        kind = ActionKind.DECLINE if ActionKind.DECLINE in choices else ActionKind.STAND
        await must(live, Decide(sitting.account, 1, current.n, kind))
    await services.keeper.tell()
