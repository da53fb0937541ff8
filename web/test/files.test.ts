/** Records, pay tables and values of the books, as the page reads and writes them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { shownCell } from "../src/lib/console/report";
import { columnsOf, kindOf, labelOf } from "../src/lib/console/values";
import { columnsOf as plotColumns, type PlotData, rowsOf } from "../src/lib/lab/plot";
import { edgeAt, idOf, isWithin, meterMax, oneEach, ratio, termsOf } from "../src/lib/lab/wagers";
import { readRecords } from "../src/lib/record";

const file = (name: string, text: string): File => new File([text], name);
const RECORD = '{"game": "wa/spanish-21", "cards": "Kh 7s"}';

test("records are read one from a file or line by line, and what is none is refused in words", async () => {
  assert.equal((await readRecords(file("one.json", RECORD))).length, 1);
  assert.equal((await readRecords(file("two.jsonl", `${RECORD}\n\n${RECORD}\n`))).length, 2);
  await assert.rejects(readRecords(file("empty.json", "  ")), /empty.json is empty/);
  await assert.rejects(readRecords(file("text.json", "hello")), /it is not JSON/);
  await assert.rejects(readRecords(file("mixed.jsonl", `${RECORD}\nhello`)), /it is not JSON/);
  await assert.rejects(readRecords(file("other.json", '{"game": 1}')), /names its game and its cards/);
  await assert.rejects(readRecords(file("large.json", " ".repeat(4_000_001))), /too large/);
});

test("fractions of any length become numbers", () => {
  assert.equal(ratio("1/3"), 1 / 3);
  assert.equal(ratio("5000"), 5000);
  const digits = "9".repeat(400);
  assert.ok(Math.abs(ratio(`1${"0".repeat(400)}/${digits}`) - 1) < 1e-9);
  assert.ok(Number.isNaN(ratio(null)));
});

const LINE = { game: "wa/spanish-21", wagers: ["match-up"], table: "2", decks: 6, edge: 0.03, hit_frequency: 0.15, standard_deviation: 2.4 };
const line = (changes: object = {}): never => ({ ...LINE, ...changes }) as never;

test("a pay table has a short name in an address, and the question for its odds", () => {
  assert.equal(idOf(line()), "wa/spanish-21~match-up~2~6");
  assert.equal(idOf(line({ options: "soft17=hit", play: "best for both wagers, solved" })), "wa/spanish-21~match-up~2~6~soft17=hit~both wagers");
  const meter = { meter: "5000", contribution: "", seed: "", stake: "" };
  const terms = termsOf(line({ options: "soft17=hit das=true", progressive: true }), meter);
  assert.deepEqual(terms.options, { soft17: "hit", das: "true" });
  assert.equal(terms.meter, "5000");
  assert.ok(!("seed" in terms));
});

test("of the same pay table the deck count nearest to six is listed", () => {
  assert.deepEqual(oneEach([line({ decks: 2 }), line({ decks: 6 }), line({ decks: 8 })]).map((it) => it.decks), [6]);
});

test("a filter keeps what lies between its bounds, and what has no figure fits no bound", () => {
  const open = { edge: "", hits: "", sd: "" };
  assert.ok(isWithin(line(), open));
  assert.ok(isWithin(line(), { ...open, edge: "2:4" }));
  assert.ok(!isWithin(line(), { ...open, edge: ":2" }));
  assert.ok(isWithin(line(), { ...open, hits: "15:" }));
  assert.ok(!isWithin(line({ edge: null }), { ...open, edge: "0:100" }));
});

test("the edge of a progressive falls with its meter, and the slider goes past the last break-even", () => {
  const odds = { edge_float: 0.3, progressive: { per_thousand: "1/100", break_even_meter: "30000" } } as never;
  assert.ok(Math.abs(edgeAt(odds, 30_000)) < 1e-12);
  assert.equal(meterMax([odds]), 50_000);
});

const PLOT: PlotData = {
  x: [1, 2],
  xLabel: "Meter",
  yLabel: "Edge",
  yWriting: "percent",
  series: [
    { key: "a", label: "A", values: [0.1, null], low: [0, null], high: [0.2, null] },
    { key: "b", label: "B", values: [1, 2], isFaint: true },
  ],
};

test("the table beside a plot has its bounds, and nothing that is only drawn", () => {
  assert.deepEqual(plotColumns(PLOT).map((it) => it.label), ["Meter", "A", "A, from", "A, to"]);
  assert.deepEqual(rowsOf(PLOT), [
    { x: 1, a: 0.1, "a-low": 0, "a-high": 0.2 },
    { x: 2, a: null, "a-low": null, "a-high": null },
  ]);
});

test("values of the books are shown by what their names say they are", () => {
  assert.equal(kindOf("amount_cents", 5), "money");
  assert.equal(kindOf("opened", "2026-01-01T00:00:00Z"), "when");
  assert.equal(kindOf("opened", "soon"), "text");
  assert.equal(kindOf("approver", "a1"), "who");
  assert.equal(kindOf("is_open", true), "flag");
  assert.equal(labelOf("buy_in_cents"), "Buy in");
  assert.deepEqual(columnsOf([{ a: 1, inner: {} }, { b: "x" }]).map((it) => it.key).sort(), ["a", "b"]);
});

test("cells of reports: money, shares and times; nothing is a dash", () => {
  const cell = (kind: string, value: unknown): string => shownCell({ kind } as never, value as never);
  assert.equal(cell("money", -1234.5), "−$1,234.50");
  assert.equal(cell("share", 0.0306), "3.06 %");
  assert.equal(cell("time", "2026-01-02T03:04:05.678Z"), "2026-01-02 03:04:05");
  assert.equal(cell("yes", false), "no");
  assert.equal(cell("count", 1234), "1,234");
  assert.equal(cell("text", null), "–");
});
