"""Where the documents contradict themselves or each other, and what each reading would cost.

Nothing here is mended: the rule book holds what is printed, read as the rulings say. An entry has
the clause, what stands there, the reading taken, and its effect; numbers in an effect are computed,
not typed. Sections of Colorado Rule 21 are cited without their "30-".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.report.readings import Number, Reading, Worked
from pitboss.rulebook.library import game

NO_NUMBER = "None on the odds."
PENDING = "Pending: not yet computed from the solved main game."


@dataclass(frozen=True, slots=True, kw_only=True)
class Erratum:
    """One place where a document cannot be meant as it is printed, or not by itself."""

    id: str
    games: tuple[str, ...]
    clauses: tuple[str, ...]
    """Clauses or tables of those games, as the rule book cites them."""
    printed: str
    reading: str
    rulings: tuple[str, ...] = ()
    effect: str = NO_NUMBER
    numbers: Mapping[str, Number | Worked] = field(default_factory=dict)
    """What the effect names in braces."""

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents concerned."""
        return tuple(dict.fromkeys(game(game_id).document for game_id in self.games))

    @property
    def worth(self) -> str:
        """The effect with its numbers computed.

        >>> entry("BB-1").worth
        'With six decks the wager costs 10.809% by the list and 3.055% by the block.'
        """
        return self.effect.format(**{name: it.text for name, it in self.numbers.items()})

    def as_json(self) -> dict[str, Any]:
        """Return the entry as `pitboss documents --json` prints it."""
        return {
            "id": self.id,
            "documents": list(self.documents),
            "games": list(self.games),
            "clause": "; ".join(self.clauses),
            "printed": self.printed,
            "reading": self.reading,
            "rulings": list(self.rulings),
            "effect": self.worth,
        }


def entry(entry_id: str) -> Erratum:
    """Return the entry called *entry_id*.

    >>> entry("WA-1").rulings
    ('W1',)
    """
    return next(it for it in ERRATA if it.id == entry_id)


def _edge(game_id: str, table: str, decks: int, **pays: str) -> Number:
    """The edge of a table, with *pays* for some of its outcomes (an underscore for each hyphen)."""
    changed = {name.replace("_", "-"): pay for name, pay in pays.items()}
    return Number(Reading(game=game_id, table=table, decks=decks, pays=changed))


def _share(game_id: str, table: str, decks: int) -> Number:
    return Number(Reading(game=game_id, table=table, decks=decks), "meter share")


def _one_in(game_id: str, table: str, decks: int, *outcomes: str) -> Number:
    return Number(Reading(game=game_id, table=table, decks=decks), "one in", outcomes)


def _chance(game_id: str, table: str, decks: int, *outcomes: str) -> Number:
    return Number(Reading(game=game_id, table=table, decks=decks), "chance", outcomes)


_WA = ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002")
_WA_NEW = ("wa/spanish-21", "wa/spanish-21-v003")
_WA_OLD = ("wa/spanish-21-v003", "wa/spanish-21-v002")

