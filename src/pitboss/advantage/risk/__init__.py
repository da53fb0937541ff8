"""Risk of a bankroll: ruin, goals, Kelly bets; by formula, exactly and simulated."""
