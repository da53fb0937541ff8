"""Build the documentation site from docs/.

python -m tools.site             build it into the package, where `pitboss serve` finds it
python -m tools.site --to DIR    build it into another folder, for any web server or none
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.site.build import BUILT, SiteError, build


def main() -> int:
    """Build the site; where a link is broken, name it and exit with 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--to", type=Path, default=BUILT, metavar="DIR", help="where to put it")
    target = parser.parse_args().to
    try:
        pages = build(target)
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{pages} pages in {target}: open {target / 'index.html'}, or /docs of pitboss serve.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
