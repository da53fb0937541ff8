/** Plots drawn by uPlot, in the colours of the page. Loaded when the first plot is shown. */

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { type PlotData, type Series, type Writing, written } from "./plot";

const FONT = "12px system-ui, sans-serif";
const BAND = "30";
const AREA = "b0";
/** How opaque bands and bars are, as the last two digits of a colour. */
const WIDEST_NAME = 0.42;

export interface Colours {
  text: string;
  line: string;
  tones: string[];
}

export interface Drawing {
  show(plot: PlotData): void;
  resize(width: number, height: number): void;
  canvas(): HTMLCanvasElement;
  end(): void;
}

const toneOf = (colours: Colours, series: Series): string => colours.tones[(series.tone ?? 1) - 1] ?? colours.text;

/** Every series with the bounds around it, as uPlot wants them: flat. */
function dataOf(plot: PlotData): uPlot.AlignedData {
  const flat = plot.series.flatMap((it) => (it.low ? [it.values, it.low, it.high!] : [it.values]));
  return [plot.x, ...flat] as uPlot.AlignedData;
}

const shapeOf = (plot: PlotData): string =>
  JSON.stringify([
    plot.series.map((it) => [it.key, it.look, it.tone, !!it.low, it.isRight]),
    [plot.isLog, plot.names?.length, plot.xLabel, plot.yLabel, plot.rightLabel],
  ]);

export function draw(
  place: HTMLElement,
  first: PlotData,
  colours: Colours,
  size: { width: number; height: number },
  point: (index: number | null) => void,
): Drawing {
  let plot = first;
  const make = (): uPlot => new uPlot(optionsOf(() => plot, colours, size, point), dataOf(plot), place);
  let made = make();
  return {
    show(next) {
      const isSame = shapeOf(next) === shapeOf(plot);
      plot = next;
      if (isSame) return made.setData(dataOf(next));
      made.destroy();
      made = make();
    },
    resize(width, height) {
      Object.assign(size, { width, height });
      made.setSize(size);
    },
    canvas: () => made.ctx.canvas,
    end: () => made.destroy(),
  };
}

function optionsOf(
  now: () => PlotData,
  colours: Colours,
  size: { width: number; height: number },
  point: (index: number | null) => void,
): uPlot.Options {
  const plot = now();
  const isLying = !!plot.names;
  const hasBars = plot.series.some((it) => it.look === "bars");
  const made = plot.series.flatMap((it) => seriesOf(it, colours, isLying));
  return {
    ...size,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !hasBars } },
    padding: [10, isLying ? 16 : null, null, null],
    scales: {
      x: {
        time: false,
        ...(plot.isLog ? { distr: 3 as const } : {}),
        ...(isLying ? { ori: 1 as const, dir: -1 as const } : {}),
        range: (_, low, high) => (hasBars ? [low - 0.7, high + 0.7] : [low, high]),
      },
      y: { ...(isLying ? { ori: 0 as const } : {}), range: (_, low, high) => roomy(low, high, hasBars || !!now().fromZero) },
      right: { range: (_, low, high) => roomy(low, high, true) },
    },
    axes: axesOf(now, colours, isLying),
    series: [{}, ...made],
    bands: bandsOf(plot, colours),
    hooks: {
      draw: [(u) => whiskers(u, now(), colours, isLying), (u) => mark(u, now(), colours)],
      setCursor: [(u) => point(u.cursor.idx ?? null)],
    },
  };
}

