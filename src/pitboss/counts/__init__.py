"""Counts of cards as data: systems and their files, true counts, ramps, index plays."""

from pitboss.counts.files import (
    derived_names,
    find_system,
    index_list,
    index_list_names,
    read_ramp,
    read_system,
    system_from,
    system_names,
)
from pitboss.counts.index_play import IndexPlay
from pitboss.counts.ramp import Ramp, parse_ramp
from pitboss.counts.system import Counted, Counter, CountSystem, Cover, SideCount
from pitboss.counts.true_count import TrueCount, true_count, true_counts

__all__ = [
    "CountSystem",
    "Counted",
    "Counter",
    "Cover",
    "IndexPlay",
    "Ramp",
    "SideCount",
    "TrueCount",
    "derived_names",
    "find_system",
    "index_list",
    "index_list_names",
    "parse_ramp",
    "read_ramp",
    "read_system",
    "system_from",
    "system_names",
    "true_count",
    "true_counts",
]
