"""Errata of the three Spanish 21 documents: Washington's, ilani's and Bet Bigger's."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.patterns.outcomes import BONUS_21
from pitboss.report.documents.erratum import Erratum, edge, one_in
from pitboss.report.documents.main_readings import MainReading, Measure, Solved
from pitboss.report.documents.readings import Number, Reading, Worked

_WA = ("wa/spanish-21", "wa/spanish-21-v003", "wa/spanish-21-v002")
_WA_NEW = ("wa/spanish-21", "wa/spanish-21-v003")
_WA_OLD = ("wa/spanish-21-v003", "wa/spanish-21-v002")
_HITS_SOFT_17 = MainReading(game="wa/spanish-21", options={"decks": 6, "soft17": "hit"})
_THREE_TO_ONE = dict.fromkeys(("six-cards", "6-7-8-suited", "7-7-7-suited"), "3 to 1")

WASHINGTON = (
    Erratum(
        id="WA-1",
        games=_WA,
        clauses=("JP-pays", "Attachment A, Table 3c"),
        printed='Each jackpot pay table has a "House Advantage"; what it counts is not said.',
        reading="The edge of the fixed pays less 21 points, as if 21% of each wager fed the meter.",
        rulings=("W1",),
        effect="Table 3c Paytable 5 prints 10.45%; without the meter the player loses {fixed} of"
        " the wager. A house that feeds less than 21% keeps the difference.",
        numbers={"fixed": edge("wa/spanish-21", "3c-5", 6)},
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
            "both": edge("wa/spanish-21", "4d-5", 6),
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
            "read": one_in("wa/spanish-21", "3c-5", 6, "two-suited-spade-aces"),
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
        effect="Six decks, the dealer hits soft 17: {rules} by the rules, {felt} with 3 to 1 for"
        " the three, {mixed} with 3 to 1 for 7-7-7 mixed too. 6-7-8 spaded would be paid as"
        " suited.",
        numbers={
            "rules": Solved(_HITS_SOFT_17),
            "felt": Solved(replace(_HITS_SOFT_17, pays=_THREE_TO_ONE)),
            "mixed": Solved(
                replace(_HITS_SOFT_17, pays={**_THREE_TO_ONE, "7-7-7-mixed": "3 to 1"})
            ),
        },
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
        effect="Six decks, the dealer hits soft 17: {often} rounds ends with a 21 of eight or more"
        " cards, neither doubled nor split. Paid 1 to 1 and not 3 to 1, they would cost at most"
        " {cost} of edge.",
        numbers={
            "often": Solved(_HITS_SOFT_17, Measure.LONG_21, one_in=True),
            "cost": Solved(_HITS_SOFT_17, Measure.LONG_21, times=2),
        },
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
            "four": edge("wa/spanish-21", "6-1", 4),
            "eight": edge("wa/spanish-21", "6-1", 8),
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

_ILANI_AS_READ = MainReading(game="ilani/spanish-21", options={"decks": 8})
ILANI = (
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
        effect="None on the edge, {read}, while only the original wager is lost to a dealer"
        " blackjack (Doubling Down) and no 21 is paid then: whoever plays on plays as if there"
        " were none. If nobody looked, all wagers were lost and 21s paid all the same, without"
        " surrender, it would be {late}.",
        numbers={
            "read": Solved(_ILANI_AS_READ),
            "late": Solved(replace(_ILANI_AS_READ, rules={"peek": False, "surrender": False})),
        },
    ),
    Erratum(
        id="IL-3",
        games=("ilani/spanish-21",),
        clauses=("Splitting Pairs",),
        printed='A pair is split "into two hands"; two sentences on there is a third hand.',
        reading="Up to three hands.",
        rulings=("I2",),
        effect="The edge is {three} with up to three hands and {two} with two.",
        numbers={
            "three": Solved(_ILANI_AS_READ),
            "two": Solved(replace(_ILANI_AS_READ, rules={"max_hands": 2})),
        },
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
        numbers={"fixed": edge("ilani/spanish-21", "progressive", 8)},
    ),
)

_BB = "bet-bigger/spanish-21"
_BB_AS_READ = MainReading(game=_BB, options={"decks": 6, "double_cards": "any"})
_EVEN_MONEY = {outcome: "1 to 1" for (outcome,) in BONUS_21.values()}
BET_BIGGER = (
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
            "list": edge(_BB, "bonus-options", 6),
            "block": edge(_BB, "probability-block", 6),
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
            "one": edge(_BB, "bonus-options", 1),
            "six": edge(_BB, "bonus-options", 6),
            "eight": edge(_BB, "bonus-options", 8),
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
        effect="With six decks {hit}; a dealer who stands on soft 17, too, {stand}. A dealer who"
        " draws to soft 18 and above is in no Spanish 21 of the rule book, and is not solved.",
        numbers={
            "hit": Solved(_BB_AS_READ),
            "stand": Solved(replace(_BB_AS_READ, rules={"soft17": "stand"})),
        },
    ),
    Erratum(
        id="BB-5",
        games=(_BB,),
        clauses=("Rules of the Game",),
        printed="Bonuses are not paid on split or doubled hands; the next sentence pays all who"
        " have not doubled.",
        reading="Neither split nor doubled hands earn one.",
        rulings=("B3",),
        effect="With six decks {void}; with bonuses on split hands {paid}.",
        numbers={
            "void": Solved(_BB_AS_READ),
            "paid": Solved(replace(_BB_AS_READ, rules={"bonus_21": "not doubled"})),
        },
    ),
    Erratum(
        id="BB-6",
        games=(_BB,),
        clauses=("Rules of the Game", "Super 21 Bonus payouts"),
        printed="A 21 of more than two cards is paid 1:1; the list pays some of them 3:2 to 3:1.",
        reading="The list goes before.",
        rulings=("B6",),
        effect="With six decks {listed}; with 1 to 1 for every such 21 {even}.",
        numbers={
            "listed": Solved(_BB_AS_READ),
            "even": Solved(replace(_BB_AS_READ, pays=_EVEN_MONEY)),
        },
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
        effect="By the rules of the document, six decks, it is {own}. No choice that the document"
        " leaves open makes it .42%; a dealer who stands on soft 17 does ({stand}), and so do"
        " Washington's rules with double-double down ({redouble}), each with six decks. All rule"
        " sets that were tried and yield it are listed with the figure.",
        numbers={
            "own": Solved(_BB_AS_READ),
            "stand": Solved(replace(_BB_AS_READ, rules={"soft17": "stand"})),
            "redouble": Solved(
                replace(_HITS_SOFT_17, options={**_HITS_SOFT_17.options, "redouble": True})
            ),
        },
    ),
)
