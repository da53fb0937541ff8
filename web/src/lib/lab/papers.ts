/** What the documents print and what others publish. */

import type { LabRuling as Ruling } from "../server-types";
export type { LabPublishedFigure as PublishedFigure, LabPublishedSection as PublishedSection, LabRuling as Ruling } from "../server-types";

export interface PrintedFigure {
  game: string;
  document: string;
  cite: string;
  table: string;
  decks: number | null;
  name: string;
  printed: string;
  exact: string | null;
  exact_text: string;
  agrees: boolean;
  rulings: string[];
  yielded_by: { game: string; rules?: string; words?: string; edge: string | number }[];
}

export interface Erratum {
  id: string;
  documents: string[];
  games: string[];
  clause: string;
  printed: string;
  reading: string;
  rulings: string[];
  effect: string;
}

export interface Documents {
  figures: PrintedFigure[];
  errata: Erratum[];
  rulings: Ruling[];
}

