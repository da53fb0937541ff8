"""`pitboss dataset`: decisions with the exact value of every choice, in a Parquet file."""

from __future__ import annotations

from pitboss.api.datasets import write_dataset
from pitboss.cli.options import open_asked_table
from pitboss.cli.orders.figures import DatasetOrder
from pitboss.cli.output import print_json
from pitboss.cli.waiting import waiting


def dataset(order: DatasetOrder) -> None:
    """Write a dataset, and say what is in it."""
    table = open_asked_table(order.at)
    with waiting("playing and valuing rounds"):
        written = write_dataset(table, order.ask)
    if order.as_json:
        print_json(written.as_json())
        return
    print(f"{written.path}: {written.decisions:,} decisions of {written.rounds:,} rounds")
    print(f"  cost of the choices  {written.cost:.6f} units of the first wager")
    print(f"  digest               {written.digest}")
