"""Words for rules, hands, money and histories: one formatter each."""
