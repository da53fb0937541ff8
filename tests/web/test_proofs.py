"""Proofs that a round is in the books: checked by the page, which shares nothing with the books."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from pitboss.ledger.book import Head
from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.ledger.entry import GENESIS, Draft, Entry, Posting, seal
from pitboss.ledger.tree import BRANCH, Tree, audit_path
from pitboss.pit.proofs import FORM, entry_json, proof_problem
from pitboss.pit.witness import checkpoint_json
from pitboss.server.keys import Keys, bears_signature
from tests.remote.served import Served
from tests.web import house
from tests.web.conftest import NewContext, NewTable
from tools.web import SOURCES

Proof = dict[str, Any]
PLACE = "http://localhost"
"""A secure address of nobody: there is WebCrypto, and nothing is sent."""
PAGE = """<script type="module">
import { checkProof } from "/inclusion.js";
window.check = async (text, stream) =>
  Promise.all(JSON.parse(text).map((proof) => checkProof(proof, stream)));
</script>"""
ODD = 'ann "\\ \n\t\x01\x1f\x7f \u2028 ü 你 😀 </script>'
"""A name with everything that JSON writes in its own way."""


@pytest.fixture(scope="module")
def witness(browser: Browser) -> Iterator[Page]:
    """Return a page with the checking program and nothing else."""
    context = browser.new_context()
    program = (SOURCES / "src" / "lib" / "inclusion.js").read_text(encoding="utf-8")

    def answer(route: Route) -> None:
        is_program = route.request.url.endswith("/inclusion.js")
        kind = "text/javascript" if is_program else "text/html"
        route.fulfill(body=program if is_program else PAGE, content_type=kind)

    context.route("**", answer)
    page = context.new_page()
    page.goto(PLACE)
    page.wait_for_function("'check' in window")
    yield page
    context.close()


def judge(witness: Page, proofs: Sequence[object], stream: str = "") -> list[dict[str, Any]]:
    verdicts: list[dict[str, Any]] = witness.evaluate(
        "([text, stream]) => check(text, stream)", [json.dumps(proofs), stream]
    )
    return verdicts


def python_problem(proof: Any) -> str | None:  # noqa: ANN401 - JSON
    """Return what the program of the books says of a proof, with the key that the proof names."""
    return proof_problem(
        proof, lambda signed: bears_signature(bytes.fromhex(proof["public_key"]), signed)
    )


class Books(NamedTuple):
    """Some entries and a key, without a store."""

    entries: list[Entry]
    keys: Keys

    def proof(self, places: Sequence[int]) -> Proof:
        """Prove entries, each given whole."""
        count = len(self.entries)
        tree = Tree()
        hashes = [entry.hash for entry in self.entries]
        for entry_hash in hashes:
            tree.add(entry_hash)
        heads = {"table/7": Head(count, hash=hashes[-1])}
        balances = {"house": count}
        checkpoint = make_checkpoint(
            heads, balances, at=1_790_000_000_123_456, sign=self.keys.sign, tree=tree.root
        )
        last = hashes[count // BRANCH * BRANCH :]
        proofs = []
        for place in places:
            own = hashes[place // BRANCH * BRANCH :][:BRANCH]
            path = audit_path(place, count, tree.branches, own, last)
            entry = self.entries[place]
            proofs.append(
                {
                    "name": entry.name,
                    "kind": entry.kind,
                    "at": entry.at,
                    "hash": entry.hash.hex(),
                    "index": place,
                    "path": [node.hex() for node in path],
                    "entry": entry_json(entry),
                }
            )
        return {
            "form": FORM,
            "proofs": proofs,
            "checkpoint": checkpoint_json(checkpoint),
            "public_key": self.keys.public.hex(),
        }


def books_of(count: int) -> Books:
    entries: list[Entry] = []
    for number in range(1, count + 1):
        postings = (Posting("stack:7:1", -5 * number), Posting("bets:7", 5 * number))
        body = json.dumps({"n": number, "who": ODD}, ensure_ascii=False).encode()
        draft = Draft("table/7", "decided", ODD, f"key {number}", body, postings)
        before = entries[-1].hash if entries else GENESIS
        entries.append(seal(draft, version=number, at=10**15 + number, before=before))
    return Books(entries, Keys.new())


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13, 100, BRANCH, 2 * BRANCH + 77])
def test_the_witness_accepts_an_entry_of_every_place(witness: Page, count: int) -> None:
    some = {0, 1, count // 2, BRANCH - 1, BRANCH, 2 * BRANCH, count - 2, count - 1}
    places = range(count) if count <= 13 else sorted(place for place in some if 0 <= place < count)
    whole = books_of(count).proof(places)
    hashes = whole | {
        "proofs": [{k: v for k, v in one.items() if k != "entry"} for one in whole["proofs"]]
    }
    assert python_problem(whole) is python_problem(hashes) is None
    assert judge(witness, [whole, hashes], "table/7") == [{"problem": None, "checked": "all"}] * 2


def changes(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    """Yield a value with one letter or one number of it changed, for each of them."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from (value | {name: changed} for changed in changes(part))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from ([*value[:place], new, *value[place + 1 :]] for new in changes(part))
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    else:
        for place, letter in enumerate(value):
            yield value[:place] + ("0" if letter != "0" else "1") + value[place + 1 :]


