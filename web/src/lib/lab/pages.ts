/** The pages of the lab, each loaded when it is wanted. */

import type { Component } from "svelte";

export type LabPageComponent = Component<{ rest: string }>;

export interface LabPage {
  /** The part of the path behind /lab/; "" is the first page. */
  id: string;
  title: string;
  load: () => Promise<{ default: LabPageComponent }>;
}

/** Pages of the whole rule book, in the order of the menu. */
export const BOOK_PAGES: LabPage[] = [
  { id: "", title: "Games", load: () => import("../../pages/lab/Games.svelte") },
  { id: "wagers", title: "Wagers", load: () => import("../../pages/lab/Wagers.svelte") },
  { id: "documents", title: "Documents", load: () => import("../../pages/lab/Documents.svelte") },
  { id: "published", title: "Published", load: () => import("../../pages/lab/Published.svelte") },
  { id: "settle", title: "Settle a hand", load: () => import("../../pages/lab/Settle.svelte") },
  { id: "house", title: "Set up a house", load: () => import("../../pages/lab/House.svelte") },
];

/** Pages of one game: /lab/ID/REGION/GAME. */
export const GAME_PAGES: LabPage[] = [
  { id: "game", title: "Rules and chart", load: () => import("../../pages/lab/Game.svelte") },
  { id: "hand", title: "Hand calculator", load: () => import("../../pages/lab/Hand.svelte") },
  { id: "simulate", title: "Simulation", load: () => import("../../pages/lab/Simulate.svelte") },
  { id: "risk", title: "Risk and spread", load: () => import("../../pages/lab/Risk.svelte") },
  { id: "protect", title: "Protection", load: () => import("../../pages/lab/Protect.svelte") },
];

export const ALL_PAGES: LabPage[] = [...BOOK_PAGES, ...GAME_PAGES];