_WASHINGTON = (
    Erratum(
        id="WA-1",
        games=_WA,
        clauses=("JP-pays", "Attachment A, Table 3c"),
        printed='Each jackpot pay table has a "House Advantage"; what it counts is not said.',
        reading="The edge of the fixed pays less 21 points, as if 21% of each wager fed the meter.",
        rulings=("W1",),
        effect="Table 3c Paytable 5 prints 10.45%; without the meter the player loses {fixed} of"
        " the wager. A house that feeds less than 21% keeps the difference.",
        numbers={"fixed": _edge("wa/spanish-21", "3c-5", 6)},
    ),
    Erratum(
        id="WA-2",
        games=_WA,
        clauses=("Attachment B, Table 4d", "Attachment E, Table 9c"),
        printed="A player card may match the up card, the down card, or both; one pay a row.",
        reading="The hand is scored against each dealer card, and both results are paid.",
        rulings=("W2", "W3"),
        effect="Table 4d Paytable 5: {both} before the 21 points, which is what is printed; if only"
        " the higher of the two were paid it would be {best}.",
        numbers={
            "both": _edge("wa/spanish-21", "4d-5", 6),
            "best": Number(Reading(game="wa/spanish-21", table="4d-5", decks=6, highest_only=True)),
        },
    ),
    Erratum(
        id="WA-3",
        games=_WA,
        clauses=("Attachment A, Table 3c", "Attachment D, Table 8c"),
        printed='"2 Suited Aces of ♠" wins 100%: two aces, or two that match the up card?',
        reading="Both player cards are the same card as the up card, A♠ each.",
        rulings=("W5",),
        effect="With six decks {read} wagers; two A♠ in the player's hand, whatever the up card,"
        " would be {hand}, and the meter would be won seventy times as often.",
        numbers={
            "read": _one_in("wa/spanish-21", "3c-5", 6, "two-suited-spade-aces"),
            "hand": Worked(Fraction(6 * 5, 288 * 287), "one in"),
        },
    ),
    Erratum(
        id="WA-4",
        games=_WA,
        clauses=("GR7", "DP7a"),
        printed="GR7: a rescue takes back the last doubled portion and forfeits the rest. DP7a: the"
        ' player forfeits "the lesser amount" after doubling for less, "the maximum wager allowed"'
        " after a capped double-double.",
        reading="GR7: the last doubled portion comes back, whatever its size, all else is lost.",
        rulings=("W15",),
        effect="A $100 wager doubled for $20 and rescued loses $100; by the words of DP7a, $20."
        " Equal portions lose the same either way.",
    ),
    Erratum(
        id="WA-5",
        games=_WA,
        clauses=("DP7b",),
        printed='A rescue is "forfeiting half of the total wager".',
        reading="Half only where the last portion equals the rest: not after doubling for less.",
        rulings=("W15",),
        effect="As in WA-4.",
    ),
    Erratum(
        id="WA-6",
        games=_WA,
        clauses=("GR10", "DP10"),
        printed='GR10: $1,000 for a "$5.00 minimum bet". DP10: "on a $5-$24 bet". The layouts:'
        ' "$5-$24+".',
        reading="At least $5 and under $25: $1,000; from $25: $5,000.",
        rulings=("W14",),
        effect="Only wagers between $24 and $25 are in doubt: $1,000 or nothing.",
    ),
    Erratum(
        id="WA-7",
        games=("wa/spanish-21",),
        clauses=("GR11b", "GR11e", "GR11h"),
        printed="The layouts behind the rules, as scanned, pay 3-1 for a six-card 21, for 6-7-8 and"
        " 7-7-7 suited, and on some felts 3-1 for 7-7-7 mixed; some leave 6-7-8 spaded out.",
        reading="The numbered rules: 2 to 1 for the three, 3 to 2 for 7-7-7 mixed.",
        effect=PENDING,
    ),
    Erratum(
        id="WA-8",
        games=("wa/spanish-21",),
        clauses=("GR10",),
        printed='The layouts: "Every Bonus $50 is paid to all other betting players".',
        reading='"Envy Bonus", as GR10 has it; a slip of the scan.',
    ),
    Erratum(
        id="WA-9",
        games=_WA,
        clauses=("GR11c", "DP11"),
        printed='The rules say "7 card 21", the layouts "7+ Card 21".',
        reading="Seven or more.",
        rulings=("W13",),
        effect=PENDING,
    ),
    Erratum(
        id="WA-10",
        games=_WA_OLD,
        clauses=("GR12", "DP12"),
        printed='"any one of the five possible" configurations, where the table lists two.',
        reading="The two that are listed; the sentence is older than the table.",
        rulings=("W12",),
    ),
    Erratum(
        id="WA-11",
        games=("wa/spanish-21-v002",),
        clauses=("DP12", "T6"),
        printed='"listed in Table 1 above": in this edition the configurations are Table 6.',
        reading="Table 6, as GR12 of the same edition says.",
        rulings=("W12",),
    ),
    Erratum(
        id="WA-12",
        games=_WA_OLD,
        clauses=("DP12", "JP-pays"),
        printed="Once all Match The Dealer wagers are paid the base game is played (v003, and v002"
        " as printed with it); the next paragraph settles the down-card wager after the game.",
        reading="Up-card wagers before the game, down-card wagers after it; v002 as printed with"
        ' the 2024 rules says so ("Up Card").',
        rulings=("W8",),
    ),
    Erratum(
        id="WA-13",
        games=_WA_OLD,
        clauses=("JP-sequence",),
        printed='Several awards are said to come from "multiple 2 Suited Match wins" (v003, and'
        ' v002 as printed with it) and from "multiple jackpot wins" (v002 with the 2024 rules).',
        reading="Any percentage award: Tables 4a and 5 pay theirs for other hands.",
        rulings=("W19",),
    ),
    Erratum(
        id="WA-14",
        games=("wa/spanish-21", "wa/spanish-21-v002"),
        clauses=("Attachment D, Table 6", "Attachment D, Table 8a", "T6"),
        printed="In one document two attachments are called D and two tables 6: the jackpot of 2024"
        " and, behind it, the configurations and jackpots of v002.",
        reading="Each belongs to the edition it stands in.",
    ),
    Erratum(
        id="WA-15",
        games=_WA_NEW,
        clauses=("B-alternates", "Attachment B, Table 4a"),
        printed='The alternates may be put into "any of the above Tables in Attachment B", Table 4a'
        " included, which has neither of the rows they replace.",
        reading="Not into Table 4a.",
        rulings=("W6",),
    ),
    Erratum(
        id="WA-16",
        games=_WA_NEW,
        clauses=("A-alternates",),
        printed='"3 Suited Aces of ♠ WITH King ♠" wins 100% and "3 Suited Aces" 10%: where do three'
        " A♠ without the king belong?",
        reading="They are three suited aces: 10%.",
        rulings=("W7",),
    ),
    Erratum(
        id="WA-17",
        games=("wa/spanish-21",),
        clauses=("Attachment D, Table 6", "GR2"),
        printed='Table 6 is for "4 - 8 DECKS"; the game is not played with seven. It is the only'
        " jackpot table without a house advantage.",
        reading="4, 5, 6 or 8 decks; the advantage is computed.",
        rulings=("W11",),
        effect="Fixed pays of Paytable 1 cost {four} with four decks and {eight} with eight.",
        numbers={
            "four": _edge("wa/spanish-21", "6-1", 4),
            "eight": _edge("wa/spanish-21", "6-1", 8),
        },
    ),
    Erratum(
        id="WA-18",
        games=("wa/spanish-21",),
        clauses=("JP-sequence", "JP-house"),
        printed="Percentage awards of one round are subtracted one from the next; a house jackpot"
        " must pay its posted prize to each winner (WAC 230-15-671).",
        reading="Progressives only; each winner of a house jackpot is paid in full.",
        rulings=("W20",),
        effect="Two winners of 100% in one round: one prize and the reset value, or two prizes.",
    ),
    Erratum(
        id="WA-19",
        games=("wa/spanish-21-v003",),
        clauses=("DP10",),
        printed='The rest of the round is twice called its "reminder".',
        reading='"remainder", as in the 2024 rules.',
    ),
)

