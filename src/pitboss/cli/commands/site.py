"""`pitboss site`: the lab and the manual as a folder of static files."""

from __future__ import annotations

from pitboss.cli.orders.papers import SiteOrder
from pitboss.cli.output import print_json
from pitboss.cli.waiting import waiting
from pitboss.server.alone.write import write_site


def write_folder(order: SiteOrder) -> None:
    """Write the folder, and say how to look at it."""
    with waiting(f"writing {order.out}"):
        count = write_site(order.out)
    if order.as_json:
        print_json({"folder": str(order.out), "files": count})
        return
    print(f"{order.out}: {count} files. To look at them:")
    print(f"python3 -m http.server --bind 127.0.0.1 --directory {order.out} 8000")
