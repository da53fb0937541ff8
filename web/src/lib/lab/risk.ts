/** What the page about risk is sent, and the plots that it draws of it. */

import type { LabRisk as RiskAnswer } from "../server-types";
import { type PlotData, type Series } from "./plot";

export type { LabCountRow as CountRow, LabCube as CubeResult, LabRisk as RiskAnswer } from "../server-types";

const SIGMAS = 1.959964;
/** Counts that come less often are left out of the plot; they are in the table of all counts. */
const SELDOM = 5e-4;
const SPREADS = [4, 8, 12, 16] as const;

/** How often each count comes, what a unit wins at it, and what is bet. */
export function countPlot(found: RiskAnswer, name: string): PlotData {
  const rows = found.by_count.filter((it) => it.frequency >= SELDOM);
  const bound = (sign: number) => rows.map((it) => it.mean + sign * SIGMAS * it.standard_error);
  return {
    x: rows.map((it) => it.count),
    xLabel: name,
    yLabel: "of rounds",
    yWriting: "percent",
    rightLabel: "advantage",
    rightWriting: "percent",
    series: [
      { key: "frequency", label: "of rounds", values: rows.map((it) => it.frequency), look: "bars", tone: 2 },
      { key: "mean", label: "advantage, with 95 % bars", values: rows.map((it) => it.mean), low: bound(-1), high: bound(1), look: "dots", tone: 1, isRight: true },
    ],
  };
}

/** What is bet at each count. */
export function rampPlot(found: RiskAnswer, name: string): PlotData {
  const rows = found.by_count.filter((it) => it.frequency >= SELDOM);
  return {
    x: rows.map((it) => it.count),
    xLabel: name,
    yLabel: "units",
    series: [{ key: "units", label: "bet, units", values: rows.map((it) => it.units), look: "bars", tone: 3, digits: 0 }],
  };
}

export function cutPlot(found: RiskAnswer, cards: number, cut: number): PlotData {
  const rows = found.by_cut;
  const lines: Series[] = SPREADS.map((it, place) => ({
    key: `best_${it}`,
    label: `best 1–${it}`,
    values: rows.map((row) => row[`best_${it}`] ?? null),
    tone: place + 2,
    look: "dashed",
  }));
  return {
    x: rows.map((it) => it.cards / cards),
    xLabel: "of the shoe dealt",
    xWriting: "percent",
    yLabel: "SCORE",
    fromZero: true,
    series: [{ key: "score", label: "this ramp", values: rows.map((it) => it.score), tone: 1 }, ...lines],
    mark: { x: cut / cards, label: "cut card" },
  };
}

export function bankPlot(curve: { x: number[]; y: number[] }, bank: number): PlotData {
  return {
    x: curve.x,
    xLabel: "bank, units",
    xWriting: "short",
    yLabel: "ruin at any time",
    yWriting: "percent",
    fromZero: true,
    series: [{ key: "ruin", label: "ruin at any time", values: curve.y, tone: 4 }],
    mark: { x: bank, label: "your bank" },
  };
}

export function roundsPlot(curve: { x: number[]; y: number[] }): PlotData {
  return {
    x: curve.x,
    xLabel: "rounds",
    xWriting: "short",
    yLabel: "bank lost",
    yWriting: "percent",
    fromZero: true,
    series: [{ key: "ruin", label: "bank lost", values: curve.y, tone: 4 }],
  };
}

export function fanPlot(fan: Record<string, number[]>): PlotData {
  return {
    x: fan.x!,
    xLabel: "rounds",
    xWriting: "short",
    yLabel: "bank, units",
    yWriting: "short",
    series: [
      { key: "half", label: "half of all trips between", values: fan["50%"]!, low: fan["25%"]!, high: fan["75%"]!, look: "line", tone: 2, digits: 0 },
      { key: "most", label: "nine of ten between", values: fan["50%"]!, low: fan["5%"]!, high: fan["95%"]!, look: "thin", tone: 2, digits: 0 },
    ],
  };
}
