"""Write src/pitboss/report/catalogue/pay_tables.csv: what every pay table costs.

`pitboss find` looks through it.

Usage: python tools/generate_pay_tables.py            write it
       python tools/generate_pay_tables.py --check    write nothing; exit 1 if it is stale
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # tools are no package

from pitboss.report.catalogue.pay_tables import compute_edges, pay_tables_file
from tools.kept_file import keep

if __name__ == "__main__":
    keep("catalogue/pay_tables.csv", "Every pay table", lambda: pay_tables_file(compute_edges()))
