/** Files that are made in the browser: tables as CSV and JSON. */

export type Cell = string | number | boolean | null | undefined;
export type Row = Record<string, Cell>;

/** A column of a table. */
export interface Column {
  key: string;
  label: string;
  /** How a value is written; text unless named. */
  kind?: "text" | "percent" | "number";
  digits?: number;
  /** More words for the head. */
  title?: string;
  /** Not on a phone. */
  isExtra?: boolean;
}

export function save(name: string, type: string, content: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const saveJson = (name: string, data: unknown): void =>
  save(`${name}.json`, "application/json", `${JSON.stringify(data, null, 2)}\n`);

export function saveCsv(name: string, columns: { key: string; label: string }[], rows: Row[]): void {
  const line = (cells: Cell[]): string => cells.map(quoted).join(",");
  const lines = [line(columns.map((it) => it.label)), ...rows.map((row) => line(columns.map((it) => row[it.key])))];
  save(`${name}.csv`, "text/csv", `${lines.join("\r\n")}\r\n`);
}

/** A cell of a CSV file. A text that a spreadsheet would take for a formula is made plain text. */
function quoted(cell: Cell): string {
  const text = String(cell ?? "");
  const plain = typeof cell === "string" && /^[=+@\t\r]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
