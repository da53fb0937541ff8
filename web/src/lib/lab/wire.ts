/** What the lab is sent. */

export type { LabGame } from "../server-types";

