/** The keys of practice and training; none of them is the letter of a decision. */

import { kept } from "./kept.svelte";
import { isTyping, type KeyName } from "./keys";

/** Keys of a page beside those of the table; return whether one meant something. */
export function pressTool(tools: Record<string, () => unknown>, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  if (document.querySelector("dialog[open]")) return false;
  if (!kept.settings.letters && event.key.length === 1 && event.key !== " ") return false;
  const tool = tools[event.key];
  tool?.();
  return tool !== undefined;
}

export const PRACTICE_KEYS: KeyName[] = ["advice", "back", "cards", "rules", "link", "chart", "count", "hands"];

export const TRAINING_KEYS: KeyName[] = ["answer", "next", "chart", "stop", "games"];
