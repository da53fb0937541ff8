"""The checks of `pitboss doctor`: the installation, the places it writes to, and known answers."""
