"""The table of a house configuration, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.text.numbers import short_money
from pitboss.text.options import option_text

Sheet = Mapping[str, Any]
"""What `house_sheet` returns."""
Line = tuple[str, str]
"""A heading and its text; an empty heading continues the one above."""


def house_lines(sheet: Sheet) -> Iterator[Line]:
    """Yield the whole table in lines; amounts are dollars."""
    for heading in ("options", "assumed"):
        if sheet[heading]:
            values = (f"{name} {option_text(value)}" for name, value in sheet[heading].items())
            yield heading, ", ".join(values)
    yield from _with_heading("wagers", _wagers(sheet["wagers"]))
    yield from _with_heading("pays", _pays(sheet["pays"]))
    yield from _with_heading("jackpots", _jackpots(sheet["jackpots"]))
    shoe = sheet["shoe"]
    cut = "one deck" if shoe["cut"] is None else f"{shoe['cut']} cards"
    yield "shoe", f"burn {shoe['burn']} after a shuffle, cut card {cut} from the end"


def judged_lines(judged: Sheet) -> Iterator[Line]:
    """Yield the rules that a house was judged by, and the parts that were not judged."""
    profile = judged["profile"]
    document = ", ".join(filter(None, (judged["document"], judged["section"])))
    dated = f", effective {judged['effective']}" if judged["effective"] else ""
    yield "against", f"the rules of {document}{dated}"
    if profile:
        yield "", f"legal profile {profile['id']}: {legal_limit(profile)} ({profile['cite']})"
    yield from _with_heading("not judged", iter(judged["not_judged"]))


def legal_limit(profile: Sheet) -> str:
    """Return the limits of a profile, and when they hold."""
    most = profile["single_wager_max_cents"]
    text = "no legal maximum" if most is None else f"a single wager is at most {short_money(most)}"
    if count := profile["hand_wagers_max"]:
        text += f", {count} separate wagers ride on one hand"
    if count := profile["larger_wagers_max"]:
        text += f", {count} of them over {short_money(profile['larger_wager_cents'])}"
    since = f" from {profile['effective']}" if profile["effective"] else ""
    until = f" to {profile['until']}" if profile["until"] else ""
    return f"{profile['jurisdiction']}{since}{until}, {text}"


def _with_heading(heading: str, lines: Iterator[str]) -> Iterator[Line]:
    for number, line in enumerate(lines):
        yield "" if number else heading, line


def _wagers(wagers: list[Sheet]) -> Iterator[str]:
    amounts = [_amount(wager) for wager in wagers]
    id_width = max(len(wager["id"]) for wager in wagers)
    amount_width = max(map(len, amounts))
    for wager, amount in zip(wagers, amounts, strict=True):
        line = f"{wager['id']:<{id_width}}  {amount:<{amount_width}}  {_pay_table(wager)}"
        yield line.rstrip()


def _amount(wager: Sheet) -> str:
    """Return the limits of a wager, in dollars.

    >>> limits = {"equals": None, "at_most": None, "aggregate_cents": None}
    >>> _amount({"min_cents": 500, "max_cents": 40000, **limits})
    '$5 to $400'
    >>> _amount({"min_cents": 1, "max_cents": None, **limits, "at_most": "half the main wager"})
    'up to half the main wager'
    """
    low, high, bound = wager["min_cents"], wager["max_cents"], wager["at_most"]
    if high is not None and low == high:
        text = f"{short_money(low)} exactly"
    elif high is not None:
        text = f"{short_money(low)} to {short_money(high)}"
    elif low > 1:
        text = f"from {short_money(low)}, no maximum"
    elif bound or wager["equals"]:
        text = ""
    else:
        text = "any amount"
    if wager["equals"]:
        text += f"{', ' if text else ''}equal to {wager['equals']}"
    if bound:
        exact = "" if bound.startswith("exactly") else "up to "
        text += f"{', ' if text else ''}{exact}{bound}"
    if wager["aggregate_cents"] is not None:
        text += f", paying at most {short_money(wager['aggregate_cents'])} a round"
    return text


def _pay_table(wager: Sheet) -> str:
    if wager["table"] is None:
        return ""
    alternate = f" with {wager['alternate']}" if wager["alternate"] else ""
    return f"pay table {wager['table']}{alternate}"


def _pays(pays: Mapping[str, Sheet]) -> Iterator[str]:
    for wager, rows in pays.items():
        for row, prize in rows.items():
            yield f"{wager}, {row}: {prize['pay']} from the {prize['from']}"


def _jackpots(jackpots: Mapping[str, Sheet]) -> Iterator[str]:
    for wager, jackpot in jackpots.items():
        if jackpot["scheme"] == "house":
            prizes = (f"{k} {short_money(v)}" for k, v in jackpot["prizes_cents"].items())
            yield f"{wager}: house jackpot, posted prizes {', '.join(prizes) or 'none'}"
            continue
        reserve = "" if jackpot["reserve"] == "0%" else f" ({jackpot['reserve']} of it in reserve)"
        share = f"{jackpot['contribution']} of each wager to the meter{reserve}"
        yield f"{wager}: progressive, {share}, seed {short_money(jackpot['seed_cents'])}"
