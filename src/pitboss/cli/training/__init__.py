"""The parts of `pitboss train`."""
