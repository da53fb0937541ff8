/** A strategy chart as a picture, drawn anew so that it is sharp and has no more than the chart. */

import type { StrategyChart } from "../practice-wire";
import { save } from "./files";
import type { IndexPlays } from "./game";

const CELL = { width: 46, height: 30 };
const HEAD = 58;
const MARGIN = 28;
const TITLE = 96;
const SCALE = 2;
const COLOURS: Record<string, string> = { h: "#7d2f2a", s: "#26594a", d: "#1f4e86", p: "#6b4a12", r: "#5b3a74", f: "#10606b" };

export interface PictureWords {
  title: string;
  below: string;
  file: string;
}

/** Save the chart as PNG. */
export function saveChartPicture(chart: Pick<StrategyChart, "ups" | "parts">, plays: IndexPlays | null, words: PictureWords): void {
  const columns = placed(chart);
  const tall = Math.max(...columns.map((column) => column.reduce((sum, part) => sum + heightOf(part), 0)));
  const wide = columns.length * (HEAD + chart.ups.length * CELL.width + MARGIN) + MARGIN;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [wide * SCALE, (TITLE + tall + MARGIN) * SCALE];
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, wide, TITLE + tall + MARGIN);
  write(pen, words.title, MARGIN, 40, "700 26px Georgia, serif", "#1a1a1a", "left");
  write(pen, words.below, MARGIN, 68, "14px sans-serif", "#555555", "left", wide - 2 * MARGIN);
  columns.forEach((column, number) => {
    let top = TITLE;
    const left = MARGIN + number * (HEAD + chart.ups.length * CELL.width + MARGIN);
    for (const part of column) {
      drawPart(pen, part, chart.ups, plays?.cells[part.id] ?? {}, left, top);
      top += heightOf(part);
    }
  });
  canvas.toBlob((blob) => blob && save(`${words.file}.png`, "image/png", blob));
}

type Part = StrategyChart["parts"][number];
const heightOf = (part: Part): number => (part.rows.length + 1) * CELL.height + 44;

/** Hard hands on the left, all others on the right. */
function placed(chart: Pick<StrategyChart, "parts">): Part[][] {
  const [first, ...others] = chart.parts;
  if (!first) return [[]];
  return others.length ? [[first], others] : [[first]];
}

function drawPart(
  pen: CanvasRenderingContext2D,
  part: Part,
  ups: string[],
  marks: Record<string, Record<string, string>>,
  left: number,
  top: number,
): void {
  write(pen, part.title, left, top + 16, "700 16px Georgia, serif", "#1a1a1a", "left");
  const start = top + 26;
  const middle = (column: number): number => left + HEAD + (column + 0.5) * CELL.width;
  ups.forEach((up, column) => write(pen, up, middle(column), start + 20, "600 14px sans-serif", "#555555"));
  part.rows.forEach((row, index) => {
    const y = start + (index + 1) * CELL.height;
    write(pen, row.name, left + HEAD / 2, y + 20, "600 14px sans-serif", "#333333");
    row.cells.forEach((code, column) => {
      const text = marks[row.name]?.[ups[column]!] ?? code;
      pen.fillStyle = COLOURS[code.charAt(0).toLowerCase()] ?? "#3a4741";
      pen.fillRect(left + HEAD + column * CELL.width + 1, y + 1, CELL.width - 2, CELL.height - 2);
      write(pen, text, middle(column), y + 20, `700 ${text.length > 4 ? 11 : 14}px sans-serif`, "#ffffff");
    });
  });
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  align: CanvasTextAlign = "center",
  most?: number,
): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y, most);
}
