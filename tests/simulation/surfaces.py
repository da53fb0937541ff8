"""Duties at what stands beside the tables of the server, each done wrong too: a part of `mischief`.

Physical tables with their jackpot wagers and hand pays, the cash drawer, limits that two people
change, private tables with bots, and what players do with their own accounts.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tests.simulation.mischief import Rascals

WA_SPANISH_21: Final = (Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml").read_text()
PASSWORD: Final = "correct horse"  # noqa: S105 - of a simulation
FLOAT: Final = {"2500": 40, "500": 200}
PIT: Final = ("pit-1", "pit-2")
HAND: Final = (
    "1 25 jackpot-1 5",
    "2-3 25",
    "deal",
    *(["7h", "9c", "7s", "Kd", "5d", "6c", "8h", "Ts"]),
)
"""Lines of a hand; the cards that come after it are drawn."""
CARDS: Final = tuple(f"{rank}{suit}" for rank in "23456789JQKA" for suit in "cdhs")


async def run_pit(them: Rascals) -> None:
    """Open a physical table with two people, and do what is done there."""
    name = them.rng.choice(PIT)
    listed = await them.read("floor.1", "staff/physical")
    known = {it["id"]: it for it in listed.get("tables", ())}
    if name not in known:
        await open_pit(them, name)
        return
    dealer = {"dealer": them.accounts.get("dealer.2", "")}
    await them.ask("floor.1", "POST", f"staff/tables/{name}/dealer", dealer)
    seen = await them.read("nobody", f"signs/{name}")
    if not seen.get("open"):
        await count_in(them, name)
    work = them.rng.choice((key_hand, key_hand, press_buttons, press_buttons, rate, count_tokes))
    await work(them, name, known[name])


async def open_pit(them: Rascals, name: str) -> None:
    """Ask for a physical table, linked to the jackpot where there is one."""
    mischief = them.mischief
    jackpots = (await them.read("nobody", "jackpots")).get("jackpots", ())
    body = {
        "id": name,
        "name": "Spanish 21, pit",
        "text": WA_SPANISH_21,
        "links": f"jackpot-1={jackpots[0]['id']}" if jackpots else "",
        "reason": "a new table",
    }
    if them.rng.random() < 0.3:
        field = them.rng.choice(("id", "name", "links", "links"))
        body[field] = them.rng.choice(("t1", "Pit 1", " ", "jackpot-1=nothing", "main=mega"))
    else:
        them.mischief = 0.0  # so that there is a table sometimes
    made = await them.do("floor.1", "staff/physical", body)
    await them.second(made, "floor.2", "shift-manager.1", "floor.1")
    them.mischief = mischief


async def count_in(them: Rascals, name: str) -> None:
    """Let dealer and floor count the tray of a physical table, so that it opens."""
    path = f"staff/tables/{name}"
    mischief = them.mischief
    them.mischief *= them.rng.choice((0, 0, 1))
    await them.ask("accounting.1", "POST", "staff/day/open")
    await them.do("dealer.2", f"{path}/count", {"chips": FLOAT})
    await them.do("floor.1", f"{path}/sign", {"chips": FLOAT})
    them.mischief = mischief


async def key_hand(them: Rascals, name: str, known: dict[str, Any]) -> None:
    """Key a hand line by line, from two devices at once now and then, and confirm it."""
    del known
    path = f"staff/physical/{name}/hand"
    rng = them.rng
    for number, line in enumerate(HAND):
        body = {"line": line, "n": number}
        if rng.random() < 0.1:
            await asyncio.gather(*(them.ask("dealer.2", "POST", path, body) for _ in range(2)))
        await them.ask("dealer.2", "POST", path, body)
    for _ in range(30):
        hand = (await them.read("floor.1", path)).get("hand") or {}
        due = hand.get("due") or {}
        if not due:
            break
        is_card = due.get("kind") == "card"
        line = rng.choice(CARDS) if is_card else rng.choice(("stand", "stand", "hit", "double"))
        if not await them.ask("dealer.2", "POST", path, {"line": line}) and rng.random() < 0.3:
            break
    if rng.random() < 0.2:
        at = {"line": rng.choice(("1 25", "2 50", "7c")), "at": rng.choice((1, 2, 4))}
        await them.ask("dealer.2", "POST", path, at)
    if rng.random() < 0.1:
        await them.do("dealer.2", f"{path}/clear")
    await them.do("dealer.2", f"{path}/confirm")
    await settle_here(them)


async def press_buttons(them: Rascals, name: str, known: dict[str, Any]) -> None:
    """Lock jackpot wagers by the buttons, enter a hit, and give wagers back."""
    rng = them.rng
    path = f"staff/physical/{name}"
    seats = rng.choice(([1], [2, 4], [1, 1], [99], []))
    wager = rng.choice(("jackpot-1", "jackpot-1", "jackpot-1", "match-up"))
    await them.do("dealer.2", f"{path}/lock", {"wagers": {wager: seats}})
    rows = known.get("rows", {}).get("jackpot-1") or ["three of a kind"]
    hit = {"wager": wager, "seat": rng.choice((1, 2, 4)), "row": rng.choice((*rows, "nothing"))}
    back = {"reason": rng.choice(("misdealt", "misdealt", " "))}
    if rng.random() < 0.6:
        entered = [them.do("floor.1", f"{path}/hits", hit)]
        if rng.random() < 0.3:
            entered.append(them.do("floor.1", f"{path}/release", back))
        await asyncio.gather(*entered)
    if rng.random() < 0.5:
        await them.do("floor.1", f"{path}/release", back)
    await settle_here(them)


async def settle_here(them: Rascals) -> None:
    """Write the winner of a hit down, or another one, while two people sign."""
    rng = them.rng
    for jackpot in (await them.read("nobody", "jackpots")).get("jackpots", ())[:1]:
        path = f"staff/jackpots/{jackpot['id']}/hits"
        for hit in jackpot.get("pending", ())[:2]:
            place = f"{path}/{hit['hit']}"
            winner = {
                "name": rng.choice(("Ann Player", "Bob Thief")),
                "document": "licence WA 77",
                "tax_number": rng.choice(("4321", "", "x")),
                "withheld_cents": rng.choice((0, 0, 100, 10**9)),
            }
            verb = rng.choice(("confirm", "confirm", "confirm", "reject"))
            body = {"why": "misread"} if verb == "reject" else None
            await them.do("floor.1", f"{place}/{verb}", body)
            signed = [them.do("shift-manager.1", f"{place}/{verb}", body)]
            if rng.random() < 0.5:
                signed.append(them.do("floor.1", f"{place}/winner", winner))
            await asyncio.gather(*signed)


async def rate(them: Rascals, name: str, known: dict[str, Any]) -> None:
    """Rate a player."""
    path = f"staff/physical/{name}/ratings"
    seat = them.rng.choice((1, 2))
    body = {"seat": seat, "player": "Ann, card 77", "buy_in_cents": 10_000}
    await them.do("floor.1", path, body)
    for rating in known.get("ratings", ()):
        number = rating["rating"]
        if them.rng.random() < 0.6:
            await them.do("floor.1", f"{path}/{number}/bet", {"cents": 2_500})
        await them.do("floor.1", f"{path}/{number}/close", {"hands": 20, "out_cents": 5_000})


async def count_tokes(them: Rascals, name: str, known: dict[str, Any]) -> None:
    """Count the tips of a physical table, and pay them."""
    del known
    await them.do("dealer.2", f"staff/physical/{name}/tokes", {"chips": {"500": 3}})
    await them.do("cage.1", "staff/cage/tips", {"pool": name, "cents": 500})


async def run_drawer(them: Rascals) -> None:
    """Count the cash drawer, take it over, and buy chips back in parts."""
    first, other = them.rng.sample(("cage.1", "cage.2"), 2)
    chips = them.rng.choice(({"10000": 40}, {"10000": 40}, {"2000": 7}, {"7": 1}))
    await them.do(first, "staff/cage/drawer/count", {"chips": chips})
    await them.do(other, "staff/cage/drawer/take", {"chips": chips})
    for _ in range(them.rng.randrange(3)):
        bought = {"chips": them.rng.choice(({"500": 4}, {"10000": 60}, {}))}
        await them.second(await them.do(first, "staff/cage/chips", bought), other, first)


async def change_limits(them: Rascals) -> None:
    """Let two people change the limits of a table, at once or at a time."""
    table = await them.table()
    body: dict[str, Any] = {
        "wager": them.rng.choice(("main", "main", "nothing")),
        "reason": them.rng.choice(("a busy night", "a busy night", " ")),
        "min_cents": them.rng.choice((500, 1_000, 10**9)),
        "starts": them.rng.choice(("", "", "25:00", "2001-01-01T00:00:00Z")),
    }
    made = await them.do("floor.1", f"staff/tables/{table}/limits", body)
    await them.second(made, "floor.2", "floor.1")


async def play_privately(them: Rascals) -> None:
    """Open a table for friends, call bots and friends to it, and say something."""
    body = {"game": "co/free-bet", "invites": them.rng.random() < 0.8}
    made = await them.ask("guest.0", "POST", "tables", body)
    path = f"tables/{made.get('table', 'with-friends-x')}"
    counts = [them.ask("guest.0", "POST", f"{path}/bots", {"count": n}) for n in (3, 0)]
    await asyncio.gather(*counts[: them.rng.choice((1, 2))])
    for unasked in counts:
        unasked.close()
    await them.do("guest.1", f"{path}/bots", {"count": 2})
    for who, seat in (("guest.0", 7), ("guest.1", 6)):
        sit = {"seat": seat, "cents": 50_000, "nickname": them.rng.choice(("Zoe", "", "a\u202eb"))}
        await them.do(who, f"{path}/sit", sit)
        bet = {"seat": seat, "wagers": {"main": 1_000, "free": 0}}
        await them.ask(who, "POST", f"{path}/bet", bet)
        await them.do(who, f"{path}/emote", {"seat": seat, "emote": "nice-hand"})


async def own_account(them: Rascals) -> None:
    """Take a name, draw recovery codes, recover, take another name, export, and delete it all."""
    rng = them.rng
    name = f"own-{rng.randrange(3)}"
    who = f"owner.{name}"
    login = {"name": name, "password": PASSWORD}
    if not (await them.ask(who, "POST", "register", login)).get("token"):
        await them.do(who, "login", login)
    own = {"password": PASSWORD}
    drawn = await them.do(who, "me/recovery", own)
    code = rng.choice([*drawn.get("codes", ())[:1], "aaaa-bbbb"])
    lost = {"name": name, "code": code, "password": rng.choice((PASSWORD, PASSWORD, "password"))}
    await them.ask("nobody", "POST", "recover", lost)
    await them.do(who, "login", login)
    await them.do(who, "me/name", {**own, "name": rng.choice((name, "own-1", "admin"))})
    await them.read(who, "me/export")
    if rng.random() < 0.5:
        table = await them.table()
        await them.ask(who, "POST", f"tables/{table}/sit", {"seat": 5, "cents": 20_000})
    if rng.random() < 0.5:
        await them.do(who, "me/forget", own)
