"""The cut: commitments, a fixed set, reveals; a withheld seed chooses nothing and stops nobody."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

import pytest

from pitboss.audit.facts import OtherEntry
from pitboss.audit.reports.events import event_row, interpret_entry
from pitboss.engine.actions import ActionKind, Refusal
from pitboss.fair import verify
from pitboss.fair.cut import Cut, SeedPlace
from pitboss.floor.commands import (
    Accepted,
    Arrive,
    Bet,
    BuyIn,
    Close,
    CommitSeed,
    Decide,
    Depart,
    HearBeacon,
    Leave,
    Open,
    Pause,
    RevealSeed,
    Sit,
    SitOut,
    Tick,
)
from pitboss.floor.cutting import ANSWER, BARRED_SHUFFLES, open_cut
from pitboss.floor.deadlines import deadline
from pitboss.floor.history import PastTable
from pitboss.floor.rebuild import JournalError
from pitboss.floor.state import BeaconTerms
from pitboss.floor.terms import NO_CLOCK, SECOND, Clocks, TableTerms
from pitboss.rulebook.house import house_from
from tests.floor.one_table import OneTable

SHOE = {"game": "wa/spanish-21", "options": {"decks": 6, "soft17": "hit"}}
EVERY_ROUND = {"game": "co/21-holdem"}
BEACON = BeaconTerms("test", genesis=0, period=10 * SECOND, wait=5 * SECOND)


@dataclass
class Cutters:
    """Players who take part in the cut of a table, as clients do."""

    table: OneTable
    names: tuple[str, ...]

    @classmethod
    def seated(
        cls, *names: str, house: dict[str, Any] = SHOE, clocks: Clocks = NO_CLOCK
    ) -> Cutters:
        terms = TableTerms(id="7", name="Seven", house=house_from(house), clocks=clocks)
        table = OneTable(terms, random.Random(5))
        for seat, name in enumerate(names, 1):
            table.must(Sit(name, name, seat, 10**7))
        return cls(table, names)

    def place(self, seat: int) -> SeedPlace:
        cut = open_cut(self.table.state)
        return SeedPlace("7", cut.shuffle, cut.attempt, seat)

    def seed(self, seat: int) -> bytes:
        return random.Random(str(self.place(seat))).randbytes(32)

    def commit(self, *seats: int) -> None:
        for seat in seats:
            assert code(self.try_commit(seat)) == ""

    def try_commit(self, seat: int) -> Accepted | Refusal:
        place = self.place(seat)
        mark = place.commit(self.seed(seat))
        name = self.names[seat - 1]
        return self.table.ask(CommitSeed(name, seat, place.shuffle, place.attempt, mark))

    def reveal(self, *seats: int) -> None:
        for seat in seats:
            self.table.must(RevealSeed(self.names[seat - 1], seat, self.seed(seat)))

    def bet(self, *seats: int) -> None:
        for seat in seats or range(1, len(self.names) + 1):
            wagers = dict.fromkeys(self.table.terms.setup.mains, 10_000)
            self.table.must(Bet(self.names[seat - 1], seat, wagers))

    def play(self) -> None:
        """Let the clock end the round: everybody leaves the hand to it."""
        while current := self.table.state.round:
            kinds = [choice.kind for choice in current.question.choices]
            quiet = (ActionKind.STAND, ActionKind.DECLINE, ActionKind.FOLD)
            kind = next(it for it in (*quiet, *kinds) if it in kinds)
            seat = current.question.seat
            lows = current.question.choices[kinds.index(kind)].lows
            low = lows[0] if lows else None
            self.table.must(Decide(self.names[seat - 1], seat, current.n, kind, low=low))

    def to_shoe_end(self) -> None:
        while not self.table.state.shoe.is_over or self.table.state.round:
            self.bet()
            self.play()

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.table.entries]

    def shown(self) -> list[dict[str, Any]]:
        return [json.loads(it.body) for it in self.table.entries if it.kind == "shown"]

    def check_replay(self) -> None:
        """Compare the replay with what a server rebuilds, from the start and from the last deal."""
        past = self.replayed().table
        assert past is not None
        live = self.table.state
        for again in (self.table.rebuilt(from_deal=False), self.table.rebuilt(), past):
            assert again.shuffles._replace(open=open_cut(again)) == live.shuffles._replace(
                open=open_cut(live)
            )

    def replayed(self) -> PastTable:
        """Replay the journal with the entropy of the shuffles in play."""
        past = PastTable()
        past.known.entropies = dict(self.table.entropies)
        for shoe in self.shown():
            past.known.entropies[shoe["terms"]["shuffle"]] = bytes.fromhex(shoe["entropy"])
        for entry in self.table.entries:
            past.add(entry)
        return past


def code(answer: Accepted | Refusal | None) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


def test_seeds_are_revealed_only_after_the_set_is_fixed_and_then_the_round_is_dealt() -> None:
    people = Cutters.seated("ann", "bob", "cid")
    table = people.table
    people.commit(1, 2)
    assert code(table.ask(RevealSeed("ann", 1, people.seed(1)))) == "seed/early"
    people.bet()
    assert table.state.round is None, "the bets wait for the cut"
    assert code(table.tick()) == ""
    cut = open_cut(table.state)
    assert cut.is_fixed
    assert sorted(cut.commitments) == [1, 2]
    assert people.kinds()[-1] == "cut-fixed"
    assert interpret_entry(OtherEntry(table.entries[-1])) is None, "it is ordinary"
    assert code(people.try_commit(3)) == "cut/fixed"
    assert code(table.ask(RevealSeed("cid", 3, people.seed(3)))) == "seed/uncommitted"
    people.reveal(2)
    assert code(table.ask(Tick())) == "clock/early"
    people.reveal(1)
    seeds = (people.seed(1), people.seed(2))
    assert deadline(table.state) is not None
    table.tick()
    assert people.kinds()[-1] == "dealt"
    made = table.state.shuffles.cuts[1]
    assert made.seeds == seeds
    assert made.fixed is not None
    assert [seat for seat, _ in made.fixed.commitments] == [1, 2]
    people.play()
    people.to_shoe_end()
    assert verify.problem(people.shown()[0]) is None
    people.check_replay()


def test_a_seed_that_does_not_meet_its_commitment_is_refused() -> None:
    people = Cutters.seated("ann", "bob")
    people.commit(1, 2)
    people.bet()
    people.table.tick()
    ask = people.table.ask
    assert code(ask(RevealSeed("ann", 1, bytes(32)))) == "seed/other"
    assert code(ask(RevealSeed("ann", 1, people.seed(2)))) == "seed/other"
    assert code(ask(RevealSeed("bob", 2, people.seed(1)))) == "seed/other", "not a neighbour's"
    assert code(ask(RevealSeed("bob", 1, people.seed(1)))) == "seat/not-yours"
    assert code(ask(RevealSeed("ann", 1, b"short"))) == "seed/size"
    assert code(ask(RevealSeed("ann", 1, bytes(65)))) == "seed/size"
    assert open_cut(people.table.state).seeds == {}


def test_a_commitment_copied_from_a_neighbour_cannot_be_revealed() -> None:
    people = Cutters.seated("ann", "bob")
    people.commit(1)
    copied = open_cut(people.table.state).commitments[1].mark
    people.table.must(CommitSeed("bob", 2, 1, 1, copied))
    people.bet()
    people.table.tick()
    people.reveal(1)
    assert code(people.table.ask(RevealSeed("bob", 2, people.seed(1)))) == "seed/other"


def test_whoever_withholds_a_seed_chooses_nothing_and_is_named() -> None:
    people = Cutters.seated("ann", "bob", "eve")
    table = people.table
    people.commit(1, 2, 3)
    people.bet()
    table.tick()
    people.reveal(1, 2)
    spent = people.seed(1)
    began = table.now
    table.tick()
    assert table.now == began + ANSWER, "a silent player costs the table so much"
    assert people.kinds()[-1] == "cut-redone"
    body = json.loads(table.entries[-1].body)
    assert body["withheld"] == {"3": "eve"}
    happened = OtherEntry(table.entries[-1])
    meaning = interpret_entry(happened)
    assert meaning is not None
    assert meaning.is_exception, "the report of exceptions lists whoever withheld a seed"
    assert event_row(happened, meaning)[-1] == "shuffle: 1; attempt: 1; withheld: 3 eve"
    assert body["seeds"].keys() == {"1", "2"}
    assert code(people.try_commit(3)) == "cut/barred"
    people.commit(1, 2)
    assert deadline(table.state) == table.state.betting_since, "nobody else is waited for"
    table.tick()
    old = SeedPlace("7", 1, 2, 1).commit(spent)
    assert open_cut(table.state).commitments[1].mark != old
    people.reveal(1, 2)
    table.tick()
    made = table.state.shuffles.cuts[1]
    assert made.fixed is not None
    assert (made.fixed.attempt, made.fixed.withheld) == (2, ((3,),))
    people.play()
    people.to_shoe_end()
    shoe = people.shown()[0]
    assert verify.problem(shoe) is None
    assert shoe["set"]["withheld"] == [[3]]
    assert code(people.try_commit(3)) == "cut/barred"
    people.check_replay()
    barred = table.state.shuffles.barred
    assert barred == {"eve": 1 + 1 + BARRED_SHUFFLES}
    assert table.rebuilt().shuffles.barred == barred, "a restart forgets nothing"


def test_a_revealed_seed_is_not_taken_a_second_time() -> None:
    people = Cutters.seated("ann", "eve")
    table = people.table
    people.commit(1, 2)
    people.bet()
    table.tick()
    seed = people.seed(1)
    people.reveal(1)
    table.tick()
    mark = people.place(1).commit(seed)
    table.must(CommitSeed("ann", 1, 1, 2, mark))
    table.tick()
    assert code(table.ask(RevealSeed("ann", 1, seed))) == "seed/used"


def test_silence_after_silence_ends_and_a_newcomer_cannot_prolong_it() -> None:
    """Each further attempt has fewer accounts, so a table waits for a known time at most."""
    names = ("ann", "bob", "cid", "dee", "eve")
    people = Cutters.seated(*names)
    table = people.table
    people.commit(*range(1, 6))
    people.bet()
    began = table.now
    table.tick()
    table.must(Sit("fay", "fay", 6, 10**7))
    people.names = (*names, "fay")
    for silent in (5, 4, 3, 2):
        assert open_cut(table.state).is_fixed
        people.reveal(*range(1, silent))
        table.tick()
        assert code(people.try_commit(6)) == "cut/fixed", "she does not play in this round"
        people.commit(*range(1, silent))
        table.tick()
    people.reveal(1)
    table.tick()
    made = table.state.shuffles.cuts[1]
    assert made.fixed is not None
    assert made.fixed.withheld == ((5,), (4,), (3,), (2,))
    assert table.now - began == 4 * ANSWER


def test_who_came_after_a_set_of_players_who_are_gone_cuts_the_next_attempt() -> None:
    people = Cutters.seated("eve")
    table = people.table
    people.commit(1)
    people.bet()
    table.tick()
    table.state = table.rebuilt()
    table.must(Leave("eve", 1))
    table.now += 1
    table.must(Sit("ann", "ann", 1, 10**7))
    people.names = ("ann",)
    assert code(people.try_commit(1)) == "cut/fixed"
    people.bet()
    table.now += ANSWER
    table.tick()
    assert people.kinds()[-1] == "cut-redone"
    assert code(table.ask(Tick())) == "clock/early", "she gets the time to commit"
    people.commit(1)
    table.tick()
    people.reveal(1)
    table.tick()
    assert len(table.state.shuffles.cuts[1].seeds) == 1


def test_those_who_are_gone_before_the_set_is_fixed_are_not_in_it() -> None:
    people = Cutters.seated("ann", "bob", "cid")
    people.commit(1, 2, 3)
    people.table.must(Depart("bob", bye=False))
    people.table.must(Leave("cid", 3))
    people.bet(1)
    people.table.tick()
    assert sorted(open_cut(people.table.state).commitments) == [1]


def test_nobody_takes_a_bet_back_once_the_set_is_fixed() -> None:
    """Whoever knows the order by then must not choose which cards come to whom."""
    people = Cutters.seated("eve", "ann")
    table = people.table
    people.commit(1, 2)
    people.bet()
    table.tick()
    people.reveal(1, 2)
    assert code(table.ask(Bet("eve", 1, {}))) == "bet/closed"
    assert code(table.ask(BuyIn("eve", 1, 100))) == "round/open"
    table.must(SitOut("eve", 1, out=True))
    table.must(Leave("eve", 1))
    table.must(Depart("eve", bye=True))
    table.now += 1000 * SECOND
    table.must(Tick())
    assert table.state.rounds == 1
    dealt = next(entry for entry in table.entries if entry.kind == "dealt")
    assert json.loads(dealt.body)["bets"].keys() == {"1", "2"}


def test_who_leaves_without_a_bet_between_set_and_seed_stops_nobody() -> None:
    people = Cutters.seated("ann", "eve", clocks=Clocks())
    table = people.table
    people.commit(1, 2)
    people.bet(1)
    table.tick()
    assert open_cut(table.state).is_fixed
    table.must(Leave("eve", 2))
    people.reveal(1)
    table.tick()
    people.commit(1)
    table.tick()
    people.reveal(1)
    table.tick()
    assert table.state.rounds == 1
    assert table.state.shuffles.barred.keys() == {"eve"}


@pytest.mark.parametrize("house", [SHOE, EVERY_ROUND], ids=["shoe", "every round"])
def test_a_restart_between_set_and_seeds_keeps_the_set(house: dict[str, Any]) -> None:
    people = Cutters.seated("ann", "bob", house=house)
    table = people.table
    for _ in range(3):
        people.commit(1, 2)
        people.bet()
        table.tick()
        fixed = open_cut(table.state)
        assert fixed.is_fixed
        people.reveal(1)
        again = table.rebuilt()
        assert open_cut(again) == fixed._replace(seeds={}, is_dealing=False)
        assert not any(sitting.bets for sitting in again.seats.values())
        table.state = again
        assert code(people.try_commit(1)) == "cut/fixed", "the set is fixed for ever"
        people.reveal(1, 2)
        people.bet()
        while table.state.round is None:
            table.tick()
        people.play()
        people.to_shoe_end()
        assert verify.problem(people.shown()[-1]) is None
    people.replayed()


def test_a_restart_after_a_further_attempt_began_keeps_who_stayed_silent() -> None:
    people = Cutters.seated("ann", "eve")
    table = people.table
    people.commit(1, 2)
    people.bet()
    table.tick()
    people.reveal(1)
    table.tick()
    before = open_cut(table.state)
    table.state = table.rebuilt()
    assert open_cut(table.state) == before._replace(is_dealing=False)
    assert code(people.try_commit(2)) == "cut/barred"


def test_nobody_commits_and_everything_is_dealt_as_ever() -> None:
    people = Cutters.seated("ann", "bob")
    people.bet()
    assert people.table.state.rounds == 1
    assert people.table.state.shuffles.cuts[1] == Cut()


def test_a_player_alone_cuts_every_round_of_a_game_that_is_shuffled_every_round() -> None:
    people = Cutters.seated("ann", house=EVERY_ROUND)
    for _ in range(4):
        people.commit(1)
        people.bet()
        people.table.tick()
        people.reveal(1)
        people.table.tick()
        people.play()
    shoes = people.shown()
    assert len(shoes) >= 4
    assert all(shoe["format"] == "pitboss/shoe/2" for shoe in shoes), "also those in mid-round"
    assert [verify.problem(shoe) for shoe in shoes] == [None] * len(shoes)
    people.replayed()


def test_who_sits_down_in_mid_shoe_cuts_the_next_one() -> None:
    people = Cutters.seated("ann")
    people.bet()
    people.play()
    people.commit(1)
    people.bet()
    people.table.tick()
    people.reveal(1)
    people.table.tick()
    assert people.table.state.shuffles.cuts == {1: Cut()}, "this shoe was cut by nobody"
    people.play()
    assert people.place(1).attempt == 2, "the cut for a shuffle in mid-round is made"
    people.commit(1)
    people.to_shoe_end()
    assert not open_cut(people.table.state).is_fixed
    people.commit(1)
    people.bet()
    people.table.tick()
    people.reveal(1)
    people.table.tick()
    people.play()
    people.to_shoe_end()
    last = people.shown()[-1]
    assert (last["format"], last["set"]["attempt"]) == ("pitboss/shoe/2", 2)
    assert verify.problem(last) is None
    people.replayed()


def test_a_pause_and_a_closed_table_keep_the_set() -> None:
    people = Cutters.seated("ann")
    table = people.table
    people.commit(1)
    people.bet()
    table.tick()
    table.must(Pause("floor", paused=True))
    table.now += 100 * SECOND
    table.must(Pause("floor", paused=False))
    assert deadline(table.state) == table.now + ANSWER, "nobody loses time to a pause"
    table.must(Close("floor", 1))
    assert not table.state.is_dealing
    table.must(Open("floor", 2))
    people.reveal(1)
    people.bet()
    table.tick()
    assert table.state.rounds == 1


def test_with_a_beacon_the_order_waits_for_a_number_that_is_stated_before() -> None:
    people = Cutters.seated("ann")
    table = people.table
    table.state = table.state._replace(beacon=BEACON)
    people.commit(1)
    people.bet()
    table.tick()
    people.reveal(1)
    table.tick()
    assert people.kinds()[-1] == "cut-made"
    stated = open_cut(table.state).beacon
    assert stated is not None
    assert BEACON.published_at(stated.round) > table.now
    assert table.state.round is None
    assert code(table.ask(HearBeacon(stated.round + 1, b"x"))) == "beacon/other"
    table.state = table.rebuilt()._replace(beacon=BEACON)
    assert open_cut(table.state).beacon == stated, "a restart states no other round"
    table.must(Arrive("ann"))
    people.bet()
    table.must(HearBeacon(stated.round, b"number"))
    table.tick()
    people.play()
    people.to_shoe_end()
    shoe = people.shown()[0]
    assert shoe["set"]["beacon"] == {
        "name": "test",
        "round": stated.round,
        "value": b"number".hex(),
    }
    assert verify.problem(shoe) is None
    shoe["set"]["beacon"]["value"] = b"other".hex()
    assert verify.problem(shoe) is not None
    people.replayed()


def test_a_beacon_alone_mixes_the_shoe_and_a_silent_one_does_not_stop_the_table() -> None:
    people = Cutters.seated("ann")
    table = people.table
    table.state = table.state._replace(beacon=BEACON)
    people.bet()
    table.tick()
    stated = open_cut(table.state).beacon
    assert stated is not None, "nobody committed, and the number is waited for all the same"
    table.tick()
    assert table.now == BEACON.published_at(stated.round) + BEACON.wait
    assert table.state.rounds == 1
    people.play()
    people.to_shoe_end()
    assert people.shown()[0]["set"]["beacon"]["value"] == ""
    people.replayed()


def test_a_journal_whose_set_was_not_fixed_before_the_deal_is_refused() -> None:
    people = Cutters.seated("ann")
    people.commit(1)
    people.bet()
    people.table.tick()
    people.reveal(1)
    people.table.tick()
    people.play()
    entries = people.table.entries
    fixed = next(entry for entry in entries if entry.kind == "cut-fixed")
    other = fixed._replace(kind="noted")
    people.table.entries = [other if entry is fixed else entry for entry in entries]
    with pytest.raises(JournalError, match="not fixed before"):
        people.replayed()
    body = json.loads(fixed.body)
    body["commitments"] = [[1, bytes(32).hex()]]
    other = fixed._replace(body=json.dumps(body).encode())
    people.table.entries = [other if entry is fixed else entry for entry in entries]
    with pytest.raises(JournalError, match="not fixed before"):
        people.replayed()
    body = json.loads(fixed.body)
    body["promised"][0] = bytes(32).hex()
    other = fixed._replace(body=json.dumps(body).encode())
    people.table.entries = [other if entry is fixed else entry for entry in entries]
    with pytest.raises(JournalError, match="other commitments of the house"):
        people.replayed()
