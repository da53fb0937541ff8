"""`python -m pitboss`: the program `pitboss`, where no script of that name is on the path."""

from pitboss.cli.main import main

if __name__ == "__main__":
    main()
