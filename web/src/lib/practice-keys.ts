/** The keys of practice and training; none of them is the letter of a decision. */

import { kept } from "./kept.svelte";
import { isTyping } from "./keys";

/** Keys of a page beside those of the table; return whether one meant something. */
export function pressTool(tools: Record<string, () => unknown>, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  if (document.querySelector("dialog[open]")) return false;
  if (!kept.settings.letters && event.key.length === 1 && event.key !== " ") return false;
  const tool = tools[event.key];
  tool?.();
  return tool !== undefined;
}

export const PRACTICE_KEYS: [string, string][] = [
  ["a", "show or hide the advice"],
  ["z", "go back one decision; shift z: back to the bets"],
  ["j", "choose the cards of the next round"],
  ["o", "choose the rules of the table"],
  ["l", "a link to this round"],
  ["v", "show or hide the strategy chart"],
  ["#", "show or hide the count"],
  ["[ and ]", "play one hand fewer, one more"],
];

export const TRAINING_KEYS: [string, string][] = [
  ["letters", "answer: each button shows its letter"],
  ["space", "the next decision"],
  ["v", "show or hide the strategy chart"],
  ["q", "stop and begin a new session"],
  ["g", "games"],
];
