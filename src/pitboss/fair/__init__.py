"""Shoes that players can verify: everybody commits, nobody can choose, and all is revealed.

1. Before the first wager the house draws the shoe's *entropy*, 2,048 bytes of the operating system,
   and publishes the *commitment*: a hash of the entropy and of the shoe's terms.
2. Each player commits to a *seed*, by a hash. When the bets are closed, the set of these
   commitments is fixed and shown.
3. Only then do the players reveal their seeds. All seeds together are the *cut*. Whoever reveals
   last, and knows the entropy, can choose no other seed any more.
4. Entropy and cut together decide the order of the cards; so does the number of a public *beacon*,
   where the house has one.
5. When the shoe is over the entropy is *revealed*, and anybody can deal every card again.

`verify` is a program by itself: it needs nothing but Python, and none of the code it verifies.
"""
