"""Shoes that players can verify: the order is committed to, cut by the players, and revealed.

1. Before the first wager the house draws the shoe's *entropy*, 2,048 bytes of the operating system,
   and publishes the *commitment*: a hash of the entropy and of the shoe's terms.
2. Each player then sends a *seed*. All seeds together are the *cut*; it is fixed and shown before
   the first wager. The house cannot know it when it commits, players cannot know the entropy when
   they send it.
3. Entropy and cut together decide the order of the cards.
4. When the shoe is over the entropy is *revealed*, and anybody can deal every card again.

`verify` is a program by itself: it needs nothing but Python, and none of the code it verifies.
"""