def test_every_changed_byte_of_a_proof_is_refused_in_the_words_of_the_books(witness: Page) -> None:
    proof = json.loads(json.dumps(books_of(5).proof([1, 4])))
    changed = [*changes(proof)]
    assert len(changed) > 1_000
    problems = [verdict["problem"] for verdict in judge(witness, changed)]
    assert [one for one, problem in zip(changed, problems, strict=True) if not problem] == []
    assert problems == [python_problem(one) for one in changed]


def test_the_witness_refuses_what_is_cut_moved_or_no_proof_at_all(witness: Page) -> None:
    proof = books_of(6).proof([2])
    one = proof["proofs"][0]
    checkpoint = proof["checkpoint"]
    other = books_of(6).proof([2])
    spoiled: list[Any] = [
        *({k: v for k, v in proof.items() if k != name} for name in proof),
        *(
            proof | {"checkpoint": {k: v for k, v in checkpoint.items() if k != name}}
            for name in checkpoint
        ),
        proof | {"public_key": other["public_key"]},
        proof | {"checkpoint": other["checkpoint"]},
        proof | {"checkpoint": checkpoint | {"tree": ""}},
        proof | {"checkpoint": checkpoint | {"entries": 2**60}},
        *(
            proof | {"proofs": proofs}
            for proofs in (
                [],
                None,
                "x",
                [one | {"path": one["path"][:-1]}],
                [one | {"path": [*one["path"], "00" * 32]}],
                [one | {"path": one["path"][::-1]}],
                [one | {"index": -1}],
                [one | {"index": 2.5}],
                [one | {"index": "2"}],
                [one | {"index": 2**32 + 2}],
                [one | {"hash": one["hash"].upper()}],
                [one | {"hash": None}],
                [one | {"entry": None}],
                [one, other["proofs"][0] | {"hash": "00" * 32}],
            )
        ),
        *(None, [], 1, "proof", {}),
    ]
    last = books_of(4).proof([3])  # beyond the last place, the path would lead to the same root
    spoiled.append(last | {"proofs": [last["proofs"][0] | {"index": 7}]})
    accepted = [
        (proof, verdict)
        for proof, verdict in zip(spoiled, judge(witness, spoiled), strict=True)
        if not verdict["problem"]
    ]
    assert accepted == []
    assert judge(witness, [proof], "table/8")[0]["problem"] == "table/7 #3 is no entry of table/8"


# -- the page --


class Played(NamedTuple):
    """A browser whose user has played a round."""

    context: BrowserContext
    address: str

    def open(self) -> Page:
        """Open the round."""
        page = self.context.new_page()
        page.goto(self.address)
        page.wait_for_selector("[data-prove]")
        return page


@pytest.fixture
def played(floor: Served, new_context: NewContext, new_table: NewTable) -> Played:
    """Play a round in a browser of its own."""
    context = new_context(allows_errors=True)
    origin = {"Origin": floor.address}
    account = context.request.post(f"{floor.address}/api/1/guest", headers=origin).json()["account"]
    table = new_table().id
    house.seat(floor, table, [account])
    house.play(floor, table, 1)
    context.add_init_script("location.host && localStorage.setItem('pitboss/entered', 'true')")
    return Played(context, f"{floor.address}/replay/{table}/1")


