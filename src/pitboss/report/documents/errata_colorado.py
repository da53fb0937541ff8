"""Errata of Colorado Rule 21; its sections are cited without their "30-"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.report.documents.erratum import Erratum, chance, edge, share
from pitboss.report.documents.main_readings import MainReading, Measure, Solved
from pitboss.report.documents.readings import Number, Reading, Worked

_21_PLUS_3 = ("co/21-plus-3", "co/buffalo-2", "co/buffalo-3", "co/ride-free")

SHARED = (
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
            "narrow": edge("co/21-plus-3", "PT-BJS-213-08", 6),
            "wide": edge("co/ride-free", "PT-BJS-213-08", 6),
            "share": share("co/21-plus-3", "PT-BJS-213-02", 6),
            "more": share("co/ride-free", "PT-BJS-213-02", 6),
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
            "one": edge("co/ride-free", "PT-FLT-213XT-01", 1),
            "eight": edge("co/ride-free", "PT-FLT-213XT-01", 8),
            "four": edge("co/ride-free", "PT-FLT-213XT-03", 4),
            "single": edge("co/ride-free", "PT-FLT-213XT-03", 1),
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
            "three": edge("co/ride-free", "PT-BJS-213-01", 3),
            "eight": edge("co/ride-free", "PT-BJS-213-01", 8),
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
            "two": edge("co/ride-free", "PT-FLT-TOP3-02", 2),
            "four": edge("co/buffalo-3", "top-3-B", 4),
            "six": edge("co/trilux", "SUP-02", 6),
            "eight": edge("co/extreme-21", "big-3-PT8D-B", 8),
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
            "one": edge("co/trilux", "TRILG-01", 1),
            "eight": edge("co/ride-free", "PT-FLT-213-E01", 8),
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
            "to": edge("co/buffalo-3", "bust-bonus", 6),
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

_SWITCH = MainReading(game="co/blackjack-switch", options={"decks": 6})
_THREE_CARD = MainReading(game="co/3-card-21", options={"decks": 6}, tables={"3-card-bonus": "1"})
_FREE_BET = MainReading(game="co/free-bet", options={"decks": 6, "soft17": "hit"})
_POT_OF_GOLD = replace(_FREE_BET, tables={"pot-of-gold": "POG-01"})
_HEDGE_22 = MainReading(
    game="co/ride-free",
    options={"decks": 6, "soft17": "hit"},
    tables={"hedge-22": "PT-FLT-SB1-01"},
)

COLORADO = (
    Erratum(
        id="CO-2105-1",
        games=("co/blackjack-switch",),
        clauses=("2105(8)(e)",),
        printed="That a dealer 22 is a push is said only in passing, of a switched blackjack.",
        reading="A dealer 22 pushes every live hand except a natural blackjack.",
        rulings=("C13",),
        effect="With six decks {push}. If 22 were a bust like any other the player would have the"
        " edge: {bust}. Per unit of both wagers.",
        numbers={
            "push": Solved(_SWITCH),
            "bust": Solved(replace(_SWITCH, rules={"dealer_22_pushes": False})),
        },
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
            "pairs": chance("co/blackjack-switch", "super-match-1", 6, "two-pair"),
            "trips": chance("co/blackjack-switch", "super-match-1", 6, "three-of-a-kind"),
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
            "read": edge("co/ante-up-21", "A", 6),
            "two": edge(
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
            "a": edge("co/ante-up-21", "A", 6),
            "b": edge("co/ante-up-21", "A", 6, pair_suited="10 to 1", pair_of_aces="15 to 1"),
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
            "six": edge("co/3-card-21", "1", 6),
            "eight": edge("co/3-card-21", "1", 8),
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
        effect="With six decks an ace up hides a blackjack in {often} of the rounds; what is"
        " doubled or split against it would be lost too. The game without a look under an ace is"
        " not solved: no edge is stated.",
        numbers={"often": Worked(Fraction(24 * 96, 312 * 311))},
    ),
    Erratum(
        id="CO-2111-3",
        games=("co/3-card-21",),
        clauses=("2111(6)", "2111 Player(1)", "2111 Player(2)(b)", "2111 Player(4)(a)"),
        printed="A three-card 21 is paid and its cards are removed; twice further on it may be kept"
        " and split.",
        reading="A 21 with a pair or an ace is asked.",
        rulings=("T1",),
        effect="With six decks {often} of the rounds start with such a 21. The main game is not"
        " solved: what splitting one is worth is not stated.",
        numbers={"often": Solved(_THREE_CARD, Measure.ASKED_21)},
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
            "pays": edge("co/trilux", "TRI-02", 2),
            "loses": edge("co/trilux", "TRI-02", 2, pair="loss"),
            "push": edge("co/trilux", "TRI-05", 6),
            "lost": edge("co/trilux", "TRI-05", 6, pair="loss"),
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
            "printed": edge("co/trilux", "progressive-07", 6),
            "paid": edge("co/trilux", "progressive-07", 6, three_of_a_kind="25 for 1"),
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
        effect="One hand has two lammers at most, for being split off and for a free double: the"
        " rows for three to seven are for a seat's hands together. With six decks {many} of the"
        " rounds collect three or more, and POG-01 costs {edge}.",
        numbers={
            "many": Solved(_POT_OF_GOLD, Measure.THREE_LAMMERS),
            "edge": Solved(_POT_OF_GOLD, Measure.WAGER_EDGE),
        },
    ),
    Erratum(
        id="CO-2116-4",
        games=("co/free-bet",),
        clauses=("2116(7)(g)",),
        printed="A dealer 22 is a push; a blackjack is not excepted (2119(19) excepts it).",
        reading="A blackjack is paid.",
        rulings=("C25",),
        effect="With six decks {paid}. No decision depends on it: blackjacks that pushed against 22"
        " would cost {more} more.",
        numbers={
            "paid": Solved(_FREE_BET),
            "more": Solved(_FREE_BET, Measure.BLACKJACK_22),
        },
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
            "printed": edge("co/extreme-21", "PT6D-G", 6),
            "paid": edge("co/extreme-21", "PT6D-G", 6, pair_and_flush="5 to 1"),
            "two": edge("co/extreme-21", "PT2D-C", 2),
            "more": edge("co/extreme-21", "PT2D-C", 2, pair_and_flush="5 to 1"),
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
            "printed": edge("co/extreme-21", "bust-the-house", 6),
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
        effect="No hand can pass 30, so that both say the same. With six decks {thirty} of the"
        " hands end there if the main wager is played for the best, and Hedge 22 by PT-FLT-SB1-01"
        " costs {edge}.",
        numbers={
            "thirty": Solved(_HEDGE_22, Measure.HAND_OF_30),
            "edge": Solved(_HEDGE_22, Measure.WAGER_EDGE),
        },
    ),
    Erratum(
        id="CO-2119-4",
        games=("co/ride-free",),
        clauses=("2119(24)", "2119(27)"),
        printed='"Free Ride" lammers for Ride Free, and "21+3 Extreme" for Xtreme.',
        reading="The same things.",
    ),
)
