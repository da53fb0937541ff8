"""Every erratum, in the order of the documents."""

from __future__ import annotations

from pitboss.report.documents.errata_colorado import COLORADO, SHARED
from pitboss.report.documents.errata_spanish_21 import BET_BIGGER, ILANI, WASHINGTON
from pitboss.report.documents.erratum import Erratum

ERRATA: tuple[Erratum, ...] = (*WASHINGTON, *ILANI, *BET_BIGGER, *SHARED, *COLORADO)


def entry(entry_id: str) -> Erratum:
    """Return the entry called *entry_id*.

    >>> entry("WA-1").rulings
    ('W1',)
    """
    return next(it for it in ERRATA if it.id == entry_id)
