"""Write src/pitboss/report/documents/checked.json: every printed figure beside the exact one.

The lab shows it. Figures and errata are computed here, so readers do not wait.

Usage: python tools/generate_documents.py            write it
       python tools/generate_documents.py --check    write nothing; exit 1 if it is stale
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # tools are no package

from pitboss.report.documents.check_file import checked_file
from pitboss.report.documents.errata import ERRATA
from pitboss.report.documents.figures import figures
from tools.kept_file import keep

if __name__ == "__main__":
    keep("documents/checked.json", "", lambda: checked_file(figures(), ERRATA))