_ILANI = (
    Erratum(
        id="IL-1",
        games=("ilani/spanish-21",),
        clauses=("Bonus Payoffs",),
        printed='"7+ card 21 Pays 3-1" stands twice in the list of bonuses.',
        reading="Once; no other hand of the usual list is missing.",
    ),
    Erratum(
        id="IL-2",
        games=("ilani/spanish-21",),
        clauses=("Object", "Insurance/Surrender"),
        printed="A 21 is paid at once except when the dealer has blackjack; yet the dealer has"
        " checked for one before anybody draws, under the heading of surrender.",
        reading="The dealer peeks under an ace and under a face card.",
        rulings=("I12",),
        effect=PENDING,
    ),
    Erratum(
        id="IL-3",
        games=("ilani/spanish-21",),
        clauses=("Splitting Pairs",),
        printed='A pair is split "into two hands"; two sentences on there is a third hand.',
        reading="Up to three hands.",
        rulings=("I2",),
        effect=PENDING,
    ),
    Erratum(
        id="IL-4",
        games=("ilani/spanish-21",),
        clauses=("Match the Dealer Progressive",),
        printed='"Two Aces of Spades" wins 100%; the up card is not mentioned. No advantage and no'
        " share for the meter is printed.",
        reading="Both match an A♠ up card; the schedule is Washington's Table 3d Paytable 2, and"
        " 21% feeds the meter unless the house says otherwise.",
        rulings=("I15", "I16", "I17"),
        effect="The fixed pays cost {fixed}; Washington prints 21.55% for them.",
        numbers={"fixed": _edge("ilani/spanish-21", "progressive", 8)},
    ),
)

_BB = "bet-bigger/spanish-21"
_BET_BIGGER = (
    Erratum(
        id="BB-1",
        games=(_BB,),
        clauses=("Bonus Options", "Match the Dealer Probability and odds"),
        printed="Two Match the Dealer lists: 25, 15, 8, 10, 3 to 1, and 18, 13, 8, 9, 4 in the"
        " block of probabilities.",
        reading="Two tables, of which the list is the default.",
        rulings=("B21", "B22"),
        effect="With six decks the wager costs {list} by the list and {block} by the block.",
        numbers={
            "list": _edge(_BB, "bonus-options", 6),
            "block": _edge(_BB, "probability-block", 6),
        },
    ),
    Erratum(
        id="BB-2",
        games=(_BB,),
        clauses=("Match the Dealer Probability and odds",),
        printed='Numbers run together: "One suited .0321639 .289467", "One non .1157874 .463147".',
        reading="Probability .032163 and pay 9; probability .115787 and pay 4: the products are the"
        " printed returns.",
        rulings=("B22",),
    ),
    Erratum(
        id="BB-3",
        games=(_BB,),
        clauses=("Equipment Used", "Method of Play"),
        printed='"Up to 8" decks; the shuffle is of "all six decks".',
        reading="1 to 8, default 6; the printed probabilities are those of six.",
        rulings=("B2",),
        effect="The default list costs {one} with one deck, {six} with six, {eight} with eight.",
        numbers={
            "one": _edge(_BB, "bonus-options", 1),
            "six": _edge(_BB, "bonus-options", 6),
            "eight": _edge(_BB, "bonus-options", 8),
        },
    ),
    Erratum(
        id="BB-4",
        games=(_BB,),
        clauses=("Rules of the Game", "Method of Play"),
        printed='The dealer hits "everything up to a soft 17"; later, "until they get to a hard 17'
        ' or bust", soft 18 to 21 included.',
        reading="The dealer hits soft 17 and stands on soft 18 and above.",
        rulings=("B1",),
        effect=PENDING,
    ),
    Erratum(
        id="BB-5",
        games=(_BB,),
        clauses=("Rules of the Game",),
        printed="Bonuses are not paid on split or doubled hands; the next sentence pays all who"
        " have not doubled.",
        reading="Neither split nor doubled hands earn one.",
        rulings=("B3",),
        effect=PENDING,
    ),
    Erratum(
        id="BB-6",
        games=(_BB,),
        clauses=("Rules of the Game", "Super 21 Bonus payouts"),
        printed="A 21 of more than two cards is paid 1:1; the list pays some of them 3:2 to 3:1.",
        reading="The list goes before.",
        rulings=("B6",),
        effect=PENDING,
    ),
    Erratum(
        id="BB-7",
        games=(_BB,),
        clauses=("Bonus Options", "Types of wagers"),
        printed="The list is for the up card; the wagers are offered on up and down card.",
        reading="Both tables serve both cards.",
        rulings=("B23",),
        effect="The odds are the same on either card.",
    ),
    Erratum(
        id="BB-8",
        games=(_BB,),
        clauses=("Payouts and odds for wagers",),
        printed='"House edge- .42%", under no rule set and no deck count.',
        reading="Reported beside what the solver finds.",
        rulings=("B26",),
        effect=PENDING,
    ),
)

