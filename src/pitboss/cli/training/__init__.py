"""What `pitboss train` is made of."""
