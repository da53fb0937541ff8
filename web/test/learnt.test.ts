/** What this browser keeps of a player: bets, days in a row, answers, rounds that were reviewed. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { howFar, noteAnswer, noteCell, noteDay, readCells, streak, today } from "../src/lib/learnt";
import { keep, readKept } from "../src/lib/kept.svelte";
import { partName, readPart } from "../src/lib/progress";
import { margin } from "../src/lib/reviews";
import { noteFrame, readSeen } from "../src/lib/seen";

beforeEach(() => localStorage.clear());

test("what was spoiled by hand is as if nothing were kept", () => {
  localStorage.setItem("pitboss/bets", "{");
  assert.deepEqual(readKept("bets", { main: 500 }), { main: 500 });
  keep("bets", { main: 700 });
  assert.deepEqual(readKept("bets", {}), { main: 700 });
});

test("a name of a part holds letters, digits, dots and dashes", () => {
  assert.equal(partName("Cells", "wa/Spanish 21"), "cells.wa-spanish-21");
  assert.equal(partName("x".repeat(200)).length, 80);
});

test("days in a row count up to today, across the end of a month; a day off begins anew", () => {
  mock.timers.enable({ apis: ["Date"], now: new Date(2026, 1, 27, 12) });
  for (const day of [27, 28]) {
    mock.timers.setTime(new Date(2026, 1, day, 12).getTime());
    noteDay();
  }
  mock.timers.setTime(new Date(2026, 2, 1, 12).getTime());
  noteDay("hand");
  noteDay("hand");
  assert.equal(today(), "2026-03-01");
  assert.deepEqual(streak(), { now: 3, best: 3, total: 3 });
  mock.timers.setTime(new Date(2026, 2, 2, 12).getTime());
  assert.equal(streak().now, 3, "yesterday still counts");
  mock.timers.setTime(new Date(2026, 2, 3, 12).getTime());
  assert.deepEqual(streak(), { now: 0, best: 3, total: 3 });
  mock.timers.reset();
});

test("a lesson is done when enough of its last answers are right", () => {
  for (const isRight of [false, true, true, true]) noteAnswer("a/game", "Splits", isRight);
  assert.deepEqual(howFar("a/game", "Splits", 4, 3), { asked: 4, right: 3, isDone: true });
  assert.equal(howFar("a/game", "Splits", 4, 4).isDone, false);
  assert.equal(howFar("a/game", "Splits", 3, 3).isDone, true, "the first answer is long ago");
  assert.equal(readPart("lessons.a-game", {} as Record<string, string>).Splits, "0111");
});

test("cells of a chart remember how often they were asked and wrong", () => {
  const cell = { part: "hard", row: "16", up: "T" } as never;
  noteCell("a/game", cell, true);
  noteCell("a/game", cell, false);
  noteCell("a/game", null, true);
  assert.deepEqual(readCells("a/game"), { "hard|16|T": [2, 1] });
});

test("a decision was right by the cost of the next best; a mistake by nothing", () => {
  const choices = [{ best: true, cost: 0 }, { best: false, cost: 12 }];
  assert.equal(margin({ choices } as never), 12);
  assert.equal(margin({ choices, mistake: true } as never), 0);
});

test("a second commitment to one shuffle is kept beside the first: it must never come", () => {
  const frame = (commitment: string): never =>
    ({ t: "view", table: "t1", shuffles: { current: 1, promised: { 2: commitment }, seeds: [] } }) as never;
  noteFrame(frame("aa"));
  noteFrame(frame("aa"));
  assert.equal(readSeen("t1").shuffles[2]?.other, undefined);
  noteFrame(frame("bb"));
  assert.equal(readSeen("t1").shuffles[2]?.commitment, "aa");
  assert.equal(readSeen("t1").shuffles[2]?.other, "bb");
});

test("a card that lay face down is known when the only one is turned", () => {
  const frame = (t: string, events: object[]): never => ({ t, table: "t1", round: 3, events }) as never;
  noteFrame(frame("view", [{ event: "card-dealt", card: "Kh" }, { event: "card-hidden" }]));
  assert.deepEqual(readSeen("t1").rounds[3]?.cards, ["Kh", "??"]);
  noteFrame(frame("events", [{ event: "down-card-exposed", card: "7s" }]));
  assert.deepEqual(readSeen("t1").rounds[3]?.cards, ["Kh", "7s"]);
});