_21_PLUS_3 = ("co/21-plus-3", "co/buffalo-2", "co/buffalo-3", "co/ride-free")

_COLORADO_SHARED = (
    Erratum(
        id="CO-1",
        games=_21_PLUS_3,
        clauses=("2107 Winner(2)", "2113 Progressive", "2114 Progressive", "2119(30)"),
        printed='The second row of PT-BJS-213-02, -05 and -08 is "Three Aces (Suited)" in 2107,'
        ' 2113 and 2114, and "Three Aces, Kings, or Queens (Suited)" in 2119.',
        reading="As each section prints it.",
        rulings=("C1",),
        effect="Six decks: -08 costs {narrow} with aces, {wide} with aces, kings and queens. On -02"
        " and -05 the wager's share of the meter is {share} against {more}.",
        numbers={
            "narrow": _edge("co/21-plus-3", "PT-BJS-213-08", 6),
            "wide": _edge("co/ride-free", "PT-BJS-213-08", 6),
            "share": _share("co/21-plus-3", "PT-BJS-213-02", 6),
            "more": _share("co/ride-free", "PT-BJS-213-02", 6),
        },
    ),
    Erratum(
        id="CO-2",
        games=_21_PLUS_3,
        clauses=("2107(1)", "2113(1)", "2114(1)", "2119(27)", "2119(27)(a)(iii)"),
        printed="21+3 Xtreme: 1, 2 and 4-8 decks (2107), 1, 2, 4 or 6 (2113), 4 or 6 (2114), 1-8"
        " (2119); in 2119 two tables stand under 4-8 decks and a note allows 1 to 8.",
        reading="As each section, and in 2119 each column, prints it.",
        rulings=("C2",),
        effect="30, 20, 10, 5 to 1 costs {one} with one deck and {eight} with eight;"
        " PT-FLT-213XT-03 {four} with four and, by the note, {single} with one.",
        numbers={
            "one": _edge("co/ride-free", "PT-FLT-213XT-01", 1),
            "eight": _edge("co/ride-free", "PT-FLT-213XT-01", 8),
            "four": _edge("co/ride-free", "PT-FLT-213XT-03", 4),
            "single": _edge("co/ride-free", "PT-FLT-213XT-03", 1),
        },
    ),
    Erratum(
        id="CO-3",
        games=_21_PLUS_3,
        clauses=("2107(1)", "2113(1)", "2119(30)(a)(iii)"),
        printed="21+3 Progressive: 4-8 decks (2107), 4 or 6 (2113), 3-8 (2119).",
        reading="As each section prints it.",
        rulings=("C2",),
        effect="Fixed pays of PT-BJS-213-01 cost {three} with three decks, {eight} with eight.",
        numbers={
            "three": _edge("co/ride-free", "PT-BJS-213-01", 3),
            "eight": _edge("co/ride-free", "PT-BJS-213-01", 8),
        },
    ),
    Erratum(
        id="CO-4",
        games=("co/buffalo-3", "co/trilux", "co/extreme-21", "co/ride-free"),
        clauses=("2114(1)", "2115(7)", "2117 Big 3", "2119(28)(a)(iii)"),
        printed="The same three pays, 1000, 100 and 70 to 1, are for 4 or 6 decks as Top 3 in 2114,"
        " 6-8 as Super 3 in 2115, 6 or 8 as Big 3 in 2117, 2-8 as Top 3 in 2119.",
        reading="As each section prints it.",
        rulings=("C2",),
        effect="{two} with two decks, {four} with four, {six} with six, {eight} with eight.",
        numbers={
            "two": _edge("co/ride-free", "PT-FLT-TOP3-02", 2),
            "four": _edge("co/buffalo-3", "top-3-B", 4),
            "six": _edge("co/trilux", "SUP-02", 6),
            "eight": _edge("co/extreme-21", "big-3-PT8D-B", 8),
        },
    ),
    Erratum(
        id="CO-5",
        games=("co/trilux", "co/ride-free"),
        clauses=("2115(7)", "2119(26)", "2119(26)(a)(iii)"),
        printed="Four tables with dealer envy: in 2115 each is for 1, 2, 6 and 8 decks; in 2119 the"
        " same pays are for 8 decks (E01-E03) and for 1, 2 or 6 (E04), with a note that says 6.",
        reading="As the columns print it; the note of 2119 is not followed.",
        rulings=("C2", "C3"),
        effect="8 to 1 for everything costs {one} with one deck and {eight} with eight.",
        numbers={
            "one": _edge("co/trilux", "TRILG-01", 1),
            "eight": _edge("co/ride-free", "PT-FLT-213-E01", 8),
        },
    ),
    Erratum(
        id="CO-6",
        games=("co/buffalo-2", "co/buffalo-3"),
        clauses=("2113(10)", "2114(9)"),
        printed="The Bust Bonus pays are bare numbers; nothing says to 1 or for 1 (2119 prints the"
        ' same numbers "to 1").',
        reading="To 1, as in 2119.",
        effect="With six decks {to}; read as for 1, {per}.",
        numbers={
            "to": _edge("co/buffalo-3", "bust-bonus", 6),
            "per": Number(Reading(game="co/buffalo-3", table="bust-bonus", decks=6, for_one=True)),
        },
    ),
    Erratum(
        id="CO-7",
        games=("co/buffalo-2", "co/buffalo-3"),
        clauses=("2113(2)", "2113(8)", "2114(2)", "2114(7)"),
        printed='Wagers are made in "an even dollar amount".',
        reading="Whole dollars, odd ones too.",
        rulings=("C53",),
    ),
    Erratum(
        id="CO-8",
        games=("co/buffalo-2", "co/buffalo-3"),
        clauses=("2113(4)", "2113(11)", "2114(4)", "2114(10)"),
        printed="A tip on a side wager needs one on the blackjack wager; the closing paragraph of"
        " each section allows tips without this.",
        reading="It is needed.",
        rulings=("C72",),
    ),
    Erratum(
        id="CO-9",
        games=("co/buffalo-2", "co/buffalo-3"),
        clauses=("2113(5)", "2114(5)"),
        printed='A hand is paid for "one winning event" (2113), for "the highest" (2114).',
        reading="The highest, in both.",
        rulings=("C92",),
    ),
    Erratum(
        id="CO-10",
        games=("co/straight-jack", "co/straight-jack-progressive"),
        clauses=("2109(7)(c)", "2110(10)(c)"),
        printed="A-K cannot be hit and is a two-card straight; Q-K that draws an ace is not"
        " mentioned.",
        reading="Q-K-A is a three-card straight; an ace joins a 2 or a king, not both.",
        rulings=("C26", "C98"),
    ),
)

