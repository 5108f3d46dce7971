"""`python -m games`: starts the command line of the engine."""

import sys

from games.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
