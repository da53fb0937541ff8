"""Plain blackjack as others have solved it: equal to every digit they print.

The figures are what Eric Farmer's analyser (version 7.6) prints for play that depends on the cards
of the hand, splits played as hands that were not split ("CDZ-"), in percent of the wager.
"""

from __future__ import annotations

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.rulebook.house import house_from

FIGURES = """
1 stand - 2 - - any two 3:2 0.024273905
1 stand - 2 - ls any two 3:2 0.046321912
1 stand - 4 - - any two 3:2 0.041251577
1 stand - 4 - ls any two 3:2 0.063299584
1 stand - 4 rsa - any two 3:2 0.072788392
1 stand - 4 rsa ls any two 3:2 0.094836399
1 stand das 2 - - any two 3:2 0.153119996
1 stand das 2 - ls any two 3:2 0.175168003
1 stand das 4 - - any two 3:2 0.181934306
1 stand das 4 - ls any two 3:2 0.203982313
1 stand das 4 rsa - any two 3:2 0.213471122
1 stand das 4 rsa ls any two 3:2 0.235519128
1 hit - 2 - - any two 3:2 -0.168766712
1 hit - 2 - ls any two 3:2 -0.130756724
1 hit - 4 - - any two 3:2 -0.152139146
1 hit - 4 - ls any two 3:2 -0.114129158
1 hit - 4 rsa - any two 3:2 -0.120693750
1 hit - 4 rsa ls any two 3:2 -0.082683761
1 hit das 2 - - any two 3:2 -0.037483539
1 hit das 2 - ls any two 3:2 0.000526449
1 hit das 4 - - any two 3:2 -0.008734733
1 hit das 4 - ls any two 3:2 0.029275255
1 hit das 4 rsa - any two 3:2 0.022710664
1 hit das 4 rsa ls any two 3:2 0.060720652
2 stand - 4 - - any two 3:2 -0.321163339
2 stand - 4 rsa - any two 3:2 -0.268053135
2 stand das 4 - - any two 3:2 -0.178859906
2 stand das 4 rsa - any two 3:2 -0.125749702
2 hit - 4 - - any two 3:2 -0.525420127
2 hit - 4 rsa - any two 3:2 -0.472688492
2 hit das 4 - - any two 3:2 -0.380445075
2 hit das 4 rsa - any two 3:2 -0.327713441
6 stand - 2 - - any two 3:2 -0.578793657
6 stand - 2 - ls any two 3:2 -0.506191459
6 stand - 4 - - any two 3:2 -0.544565161
6 stand - 4 - ls any two 3:2 -0.471962962
6 stand - 4 rsa - any two 3:2 -0.475698475
6 stand - 4 rsa ls any two 3:2 -0.403096276
6 stand das 2 - - any two 3:2 -0.456886297
6 stand das 2 - ls any two 3:2 -0.384284099
6 stand das 4 - - any two 3:2 -0.402870236
6 stand das 4 - ls any two 3:2 -0.330268037
6 stand das 4 rsa - any two 3:2 -0.334003550
6 stand das 4 rsa ls any two 3:2 -0.261401351
6 hit - 2 - - any two 3:2 -0.793231067
6 hit - 2 - ls any two 3:2 -0.704857615
6 hit - 4 - - any two 3:2 -0.759848502
6 hit - 4 - ls any two 3:2 -0.671583393
6 hit - 4 rsa - any two 3:2 -0.691658343
6 hit - 4 rsa ls any two 3:2 -0.603393234
6 hit das 2 - - any two 3:2 -0.668950590
6 hit das 2 - ls any two 3:2 -0.580634717
6 hit das 4 - - any two 3:2 -0.615389123
6 hit das 4 - ls any two 3:2 -0.527191547
6 hit das 4 rsa - any two 3:2 -0.547198964
6 hit das 4 rsa ls any two 3:2 -0.459001388
8 stand - 4 - - any two 3:2 -0.572099157
8 stand - 4 rsa - any two 3:2 -0.501204755
8 stand das 4 - - any two 3:2 -0.430580629
8 stand das 4 rsa - any two 3:2 -0.359686227
8 hit - 4 - - any two 3:2 -0.788811660
8 hit - 4 rsa - any two 3:2 -0.718637067
8 hit das 4 - - any two 3:2 -0.644553852
8 hit das 4 rsa - any two 3:2 -0.574379259
1 hit das 4 - - 9-11 two 3:2 -0.164299118
6 hit das 4 - - 9-11 two 3:2 -0.721331882
1 hit das 4 - - 10-11 two 3:2 -0.310757015
6 hit das 4 - - 10-11 two 3:2 -0.815886865
6 hit das 4 - - any any 3:2 -0.385630040
6 hit das 4 - - any two 6:5 -1.975078754
1 hit das 4 - - any two 6:5 -1.403508027
6 hit das 4 - - any two 1:1 -2.881538509
"""
"""Decks, soft 17, double after split, hands, resplit aces, late surrender, totals and cards that
may be doubled, blackjack; and the value of a round."""


@pytest.mark.nightly(every=12)
@pytest.mark.parametrize("figure", FIGURES.strip().splitlines())
def test_the_reference_game_is_worth_what_is_published(figure: str) -> None:
    decks, soft17, das, hands, aces, surrender, double, cards, pays, printed = figure.split()
    options = {
        "decks": int(decks),
        "soft17": soft17,
        "das": das == "das",
        "max_hands": int(hands),
        "resplit_aces": aces == "rsa",
        "surrender": "late" if surrender == "ls" else "none",
        "double": double,
        "double_cards": cards,
        "blackjack": pays,
    }
    setup = prepare(house_from({"game": "reference/blackjack", "options": options}))
    solution = solve(setup, split_play=SplitPlay.AS_UNSPLIT)
    assert f"{100 * solution.value:.9f}" == printed
