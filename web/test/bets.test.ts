/** The chips that a player is about to bet. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Bets } from "../src/lib/bets.svelte";
import { seatsFromTheMiddle } from "../src/lib/game";
import { handNets, hitRows, sideNets } from "../src/lib/results";
import type { Layout, Scene, Wager } from "../src/lib/wire";

const MAIN = { id: "main", title: "Main", group: "main", low: 500, high: 40_000, step: 100, needed: true, early: true, tip: true, tip_high: 1000 };
const SIDE = { id: "match-up", title: "Match", group: "side", low: 100, high: 5000, step: 100, early: true };
const ONE_SEAT = { id: "jackpot", title: "Jackpot", group: "side", low: 100, high: 100, step: 100, early: true, one_seat: true };
const layout = (wagers: object[]): Layout =>
  ({ game: "a/game", chips: [100, 500, 2500], wagers, mains: ["main"], least_wagers: { main: 500 } }) as unknown as Layout;
const wager = (it: object): Wager => it as unknown as Wager;

beforeEach(() => localStorage.clear());

test("a seat opens with the least there must be, and next time with the last bets", () => {
  const bets = new Bets(layout([MAIN, SIDE]));
  bets.open(4);
  assert.deepEqual(bets.placed, { 4: { main: 500 } });
  bets.add(4, wager(SIDE), 100);
  bets.remember();
  const later = new Bets(layout([MAIN, SIDE]));
  later.open(2);
  assert.deepEqual(later.placed, { 2: { main: 500, "match-up": 100 } });
  // A table that does not offer one of them any more begins anew.
  const other = new Bets(layout([MAIN]));
  other.open(2);
  assert.deepEqual(other.placed, { 2: { main: 500 } });
});

test("a spot holds no more than its limit, and a chip below its least comes up to that", () => {
  const bets = new Bets(layout([MAIN]));
  bets.add(1, wager(MAIN), 100);
  assert.equal(bets.on(1, "main"), 500);
  bets.add(1, wager(MAIN), 1_000_000);
  assert.equal(bets.on(1, "main"), 40_000);
  bets.take(1, wager(MAIN), 39_600); // 400 would be below the least: nothing is left
  assert.equal(bets.on(1, "main"), 0);
});

test("a tip has limits of its own, lies beside its wager, and is gone after the deal", () => {
  const bets = new Bets(layout([MAIN]));
  bets.add(1, wager(MAIN), 500);
  bets.tipping = true;
  bets.add(1, wager(MAIN), 5000);
  assert.deepEqual(bets.placed[1], { main: 500, "tip:main": 1000 });
  assert.equal(bets.total, 1500);
  bets.forgetTips();
  assert.deepEqual(bets.placed[1], { main: 500 });
  assert.equal(bets.tipping, false);
});

test("a wager for one seat moves to the seat where it is made", () => {
  const bets = new Bets(layout([MAIN, ONE_SEAT]));
  bets.add(1, wager(ONE_SEAT), 100);
  bets.add(2, wager(ONE_SEAT), 100);
  assert.equal(bets.on(1, "jackpot"), 0);
  assert.equal(bets.on(2, "jackpot"), 100);
});

test("wagers that must be equal grow together", () => {
  const equal = { ...SIDE, id: "main-2", equals: "main", needed: true };
  const bets = new Bets(layout([MAIN, equal]));
  bets.add(1, wager(MAIN), 700);
  assert.deepEqual(bets.placed[1], { main: 700, "main-2": 700 });
});

test("a wager that is closed until the shuffle comes off the felt, and back after it", () => {
  const bets = new Bets(layout([MAIN]));
  bets.open(1);
  bets.shut({ main: "Not before the next shuffle" });
  assert.equal(bets.total, 0);
  assert.equal(bets.missing, "Not before the next shuffle.");
  bets.add(1, wager(MAIN), 500);
  assert.equal(bets.total, 0);
  bets.shut({});
  assert.equal(bets.total, 500);
});

test("what is missing before the deal is said by name", () => {
  const bets = new Bets(layout([MAIN, SIDE]));
  assert.match(bets.missing, /betting spot/);
  bets.add(1, wager(SIDE), 100);
  assert.equal(bets.missing, "Bet on Main too: without it there is no hand.");
  bets.add(1, wager(MAIN), 500);
  assert.equal(bets.missing, "");
  bets.double();
  assert.equal(bets.total, 1200);
});

test("seats are offered from the middle of the table outwards", () => {
  assert.deepEqual(seatsFromTheMiddle(7), [4, 3, 5, 2, 6, 1, 7]);
  assert.deepEqual(seatsFromTheMiddle(1), [1]);
});

test("gains are those of one's own hands; what a tip wins is the dealer's", () => {
  const line = (seat: number, hand: number, id: string, net: number, rows: string[][] = []): object => ({ seat, hand, wager: id, net, rows });
  const scene = {
    yours: [1],
    settled: [line(1, 1, "main", 500), line(1, 1, "main", -200), line(1, 2, "main", 300), line(2, 1, "main", 900),
      line(1, 1, "match-up", 400, [["match-up", "One match"]]), line(1, 1, "tip:main", 100), line(2, 1, "match-up", 1, [["match-up", "Two"]])],
  } as unknown as Scene;
  assert.deepEqual([...handNets(scene, layout([MAIN, SIDE]), 1)], [[1, 300], [2, 300]]);
  assert.deepEqual([...sideNets(scene, layout([MAIN, SIDE]), 1)], [["match-up", 400]]);
  assert.deepEqual([...hitRows(scene)].map(([id, rows]) => [id, [...rows]]), [["match-up", ["One match"]]]);
});
