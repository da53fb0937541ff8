/** Pay tables of the lab: what the server sends, how one is named in an address, what a filter keeps. */

import type { PlotData } from "./plot";
import type { LabOdds as OddsRecord, LabPayTable as PayTableLine } from "../server-types";

export type { LabOdds as OddsRecord, LabPayTable as PayTableLine, LabPriced as Priced, LabPrinted as Printed } from "../server-types";

export interface Meter {
  meter: string;
  contribution: string;
  seed: string;
  /** Dollars that everybody wagers; "": one. */
  stake: string;
}

export const CHOSEN_MAX = 4;
const USUAL_DECKS = 6;

/** The name of a line in an address. */
export const idOf = (it: PayTableLine): string =>
  [it.game, it.wagers[0] ?? "", it.table, it.decks, it.options ?? "", aim(it)].join("~").replace(/~+$/, "");

/** What is played for, where the play decides: "both wagers". */
const aim = (it: PayTableLine): string => (it.play ?? "").split(",")[0]!.replace(/^best for /, "");

/** The question for the exact odds of a line. */
export const termsOf = (it: PayTableLine, meter: Meter): Record<string, unknown> => ({
  game: it.game,
  wager: it.wagers[0],
  table: it.table,
  decks: it.decks,
  options: Object.fromEntries((it.options ?? "").split(" ").filter(Boolean).map((each) => each.split("="))),
  play: it.play ?? "",
  ...(it.progressive ? Object.fromEntries(Object.entries(meter).filter(([, value]) => value)) : {}),
});

/** The edge that an operator compares. */
export const costOf = (it: PayTableLine): number | undefined => it.long_run_edge ?? it.edge ?? undefined;

/** One line for each pay table: the deck count nearest to six. */
export function oneEach(lines: PayTableLine[]): PayTableLine[] {
  const found = new Map<string, PayTableLine>();
  for (const it of lines) {
    const key = [it.game, it.wagers[0], it.table, it.options, aim(it)].join("~");
    const before = found.get(key);
    if (!before || Math.abs(it.decks - USUAL_DECKS) < Math.abs(before.decks - USUAL_DECKS)) found.set(key, it);
  }
  return [...found.values()];
}

export interface Bounds {
  edge: string;
  hits: string;
  sd: string;
}

/** Whether a line is between the bounds; a bound is "low:high", either may be empty. */
export function isWithin(it: PayTableLine, { edge, hits, sd }: Bounds): boolean {
  const fits = (value: number | undefined, bound: string): boolean => {
    const [low, high] = bound.split(":").map((each) => (each ? Number(each) : NaN));
    if (!bound || bound === ":") return true;
    if (value === undefined) return false;
    return !(value < low!) && !(value > high!);
  };
  return fits(percentOf(costOf(it)), edge) && fits(percentOf(it.hit_frequency ?? undefined), hits) && fits(it.standard_deviation ?? undefined, sd);
}

const percentOf = (share: number | undefined): number | undefined => (share === undefined ? undefined : share * 100);

/** A fraction as a number, however many digits it has. */
export function ratio(text: string | null | undefined): number {
  if (!text) return NaN;
  const [above, below = "1"] = text.split("/");
  const plain = Number(above) / Number(below);
  if (Number.isFinite(plain)) return plain;
  const digits = 10n ** 18n;
  return Number((BigInt(above!) * digits) / BigInt(below)) / 1e18;
}

/** The edge of a progressive with so many dollars on its meter: it falls in proportion to the meter. */
export const edgeAt = (it: OddsRecord, dollars: number): number =>
  it.edge_float - (ratio(it.progressive?.per_thousand) * dollars) / 1000;

/** How far a slider of these meters goes: past the last break-even, a round number. */
export function meterMax(tables: OddsRecord[]): number {
  const most = Math.max(...tables.filter((it) => it.progressive).map((it) => ratio(it.progressive!.break_even_meter)), 100);
  const size = 10 ** Math.floor(Math.log10(most * 1.5));
  return Math.ceil((most * 1.5) / size) * size;
}

/** Edges of progressives against the dollars on the meter. */
export function meterPlot(tables: OddsRecord[], labels: string[], max: number, now: number): PlotData {
  const x = Array.from({ length: 41 }, (_, step) => (max * step) / 40);
  return {
    x,
    xLabel: "Meter",
    xWriting: "dollars",
    yLabel: "House edge",
    yWriting: "percent",
    series: tables.flatMap((it, place) =>
      it.progressive ? [{ key: `t${place}`, label: labels[place]!, tone: place + 1, values: x.map((each) => edgeAt(it, each)) }] : [],
    ),
    mark: { x: now, label: "now" },
  };
}
