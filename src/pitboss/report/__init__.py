"""What Pitboss writes for people to keep: the rule book as pages, in words any reader knows."""
