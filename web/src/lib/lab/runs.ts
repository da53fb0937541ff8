/** What pages about runs are sent: set-ups of tables, simulations. */

import type { LabSimulated } from "../server-types";

/** A simulation that still runs: estimates on the way. */
export type SimulatedPart = Pick<LabSimulated, "names" | "exact" | "looks">;

export type {
  LabChoice as Choice,
  LabComparison as Comparison,
  LabLooks as Looks,
  LabSetup as Setup,
  LabSimulated as Simulated,
} from "../server-types";

/** A command of `pitboss` as one types it. */
export function commandLine(words: string[]): string {
  return ["pitboss", ...words].map((it) => (/^[\w./:=@%,+-]+$/.test(it) ? it : `'${it.replaceAll("'", "'\\''")}'`)).join(" ");
}
