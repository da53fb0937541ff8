/** What the page about protection is sent, and the plots and rows that it shows of it. */

import type { LabProtected as Protected, LabProtectedMain as ProtectedMain, LabProtectedWager as ProtectedWager, LabProtection as ProtectionRecord } from "../server-types";
import type { Row } from "./files";
import { fixed } from "./numbers";
import type { PlotData } from "./plot";

export type { LabProtected as Protected, LabProtection as ProtectionRecord } from "../server-types";

/** Cents as dollars. */
export const dollars = (cents: number): string => `${cents < 0 ? "−" : ""}$${fixed(Math.abs(cents) / 100, 2)}`;

const MOST_BARS = 16;

/** Dollars an hour of every wager that anybody can win with; the main game by its best counter. */
export function lossPlot({ protection, titles }: Protected): PlotData | null {
  const best = Math.max(...protection.main.map((it) => it.per_hour));
  const rows = [
    ...(protection.main.length ? [{ name: "Main game", here: best, bound: null as number | null }] : []),
    ...protection.wagers.filter((it) => !it.reason).map((it) => ({ name: titles[it.wager] ?? it.wager, here: it.per_hour, bound: Math.max(it.per_hour, it.perfect_per_hour ?? 0) })),
  ];
  const shown = rows.sort((a, b) => (b.bound ?? b.here) - (a.bound ?? a.here)).slice(0, MOST_BARS);
  if (!shown.length) return null;
  return {
    x: shown.map((_, place) => place),
    names: shown.map((it) => it.name),
    xLabel: "wager",
    yLabel: "dollars an hour",
    yWriting: "dollars",
    series: [
      { key: "perfect", label: "every card known", values: shown.map((it) => (it.bound === null ? null : it.bound / 100)), look: "bars", tone: 5 },
      { key: "practical", label: "the best practical count", values: shown.map((it) => it.here / 100), look: "bars", tone: 4 },
    ],
  };
}

/** What each spread wins by the part of the shoe dealt. */
export function cutsPlot(found: ProtectionRecord): PlotData | null {
  const parts = [...new Set(found.main_by_cut.map((it) => it.penetration))].sort((a, b) => a - b);
  const spreads = [...new Set(found.main_by_cut.map((it) => it.spread))];
  if (parts.length < 2) return null;
  const of = (spread: string, part: number) => found.main_by_cut.find((it) => it.spread === spread && it.penetration === part);
  return {
    x: parts,
    xLabel: "of the shoe dealt",
    xWriting: "percent",
    yLabel: "units in 100 rounds",
    series: spreads.map((spread, place) => ({
      key: spread,
      label: spread,
      values: parts.map((part) => of(spread, part)?.per_100 ?? null),
      low: parts.map((part) => bound(of(spread, part), -2)),
      high: parts.map((part) => bound(of(spread, part), 2)),
      tone: place + 1,
      digits: 3,
    })),
  };
}

const bound = (row: ProtectedMain | undefined, errors: number): number | null => (row ? row.per_100 + errors * row.standard_error : null);

/** The count at which a wager is made; one that is made with the up card in sight has another for each. */
function whenBet({ count, trigger, below, correlation }: ProtectedWager): string {
  if (!count) return "";
  if (trigger === null || (correlation === null && !trigger)) return `${count}, by the up card`;
  return `${count}, ${below ? "down to" : "from"} ${fixed(trigger, 1)}`;
}

export const wagerRows = ({ protection, titles }: Protected): Row[] =>
  protection.wagers.map((it) => ({
    title: titles[it.wager] ?? it.wager,
    wager: it.wager,
    table: it.table,
    class: it.class,
    per_hour: it.per_hour / 100,
    per_100: it.per_100,
    perfect: it.perfect_per_hour === null ? null : it.perfect_per_hour / 100,
    edge: it.edge,
    when: whenBet(it),
    frequency: it.frequency,
    edge_when_bet: it.frequency ? it.edge_when_bet : null,
    reason: it.reason,
  }));

export const mainRows = (found: ProtectionRecord): Row[] =>
  found.main.map((it) => ({ ...it, per_hour: it.per_hour / 100 }));

export const measureRows = (found: ProtectionRecord): Row[] =>
  found.measures.map((it) => ({ ...it, change: it.change / 100, per_hour: it.per_hour / 100, price: it.price === null ? null : it.price / 100 }));

/** Index plays: from which count on, or down from which. */
export const playRows = (found: ProtectionRecord): Row[] =>
  (found.tells?.plays ?? []).map((it) => ({
    hand: it.hand,
    up: it.up,
    action: it.action,
    index: `${it.below ? "at most" : "from"} ${it.index > 0 ? "+" : ""}${fixed(it.index, 0)}`,
    otherwise: it.otherwise,
  }));
