"""Write src/pitboss/report/catalogue/pay_tables.csv: what every pay table costs.

`pitboss find` looks through it.

Usage: python -m tools.generate_pay_tables            write it
       python -m tools.generate_pay_tables --check    write nothing; exit 1 if it is stale
"""

from pitboss.report.catalogue.pay_tables import compute_edges, pay_tables_file
from tools.kept_file import keep

if __name__ == "__main__":
    keep("catalogue/pay_tables.csv", "Every pay table", lambda: pay_tables_file(compute_edges()))
