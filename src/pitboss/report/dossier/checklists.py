"""What the published lists of regulators ask for, item by item.

An item is in the dossier, or it is for the applicant to give: a letter, a form, a report of a
laboratory. Those are named as missing until a file is attached for them. The words are ours; the
clause beside each is where to read the regulator's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """The parts of a dossier that Pitboss makes."""

    SUMMARY = "summary"
    RULES = "rules"
    LAYOUT = "layout"
    DEALING = "dealing"
    MISDEALS = "misdeals"
    EXAMPLES = "examples"
    ODDS = "odds"
    RACK_CARD = "rack card"
    MATHS = "maths"
    FILES = "files"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is asked for."""

    id: str
    """What `--attach` calls it."""
    clause: str
    words: str
    parts: tuple[Part, ...] = ()
    """Where the dossier has it; none: the applicant gives it."""


@dataclass(frozen=True, slots=True)
class Regulator:
    """A regulator and its list."""

    name: str
    source: str
    items: tuple[Item, ...]


_LABORATORY = (
    "report of an independent test laboratory; the mathematics report here is what it starts from"
)
MASSACHUSETTS = Regulator(
    "Massachusetts Gaming Commission",
    "205 CMR 147.04(3), petition for a new game or game variation",
    (
        Item("petitioner", "(3)(a)", "names and addresses of the petitioners"),
        Item("name", "(3)(b)", "the name of the game", (Part.SUMMARY,)),
        Item("kind", "(3)(c)", "whether it is a variation, a composite or a new game"),
        Item("sponsor", "(3)(d)", "the gaming licensee that sponsors the petition"),
        Item("summary", "(3)(e)1", "summary: objectives, method of play, wagers", (Part.SUMMARY,)),
        Item(
            "rules",
            "(3)(e)2",
            "rules of the game with equipment, examples and dealing procedures",
            (Part.RULES, Part.DEALING, Part.EXAMPLES),
        ),
        Item("misdeals", "(3)(e)3", "remedies for misdeals and malfunctions", (Part.MISDEALS,)),
        Item("odds", "(3)(e)4", "true odds, payout odds, house advantage", (Part.ODDS,)),
        Item("samples", "(3)(e)5", "samples of new or modified equipment"),
        Item("layout", "(3)(e)6", "sketch or picture of the layout", (Part.LAYOUT,)),
        Item("equipment", "(3)(e)7", "sketches or pictures of the equipment", (Part.LAYOUT,)),
        Item("laboratory-report", "(3)(e)8", _LABORATORY),
        Item("rights", "(3)(f)", "copyrights, trademarks and patents, issued or pending"),
        Item("trial", "(3)(g)", "request for a test or experiment of the game"),
    ),
)
NEVADA = Regulator(
    "Nevada Gaming Control Board",
    "Regulation 14.230 and the Board's new game evaluation list",
    (
        Item("letter", "list 1", "letter that asks for approval of the game"),
        Item("developer", "14.230(2)", "name, address and identity of the developer"),
        Item("name", "14.230(2)", "the name of the game", (Part.SUMMARY,)),
        Item(
            "layout",
            "list 2",
            "table layout and player betting position, with instructions and pays",
            (Part.LAYOUT,),
        ),
        Item(
            "rules",
            "14.230(2)",
            "rules of play with specific examples of a win, a loss and a tie",
            (Part.RULES, Part.EXAMPLES),
        ),
        Item("dealing", "list 4", "dealing procedures", (Part.DEALING,)),
        Item("misdeals", "list 4", "what is done after a misdeal", (Part.MISDEALS,)),
        Item("payouts", "14.230(2)", "proposed schedule of payouts", (Part.ODDS,)),
        Item("statistics", "14.230(2)", "statistical evaluation", (Part.ODDS, Part.MATHS)),
        Item("electronic", "list 6", "the above as PDF", (Part.FILES,)),
        Item("rack-card", "list 7", "rack card for players", (Part.RACK_CARD,)),
        Item("samples", "list 8", "samples of new or modified equipment"),
        Item("laboratory-report", "list 9", _LABORATORY),
        Item("patent", "list 10", "filing receipt of the patent office"),
        Item("host", "list 11", "letter of the casino that hosts the field trial"),
    ),
)
COLORADO = Regulator(
    "Colorado Division of Gaming",
    "table game application procedures; 1 CCR 207-1, Rules 8, 10 and 21",
    (
        Item("application", "form", "table games application with attachment A"),
        Item("fee", "form", "the application fee"),
        Item("field-trial", "form", "signed agreement with a licensee to field trial the game"),
        Item(
            "description",
            "procedures",
            "description and instructions of the game, as files",
            (Part.SUMMARY, Part.RULES, Part.DEALING, Part.EXAMPLES, Part.FILES),
        ),
        Item("layout", "procedures", "table layout", (Part.LAYOUT,)),
        Item("irregularities", "30-828, Rule 21", "irregularities of play", (Part.MISDEALS,)),
        Item("payouts", "Rule 21", "pay tables with their odds", (Part.ODDS,)),
        Item("statistics", "procedures", "statistical analysis", (Part.ODDS, Part.MATHS)),
        Item("analyst", "procedures", "who prepared the analysis, and their qualification"),
        Item("rights", "procedures", "who owns the game, with patents and trademarks"),
    ),
)
WASHINGTON = Regulator(
    "Washington State Gambling Commission",
    "WAC 230-15-035, -040, -060 and -140: a request in the commission's format",
    (
        Item("request", "230-15-035(1)", "the request in the format that the commission requires"),
        Item("supplier", "230-15-035(1)", "the license of the supplier that asks"),
        Item(
            "rules",
            "230-15-035",
            "rules of play, every option and every pay",
            (Part.SUMMARY, Part.RULES, Part.EXAMPLES),
        ),
        Item("dealing", "230-15-065", "how it is dealt", (Part.DEALING,)),
        Item("misdeals", "230-15-065", "what is done after an irregularity", (Part.MISDEALS,)),
        Item("cards", "230-15-040", "cards, decks and wagers on one hand", (Part.RULES,)),
        Item("limits", "230-15-140", "limits of every wager", (Part.RULES,)),
        Item("posting", "230-15-060", "prizes, odds and limits as posted", (Part.RACK_CARD,)),
        Item("odds", "230-15-035", "odds and house edge of every wager", (Part.ODDS, Part.MATHS)),
        Item("layout", "230-15-035", "the layout", (Part.LAYOUT,)),
        Item("equipment", "230-06-050", "equipment, as it will be used"),
    ),
)
REGULATORS: Mapping[str, Regulator] = {
    "wa": WASHINGTON,
    "co": COLORADO,
    "nv": NEVADA,
    "ma": MASSACHUSETTS,
}
"""What `--to` takes."""
