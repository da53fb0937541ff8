/** What a plot shows. It is drawn by `draw.ts`, and written beside it as a table. */

import type { Column, Row } from "./files";
import { fixed, percent } from "./numbers";

/** How numbers of an axis are written: shares as percent, large numbers short (20k, 3M). */
export type Writing = "percent" | "number" | "short" | "dollars";
export type Values = (number | null)[];

export interface Series {
  key: string;
  label: string;
  values: Values;
  look?: "line" | "dashed" | "thin" | "bars" | "dots";
  /** A colour: 1 to 5. */
  tone?: number;
  /** Where the true value may be: a band around a line, whiskers on bars and dots. */
  low?: Values;
  high?: Values;
  /** By the axis on the right. */
  isRight?: boolean;
  /** Drawn, but neither named nor in the table. */
  isFaint?: boolean;
  digits?: number;
}

export interface PlotData {
  x: number[];
  xLabel: string;
  xWriting?: Writing;
  isLog?: boolean;
  yLabel: string;
  yWriting?: Writing;
  rightLabel?: string;
  rightWriting?: Writing;
  series: Series[];
  /** Bars lie, one below the other, each with its name in place of a number. */
  names?: string[];
  /** A place on the axis below, with a word. */
  mark?: { x: number; label: string } | null;
  /** The axis at the side begins at 0. */
  fromZero?: boolean;
}

const SIZES: [number, string][] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

/** A number in little space: 1500 -> "1.5k". */
export function short(value: number): string {
  const [size, letter] = SIZES.find(([it]) => Math.abs(value) >= it) ?? [1, ""];
  return `${Number((value / size).toPrecision(4))}`.replace("-", "−") + letter;
}

/** A number as it is written at an axis or in a legend; `digits` behind the point. */
export function written(value: number, how: Writing, digits: number): string {
  if (how === "percent") return percent(value, digits);
  if (how === "short") return short(value);
  if (how === "dollars") return `${value < 0 ? "−" : ""}$${short(Math.abs(value))}`;
  return fixed(value, digits);
}

export const writingOf = (plot: PlotData, series: Series): Writing =>
  (series.isRight ? plot.rightWriting : plot.yWriting) ?? "number";

const shown = (plot: PlotData): Series[] => plot.series.filter((it) => !it.isFaint);

/** The columns of the table of a plot. */
export function columnsOf(plot: PlotData): Column[] {
  const first: Column = plot.names
    ? { key: "x", label: plot.xLabel }
    : { key: "x", label: plot.xLabel, kind: "number", digits: plot.x.every(Number.isInteger) ? 0 : 2 };
  return [first, ...shown(plot).flatMap((it) => seriesColumns(plot, it))];
}

function seriesColumns(plot: PlotData, series: Series): Column[] {
  const isPercent = writingOf(plot, series) === "percent";
  const style = { kind: isPercent ? ("percent" as const) : ("number" as const), digits: series.digits ?? (isPercent ? 3 : 2) };
  const column = (key: string, label: string): Column => ({ key, label, ...style });
  const own = column(series.key, series.label);
  if (!series.low) return [own];
  return [own, column(`${series.key}-low`, `${series.label}, from`), column(`${series.key}-high`, `${series.label}, to`)];
}

/** The rows of that table. */
export function rowsOf(plot: PlotData): Row[] {
  return plot.x.map((x, place) => {
    const row: Row = { x: plot.names?.[place] ?? x };
    for (const it of shown(plot)) {
      row[it.key] = it.values[place] ?? null;
      if (it.low) row[`${it.key}-low`] = it.low[place] ?? null;
      if (it.high) row[`${it.key}-high`] = it.high[place] ?? null;
    }
    return row;
  });
}
