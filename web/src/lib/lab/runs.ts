/** What pages about runs are sent: set-ups of tables, simulations. */

export type { LabChoice as Choice, LabSetup as Setup } from "../server-types";

/** Estimates on the way: the rounds, and every edge with its standard error. */
export interface Looks {
  rounds: number[];
  edges: Record<string, { mean: number[]; error: number[] }>;
}

export interface SimulatedPart {
  names: Record<string, string>;
  exact: Record<string, number>;
  looks: Looks;
}

export interface Comparison {
  subject: string;
  title: string;
  which: string;
  times: number;
  simulated: number;
  standard_error: number;
  exact: number | null;
  errors: number | null;
}

export interface Simulated extends SimulatedPart {
  comparisons: Comparison[];
  command: string[];
  simulation: {
    rounds: number;
    house_edge: number;
    standard_error: number;
    standard_deviation: number;
    average_wager: number;
    element_of_risk: number;
    rounds_per_second: number;
    seconds: number;
    seed: number;
    digest: string;
    histogram: { gain: number; count: number; frequency: number }[];
    events: Record<string, { count: number; frequency: number }>;
    wagers: { id: string; hit_frequency: number; made: number }[];
  };
}

/** A command of `pitboss` as one types it. */
export function commandLine(words: string[]): string {
  return ["pitboss", ...words].map((it) => (/^[\w./:=@%,+-]+$/.test(it) ? it : `'${it.replaceAll("'", "'\\''")}'`)).join(" ");
}
