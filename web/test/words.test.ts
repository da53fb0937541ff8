/** Amounts, cards and figures as people read them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardList, cardName, readCards, spanOf } from "../src/lib/cards";
import { figures, paid } from "../src/lib/explain";
import { chipsOf, dollars, onChip, onMeter } from "../src/lib/money";
import { commandLine } from "../src/lib/lab/runs";
import { change, fixed, oneIn, percent } from "../src/lib/lab/numbers";
import { short, written } from "../src/lib/lab/plot";
import { csvOf } from "../src/lib/statement";

test("amounts are dollars, with cents only where there are any", () => {
  assert.deepEqual([500, 1250, 100_000, -1250, 0].map((it) => dollars(it)), ["$5", "$12.50", "$1,000", "−$12.50", "$0"]);
  assert.deepEqual([500, -500, 0].map((it) => dollars(it, true)), ["+$5", "−$5", "$0"]);
});

test("a meter shows whole cents, and never more than it holds", () => {
  assert.equal(onMeter("5000.0000"), "$5,000.00");
  assert.equal(onMeter("1234.5699"), "$1,234.56");
  assert.equal(onMeter("0.29"), "$0.29"); // 0.29 * 100 is less than 29 in binary
});

test("chips make up an amount, the largest first; what no chip makes is one of its own", () => {
  assert.deepEqual(chipsOf(13_000, [100, 500, 2500, 10_000]), [10_000, 2500, 500]);
  assert.deepEqual(chipsOf(50, [100]), [50]);
  assert.deepEqual(chipsOf(0, [100]), []);
  assert.equal(chipsOf(100_000, [100]).length, 8);
  assert.deepEqual([500, 250, 100_000, 125_000].map(onChip), ["5", "2.50", "1k", "1.25k"]);
});

test("cards have names for those who cannot see them", () => {
  assert.deepEqual(["Kh", "Td", "Jk", ""].map(cardName), ["king of hearts", "ten of diamonds", "joker", "a card face down"]);
  assert.deepEqual(cardList("Kh 7s", 2), ["Kh", "7s", "", ""]);
  assert.deepEqual(cardList(), []);
});

test("cards are read in any case, with 10 for a ten, and what is no card is left out", () => {
  assert.deepEqual(readCards("kH 10d,jk;7S 1x"), ["Kh", "Td", "Jk", "7s"]);
});

test("a hand has room for a second card, and many cards lie closer than to grow past 2.6 cards", () => {
  assert.equal(spanOf(1), spanOf(2));
  assert.ok(spanOf(3) > spanOf(2));
  assert.ok(spanOf(12) <= 2.6 + 1e-9);
});

test("odds become the dollars of a wager, and other pays stay as they are printed", () => {
  assert.equal(paid("4 to 1", 500), "$20");
  assert.equal(paid("3 to 2", 501), "$7.51"); // rounded down, as the table pays
  assert.equal(paid("100%", 500), "");
  assert.equal(paid("4 to 1", 0), "");
});

test("a spot says how often it wins only where its pay table decides alone", () => {
  const wager = { edge: 0.030555, hits: 0.154 } as never;
  assert.equal(figures(wager), "Wins 1 in 6.5 · house edge 3.06%");
  assert.equal(figures({ hits: 0.1 } as never), "");
});

test("shares, changes and chances have a minus as wide as a plus", () => {
  assert.equal(percent(0.00615389), "0.6154 %");
  assert.equal(percent(null), "");
  assert.equal(change(-0.001, 2), "−0.10 %");
  assert.equal(change(0, 2), "+0.00 %");
  assert.equal(fixed(-1234.5, 1), "−1,234.5");
  assert.deepEqual([0.5, 0.001, 0].map(oneIn), ["1 in 2", "1 in 1,000", "never"]);
});

test("axes write large numbers short", () => {
  assert.deepEqual([0, 1500, -2_000_000, 3e9].map(short), ["0", "1.5k", "−2M", "3G"]);
  assert.equal(written(-1500, "dollars", 0), "−$1.5k");
});

test("a command is one that a shell reads as it is meant", () => {
  assert.equal(commandLine(["odds", "wa/spanish-21", "-o", "decks=6"]), "pitboss odds wa/spanish-21 -o decks=6");
  assert.equal(commandLine(["advise", "--hand", "6h 7h"]), "pitboss advise --hand '6h 7h'");
  assert.equal(commandLine(["it's"]), String.raw`pitboss 'it'\''s'`);
});

test("a statement is a file that spreadsheets read, quotes and commas included", () => {
  const line = { at: "2026-01-01T00:00:00Z", kind: "round", table: 'the "blue", one', cents: -1250, wallet_cents: 5 };
  const [head, row] = csvOf([line as never]).split("\r\n");
  assert.equal(head, "time,kind,table,game,round,bet,tips,gain,wallet");
  assert.equal(row, '2026-01-01T00:00:00Z,round,"the ""blue"", one",,,0.00,0.00,-12.50,0.05');
});