_COLORADO = (
    Erratum(
        id="CO-2105-1",
        games=("co/blackjack-switch",),
        clauses=("2105(8)(e)",),
        printed="That a dealer 22 is a push is said only in passing, of a switched blackjack.",
        reading="A dealer 22 pushes every live hand except a natural blackjack.",
        rulings=("C13",),
        effect=PENDING,
    ),
    Erratum(
        id="CO-2105-2",
        games=("co/blackjack-switch",),
        clauses=("2105(2)", "2105(3)"),
        printed='An optional "Super Match or Buster" bet; in the next paragraph "or both".',
        reading="Both may be made.",
        rulings=("C13",),
    ),
    Erratum(
        id="CO-2105-3",
        games=("co/blackjack-switch",),
        clauses=("2105(1)", "2105(10)"),
        printed="Super Match ranks and pays two pair above three of a kind.",
        reading="As printed, and it is right: of four cards two pair are the rarer.",
        effect="With six decks two pair come {pairs}, three of a kind {trips}.",
        numbers={
            "pairs": _chance("co/blackjack-switch", "super-match-1", 6, "two-pair"),
            "trips": _chance("co/blackjack-switch", "super-match-1", 6, "three-of-a-kind"),
        },
    ),
    Erratum(
        id="CO-2106-1",
        games=("co/ante-up-21",),
        clauses=("2106(4)", "2106(8)(b)"),
        printed="The poker bonus is for the first two cards only; four paragraphs on the up card"
        " makes three of a kind, which the schedules pay most for.",
        reading="The up card counts toward three of a kind, not toward pairs.",
        rulings=("C18",),
        effect="Schedule A costs {read}; on two cards alone, {two}.",
        numbers={
            "read": _edge("co/ante-up-21", "A", 6),
            "two": _edge(
                "co/ante-up-21",
                "A",
                6,
                three_spade_aces="loss",
                three_aces_suited="loss",
                three_of_a_kind_suited="loss",
                three_aces="loss",
                three_of_a_kind="loss",
            ),
        },
    ),
    Erratum(
        id="CO-2106-2",
        games=("co/ante-up-21",),
        clauses=("2106(14)(b)",),
        printed="Schedule A pays a suited pair 15 to 1 and a pair of aces 10 to 1, listed above it;"
        " schedules B to D pay the aces more.",
        reading="As printed.",
        effect="Schedule A costs {a}; with the two pays exchanged, {b}.",
        numbers={
            "a": _edge("co/ante-up-21", "A", 6),
            "b": _edge("co/ante-up-21", "A", 6, pair_suited="10 to 1", pair_of_aces="15 to 1"),
        },
    ),
    Erratum(
        id="CO-2108-1",
        games=("co/golden-21",),
        clauses=("2108 Golden(9)",),
        printed="An unsuited A-K is a straight (1:1) and a blackjack (3:2, in schedule 14 2:1); no"
        " order is given, and A-2 is not mentioned.",
        reading="The highest pay counts; A-2 is a straight.",
        rulings=("C14",),
        effect="With six decks {often} of the hands are paid half a unit more: {worth} of edge.",
        numbers={
            "often": Worked(Fraction(2 * 24 * 18, 312 * 311)),
            "worth": Worked(Fraction(24 * 18, 312 * 311)),
        },
    ),
    Erratum(
        id="CO-2108-2",
        games=("co/golden-21",),
        clauses=("2108 Golden(9)", "2108(2)"),
        printed="Pay schedules 1 to 4 and 12 to 14; there are no 5 to 11.",
        reading="The seven that are printed.",
    ),
    Erratum(
        id="CO-2108-3",
        games=("co/golden-21",),
        clauses=("2108 Golden(7)", "2108 Golden(8)"),
        printed="The same rule twice: the wager is resolved before the hand is played.",
        reading="Once.",
    ),
    Erratum(
        id="CO-2110-1",
        games=("co/straight-jack-progressive",),
        clauses=("2110(15)(b)", "2110(15)(b)(ii)"),
        printed="The supervisor's duties begin with (ii); there is no (i).",
        reading="A step is missing in print; how a win is verified is left to the house.",
    ),
    Erratum(
        id="CO-2110-2",
        games=("co/straight-jack-progressive",),
        clauses=("2110(14)",),
        printed='"6 cards w/Ace (Spades)": the whole straight in spades, or only its ace?',
        reading="The suit of the ace.",
        rulings=("C26",),
        effect="A quarter of all six-card straights win 100%; six spades would be 1 in 4,096.",
    ),
    Erratum(
        id="CO-2110-3",
        games=("co/straight-jack-progressive",),
        clauses=("2110(3)",),
        printed="Any amount within table limits, and the casino must set the minimum at $1.",
        reading="No fixed amount; from $1; odds grow with the wager, shares of the meter do not.",
        rulings=("C52",),
        effect="The share of the meter for each dollar falls with the wager: a $10 wager has a"
        " tenth of what $1 has.",
    ),
    Erratum(
        id="CO-2111-1",
        games=("co/3-card-21",),
        clauses=("2111(5) decks",),
        printed='"6 Deck Only" stands twice below Pay Table 2, without saying of which table.',
        reading="Of Pay Tables 1 and 2.",
        rulings=("C17",),
        effect="Pay Table 1 costs {six} with six decks, {eight} with eight.",
        numbers={
            "six": _edge("co/3-card-21", "1", 6),
            "eight": _edge("co/3-card-21", "1", 8),
        },
    ),
    Erratum(
        id="CO-2111-2",
        games=("co/3-card-21",),
        clauses=("2111(7)",),
        printed='The dealer checks for a blackjack when the up card "is a 10"; the ace, with'
        " insurance in the next sentence, is not mentioned.",
        reading="Under an ace and under a ten-value card.",
        rulings=("C0",),
        effect=PENDING,
    ),
    Erratum(
        id="CO-2111-3",
        games=("co/3-card-21",),
        clauses=("2111(6)", "2111 Player(1)", "2111 Player(2)(b)", "2111 Player(4)(a)"),
        printed="A three-card 21 is paid and its cards are removed; twice further on it may be kept"
        " and split.",
        reading="A 21 with a pair or an ace is asked.",
        rulings=("T1",),
        effect=PENDING,
    ),
    Erratum(
        id="CO-2112-1",
        games=("co/pai-jack",),
        clauses=("2112(7)", "2112(10)"),
        printed='A hand is a bust if it cannot be set so that the low hand "is not less than or'
        ' equal to" the high hand: the opposite of what is meant.',
        reading="A bust is a hand with no setting whose low hand does not pass its high hand.",
        rulings=("P1",),
    ),
    Erratum(
        id="CO-2112-2",
        games=("co/pai-jack",),
        clauses=("2112(3)", "2112(10)"),
        printed="The dealer goes counter-clockwise from left to right, and 2112(3) calls left to"
        " right clockwise.",
        reading="Cards are dealt clockwise and hands examined counter-clockwise.",
    ),
    Erratum(
        id="CO-2112-3",
        games=("co/pai-jack",),
        clauses=("2112(11)(h)", "2112(11)(i)(i)"),
        printed="A foul that is reset is resolved by rules (a) to (g); (h), the dealer's bust, is"
        " left out.",
        reading="By all of them.",
        rulings=("P3", "P4"),
    ),
    Erratum(
        id="CO-2115-1",
        games=("co/trilux",),
        clauses=("2115(3)", "2115(7)"),
        printed="At least a pair or a flush wins, depending on the pay table; whatever is not at"
        " least a flush loses. TRI-02 pays pairs, TRI-05 pushes them.",
        reading="The pay table decides.",
        rulings=("C7",),
        effect="TRI-02 costs {pays}, and {loses} if pairs lost; TRI-05 with six decks {push} and"
        " {lost}.",
        numbers={
            "pays": _edge("co/trilux", "TRI-02", 2),
            "loses": _edge("co/trilux", "TRI-02", 2, pair="loss"),
            "push": _edge("co/trilux", "TRI-05", 6),
            "lost": _edge("co/trilux", "TRI-05", 6, pair="loss"),
        },
    ),
    Erratum(
        id="CO-2115-2",
        games=("co/trilux",),
        clauses=("2115(1)", "2115(4)"),
        printed="Bust Bonanza is made with the blackjack wager; three paragraphs on, after the"
        " players have acted.",
        reading="After the players have acted, by hands neither bust nor blackjack.",
        rulings=("C8", "C63"),
    ),
    Erratum(
        id="CO-2115-3",
        games=("co/trilux",),
        clauses=("2115(7)",),
        printed="Progressive pay table 07 has no row for three of a kind; 01 and 05, else much like"
        " it, pay 25 for 1.",
        reading="As printed: unsuited trips lose, suited trips are a flush.",
        rulings=("C9",),
        effect="With six decks the fixed pays cost {printed}; with such a row, {paid}.",
        numbers={
            "printed": _edge("co/trilux", "progressive-07", 6),
            "paid": _edge("co/trilux", "progressive-07", 6, three_of_a_kind="25 for 1"),
        },
    ),
    Erratum(
        id="CO-2115-4",
        games=("co/trilux",),
        clauses=("2115(7) TRILG***",),
        printed='TRILG-04 "must be a minimum of $5 only".',
        reading="At least $5.",
        rulings=("C54",),
    ),
    Erratum(
        id="CO-2115-5",
        games=("co/trilux",),
        clauses=("2115(7)", "2115(7) Bust Bonanza*"),
        printed="Bust Bonanza table 1 has N/A for a suited 8-8-8.",
        reading="As printed: with two decks there are no three eights of a suit.",
    ),
    Erratum(
        id="CO-2116-1",
        games=("co/free-bet",),
        clauses=("2116(2)", "2116(10)"),
        printed='"Progressive bets" may be placed; the section has no progressive pay table.',
        reading="There is none.",
    ),
    Erratum(
        id="CO-2116-2",
        games=("co/free-bet",),
        clauses=("2116(5)", "2116(10) King's Bounty"),
        printed='The ranks are "2 Suited Queens; Jacks or 10\'s" in the text and one row, "2 Suited'
        ' Queens, Jacks or 10s", in the table.',
        reading="One row.",
        rulings=("C15",),
    ),
    Erratum(
        id="CO-2116-3",
        games=("co/free-bet",),
        clauses=("2116(4)", "2116(10) Pot of Gold"),
        printed='Lammers collected "during the game", and "per blackjack hand".',
        reading="All of the seat's, over all its hands of the round.",
        rulings=("C89",),
        effect=PENDING,
    ),
    Erratum(
        id="CO-2116-4",
        games=("co/free-bet",),
        clauses=("2116(7)(g)",),
        printed="A dealer 22 is a push; a blackjack is not excepted (2119(19) excepts it).",
        reading="A blackjack is paid.",
        rulings=("C25",),
        effect=PENDING,
    ),
    Erratum(
        id="CO-2117-1",
        games=("co/extreme-21",),
        clauses=("2117(3)",),
        printed='The seven "-G" tables and PT2D-C pay a flush 5 and a flush with a pair −1.',
        reading="As printed: such a flush loses.",
        rulings=("C4",),
        effect="PT6D-G costs {printed}, and {paid} if every flush were paid; PT2D-C {two} and"
        " {more}.",
        numbers={
            "printed": _edge("co/extreme-21", "PT6D-G", 6),
            "paid": _edge("co/extreme-21", "PT6D-G", 6, pair_and_flush="5 to 1"),
            "two": _edge("co/extreme-21", "PT2D-C", 2),
            "more": _edge("co/extreme-21", "PT2D-C", 2, pair_and_flush="5 to 1"),
        },
    ),
    Erratum(
        id="CO-2117-2",
        games=("co/extreme-21",),
        clauses=("2117 Bust", "2117 Bust(3)"),
        printed="Bust the House pays −1 when the dealer busts with 8-8-8, suited or not, under"
        " every up card; elsewhere the same table pays 25 and 75.",
        reading="As printed: an 8-8-8 bust loses.",
        rulings=("C11",),
        effect="With six decks {printed}; paid 25 and 75 to 1, {bonus}; paid like any other bust,"
        " {plain}.",
        numbers={
            "printed": _edge("co/extreme-21", "bust-the-house", 6),
            "bonus": Number(
                Reading(
                    game="co/extreme-21",
                    table="bust-the-house",
                    decks=6,
                    pays={"8 8-8-8-suited": "75 to 1", "8 8-8-8-off-suit": "25 to 1"},
                )
            ),
            "plain": Number(
                Reading(
                    game="co/extreme-21",
                    table="bust-the-house",
                    decks=6,
                    pays={"8 8-8-8-suited": "10 to 1", "8 8-8-8-off-suit": "2 to 1"},
                )
            ),
        },
    ),
    Erratum(
        id="CO-2117-3",
        games=("co/extreme-21",),
        clauses=("2117 Bust(3)", "2117 Big 3(2)"),
        printed='"The pay table choices" are one; its 888 rows stand under nine up cards that'
        " cannot make 8-8-8; Big 3 uses the table names of Extreme 21 again (PT4D-A ...).",
        reading="One table; the other columns never count; Big 3 is told apart by its wager.",
    ),
    Erratum(
        id="CO-2118-1",
        games=("co/deuces-wild-xtreme",),
        clauses=("2118(13)(b)", "2118(12)"),
        printed="Trips Plus Wild lists Straight Flush above Five-of-a-Kind; all other tables have"
        " it below, and a wild one pays less here too.",
        reading="Five-of-a-Kind stands above Straight Flush everywhere.",
        rulings=("C19",),
        effect="None on this wager, where the highest pay counts; it decides hands against the"
        " dealer's.",
    ),
    Erratum(
        id="CO-2118-2",
        games=("co/deuces-wild-xtreme",),
        clauses=("2118(13)(c)", "2118(13)(d)"),
        printed="Goin' Wild has no row for five wilds; its progressive none for four deuces with"
        " the joker.",
        reading="Five wilds pay as 4 Wilds; four deuces with the joker are 4 Deuces.",
        rulings=("C22",),
        effect="One hand of 2,869,685.",
    ),
    Erratum(
        id="CO-2118-3",
        games=("co/deuces-wild-xtreme",),
        clauses=("2118(13)(f)",),
        printed="On four Five-Card Linked tables a four-card straight flush pays more than a flush;"
        " which a flush that holds one is paid as is not said.",
        reading="The higher row.",
        rulings=("C23",),
    ),
    Erratum(
        id="CO-2119-1",
        games=("co/ride-free",),
        clauses=("2119(29)", "2119(30)"),
        printed="One of the three groups of 21+3 Progressive tables (-03, -06, -09, -11) stands in"
        " the middle of the last note of (29), before (30) begins.",
        reading="It belongs to (30).",
    ),
    Erratum(
        id="CO-2119-2",
        games=("co/ride-free",),
        clauses=("2119(30)(a)(vi)", "2119(31)"),
        printed="Tables with a fixed seed must use the specified one; no table here has a seed.",
        reading="Seed and share are the house's to give.",
        rulings=("C68",),
        effect="Without them no long-run edge can be stated.",
    ),
    Erratum(
        id="CO-2119-3",
        games=("co/ride-free",),
        clauses=("2119(21)(a)", "2119(9)(b)", "2119(25)(a)(v)"),
        printed="Hedge 22 loses if the hand exceeds 29, Bust Bonus if it is 30; yet the dealer must"
        " draw whenever all hands with Hedge 22 are bust.",
        reading="Over 29 and exactly 30; the dealer draws only while a wager still depends on it.",
        rulings=("C24", "C44"),
        effect="How often a hand reaches 30 depends on how it is played. " + PENDING,
    ),
    Erratum(
        id="CO-2119-4",
        games=("co/ride-free",),
        clauses=("2119(24)", "2119(27)"),
        printed='"Free Ride" lammers for Ride Free, and "21+3 Extreme" for Xtreme.',
        reading="The same things.",
    ),
)

ERRATA: tuple[Erratum, ...] = (
    *_WASHINGTON,
    *_ILANI,
    *_BET_BIGGER,
    *_COLORADO_SHARED,
    *_COLORADO,
)
"""Every entry, in the order of the documents."""