function seriesOf(series: Series, colours: Colours, isLying: boolean): uPlot.Series[] {
  const tone = toneOf(colours, series);
  const scale = series.isRight ? "right" : "y";
  const bars = uPlot.paths.bars!({ size: [0.66, isLying ? 26 : 60] });
  const own: uPlot.Series = {
    scale,
    stroke: series.look === "dots" ? "transparent" : tone,
    width: { thin: 0.6, bars: 0, dots: 0 }[series.look as string] ?? 2,
    spanGaps: false,
    points: series.look === "dots" ? { show: true, size: 7, fill: tone, stroke: tone } : { show: false },
    ...(series.look === "dashed" ? { dash: [6, 5] } : {}),
    ...(series.look === "bars" ? { paths: bars, fill: tone + AREA } : {}),
  };
  const bound: uPlot.Series = { scale, stroke: "transparent", width: 0, points: { show: false } };
  return series.low ? [own, bound, { ...bound }] : [own];
}

function bandsOf(plot: PlotData, colours: Colours): uPlot.Band[] {
  const bands: uPlot.Band[] = [];
  let place = 1;
  for (const it of plot.series) {
    const isBand = it.low && it.look !== "bars" && it.look !== "dots";
    if (isBand) bands.push({ series: [place + 2, place + 1], fill: toneOf(colours, it) + BAND });
    place += it.low ? 3 : 1;
  }
  return bands;
}

/** Some room above and below; from 0 on where a height means something by itself. */
function roomy(low: number | null, high: number | null, fromZero: boolean): [number, number] {
  let [from, to] = [low ?? 0, high ?? 1];
  if (fromZero) [from, to] = [Math.min(0, from), Math.max(0, to)];
  const room = (to - from || Math.abs(to) || 1) * 0.06;
  return [from === 0 && fromZero ? 0 : from - room, to === 0 && fromZero ? 0 : to + room];
}

/** Labels of an axis with as many digits as its steps need. */
function labels(how: Writing): (u: uPlot, splits: (number | null)[], axis: number, space: number, step: number) => string[] {
  return (_, splits, _axis, _space, step) => {
    const unit = how === "percent" ? step * 100 : step;
    const digits = unit > 0 ? Math.max(0, Math.min(8, Math.ceil(-Math.log10(unit) - 1e-9))) : 0;
    return splits.map((it) => (it === null ? "" : written(it, how, digits)));
  };
}

function axesOf(now: () => PlotData, colours: Colours, isLying: boolean): uPlot.Axis[] {
  const plot = now();
  const look = {
    font: FONT,
    labelFont: FONT,
    labelSize: 18,
    stroke: colours.text,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1, size: 5 },
  };
  if (isLying) {
    const name = (it: number | null): string => (it === null ? "" : (now().names?.[it] ?? ""));
    return [
      { ...look, side: 3, grid: { show: false }, splits: (u) => u.data[0] as number[], values: (_, splits) => splits.map(name), size: widthOf },
      { ...look, side: 2, scale: "y", label: plot.yLabel, size: 34, space: 60, values: labels(plot.yWriting ?? "number") },
    ];
  }
  const side = { ...look, size: fit, labelGap: 2 };
  const axes: uPlot.Axis[] = [
    {
      ...look,
      label: plot.xLabel,
      size: 34,
      space: 60,
      values: labels(plot.xWriting ?? "number"),
      ...(plot.isLog ? { grid: { ...look.grid, filter: wholePowers }, ticks: { ...look.ticks, filter: wholePowers } } : {}),
    },
    { ...side, label: plot.yLabel, scale: "y", values: labels(plot.yWriting ?? "number") },
  ];
  if (plot.rightLabel)
    axes.push({ ...side, side: 1, scale: "right", label: plot.rightLabel, grid: { show: false }, values: labels(plot.rightWriting ?? "number") });
  return axes;
}

/** Of a log scale only the powers of ten have a line. */
const wholePowers: uPlot.Axis.Filter = (_, splits) => splits.map((it) => (Number.isInteger(Math.log10(it)) ? it : null));

const widest = (u: uPlot, values: string[] | null): number => {
  u.ctx.font = FONT.replace("12px", `${12 * devicePixelRatio}px`);
  return Math.max(0, ...(values ?? []).map((it) => u.ctx.measureText(it).width)) / devicePixelRatio;
};

