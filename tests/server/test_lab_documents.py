"""The lab's pages about printed figures are sent what their shapes say."""

from __future__ import annotations

import json

from pitboss.server.lab.catalogue import LabDocuments, documents_json
from tests.server.lab_answers import holds


def test_printed_figures_and_errata_have_every_declared_field() -> None:
    documents = json.loads(documents_json())
    holds(LabDocuments, documents)
    declared = {
        "figures": LabDocuments.__annotations__,
        **{key: documents[key][0].keys() for key in ("errata", "rulings")},
    }
    assert documents.keys() == declared.keys()
    # Rules under which a figure comes out are said in words by the page: none is an object there.
    others = [rules for figure in documents["figures"] for rules in figure["yielded_by"]]
    assert others
    for rules in others:
        said = {**rules["options"], **rules["rules"]}
        assert said
        assert all(isinstance(value, str | int | bool) for value in said.values())