def sign(floor: Served) -> None:
    floor.do(lambda services: services.hall.checkpoint())


def test_a_player_proves_a_round_and_keeps_the_proof(
    floor: Served, played: Played, tmp_path: Path
) -> None:
    sign(floor)
    page = played.open()
    page.locator("[data-prove]").click()
    words = expect(page.locator('[data-result="all"]'))
    words.to_have_text(
        re.compile(
            r"^\s*Round 1 is in the books: its (entry is|\d+ entries are) among the [\d,]+ of "
            r"checkpoint \d+, which the house signed on \d+ \w+ 20\d\d at \d\d:\d\d:\d\d UTC\.\s*$"
        )
    )
    with page.expect_download() as download:
        page.locator("[data-download-proof]").click()
    assert download.value.suggested_filename.endswith("-1-proof.json")
    file = tmp_path / "proof.json"
    key = tmp_path / "public.txt"
    download.value.save_as(file)
    assert floor.services is not None
    public = floor.services.keys.public.hex()
    expect(page.locator("[data-proof] code")).to_have_text(public)
    key.write_text(public)
    program = [sys.executable, "-m", "pitboss.cli.main", "floor", "prove"]
    arguments = ["--check", str(file), "--keys", str(key)]
    done = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:29]) == (0, "In the books under checkpoint"), done
    assert any("is in the books" in words for words in page.evaluate("pitbossAloud()"))


def tampered(name: str, proof: Proof) -> Proof:
    """Return a proof as a dishonest server would change it."""
    changed = deepcopy(proof)
    one = changed["proofs"][0]
    if name == "hash":
        one["hash"] = "00" * 32
    elif name == "time":
        changed["checkpoint"]["at"] -= 1
    elif name == "table":
        one["name"] = "table/another #1"
    else:
        changed["form"] = "another"
    return changed


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hash", "is not in the books of this checkpoint"),
        ("time", "the checkpoint is not signed with this key"),
        ("table", "table/another #1 is no entry of table/"),
        ("form", "this is no proof of entries"),
    ],
)
def test_the_page_says_what_does_not_fit_in_a_changed_proof(
    floor: Served, played: Played, name: str, words: str
) -> None:
    sign(floor)
    played.context.route(
        "**/proof",
        lambda route: route.fulfill(json=tampered(name, route.fetch().json())),
    )
    page = played.open()
    page.locator("[data-prove]").click()
    result = page.locator('[data-result="wrong"]')
    expect(result).to_contain_text("This does not prove the round: ")
    expect(result).to_contain_text(words)
    expect(page.locator("[data-proof]")).not_to_contain_text("is in the books:")


LACKS = {
    "tree": "if (crypto.subtle) crypto.subtle.importKey = async () => {"
    " throw new DOMException('', 'NotSupportedError'); }",
    "nothing": "Object.defineProperty(crypto, 'subtle', { value: undefined })",
}


@pytest.mark.parametrize(
    ("checked", "words"), [("tree", "this browser cannot check"), ("nothing", "secure one (https)")]
)
def test_a_browser_that_cannot_check_says_so_and_names_the_command(
    floor: Served, played: Played, checked: str, words: str
) -> None:
    sign(floor)
    played.context.add_init_script(LACKS[checked])
    page = played.open()
    page.locator("[data-prove]").click()
    result = page.locator(f'[data-result="{checked}"]')
    expect(result).to_contain_text(words)
    expect(result).to_contain_text("download the proof and run pitboss floor prove --check FILE.")
    expect(page.locator("[data-download-proof]")).to_be_visible()


def test_a_round_that_no_checkpoint_covers_says_when_to_try_again(
    floor: Served, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing() -> None:
        """Find no checkpoint; the floor may be taking one this very moment."""

    assert floor.services is not None
    page = played.open()
    with monkeypatch.context() as patch:
        patch.setattr(floor.services.store, "last_checkpoint", nothing)
        page.locator("[data-prove]").click()
        expect(page.locator("[data-unproved]")).to_have_text(
            re.compile(r"No checkpoint covers this round yet, .* after \d\d:\d\d:\d\d\.$")
        )
    sign(floor)
    page.locator("[data-prove]").click()
    expect(page.locator('[data-result="all"]')).to_be_visible()
