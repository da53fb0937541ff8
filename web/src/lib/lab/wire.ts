/** What the lab is sent. */

export interface LabGame {
  id: string;
  title: string;
  summary: string;
  document: string;
  decks: number[];
  /** How many wagers and pay tables it has. */
  wagers: number;
  tables: number;
  /** Of the least wager before the deal, at the ready table; null where there is none. */
  edge: number | null;
}