/** As wide as the widest number. */
const fit: uPlot.Axis.Size = (u, values) => Math.ceil(widest(u, values)) + 14;

/** As wide as the widest name, but no more than a good third of the plot. */
const widthOf: uPlot.Axis.Size = (u, values) => Math.min(Math.ceil(widest(u, values)) + 14, Math.round(u.width * WIDEST_NAME));

/** Bars and dots with the bounds of their values. */
function whiskers(u: uPlot, plot: PlotData, colours: Colours, isLying: boolean): void {
  for (const it of plot.series) {
    if (!it.low || (it.look !== "bars" && it.look !== "dots")) continue;
    u.ctx.save();
    u.ctx.strokeStyle = it.look === "bars" ? colours.text : toneOf(colours, it);
    u.ctx.lineWidth = 1.5 * devicePixelRatio;
    plot.x.forEach((x, place) => {
      const [low, high] = [it.low![place], it.high![place]];
      if (low === null || high === null || low === undefined || high === undefined) return;
      const along = u.valToPos(x, "x", true);
      const [from, to] = [low, high].map((value) => u.valToPos(value, it.isRight ? "right" : "y", true)) as [number, number];
      const half = 3 * devicePixelRatio;
      u.ctx.beginPath();
      for (const [a, b] of [
        [[along, from], [along, to]],
        [[along - half, from], [along + half, from]],
        [[along - half, to], [along + half, to]],
      ] as [[number, number], [number, number]][]) {
        u.ctx.moveTo(...(isLying ? ([a[1], a[0]] as const) : a));
        u.ctx.lineTo(...(isLying ? ([b[1], b[0]] as const) : b));
      }
      u.ctx.stroke();
    });
    u.ctx.restore();
  }
}

/** A line upwards at a place that has a name. */
function mark(u: uPlot, plot: PlotData, colours: Colours): void {
  const at = plot.mark;
  const { ctx, bbox } = u;
  const x = at ? u.valToPos(at.x, "x", true) : NaN;
  if (!at || !(x >= bbox.left && x <= bbox.left + bbox.width)) return;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colours.text;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  const isLate = x > bbox.left + bbox.width * 0.7;
  ctx.font = FONT.replace("12px", `${12 * devicePixelRatio}px`);
  ctx.textAlign = isLate ? "right" : "left";
  ctx.fillText(at.label, x + (isLate ? -5 : 5) * devicePixelRatio, bbox.top + 12 * devicePixelRatio);
  ctx.restore();
}

/** The plot with its title and its legend as a picture. */
export function picture(
  canvas: HTMLCanvasElement,
  title: string,
  legend: { label: string; tone: string }[],
  colours: { page: string; text: string },
): Promise<Blob> {
  const dot = devicePixelRatio;
  const head = (legend.length > 1 ? 62 : 40) * dot;
  const whole = document.createElement("canvas");
  [whole.width, whole.height] = [canvas.width + 24 * dot, canvas.height + head + 12 * dot];
  const pen = whole.getContext("2d")!;
  pen.fillStyle = colours.page;
  pen.fillRect(0, 0, whole.width, whole.height);
  pen.fillStyle = colours.text;
  pen.font = `600 ${16 * dot}px Georgia, serif`;
  pen.fillText(title, 16 * dot, 26 * dot, canvas.width);
  pen.font = FONT.replace("12px", `${12 * dot}px`);
  let x = 16 * dot;
  for (const { label, tone } of legend.length > 1 ? legend : []) {
    pen.fillStyle = tone;
    pen.fillRect(x, 42 * dot, 12 * dot, 10 * dot);
    pen.fillStyle = colours.text;
    pen.fillText(label, x + 17 * dot, 51 * dot);
    x += pen.measureText(label).width + 34 * dot;
  }
  pen.drawImage(canvas, 12 * dot, head);
  return new Promise((resolve, reject) => whole.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
