"""What `pitboss doctor` looks at: the installation, the places it writes to, and known answers."""
