/** The keys of a table. */

import type { TranslationFunctions } from "../words/types";
import { type Game, ownAsk } from "./game";
import { kept } from "./kept.svelte";

/** True where a key belongs to something that is being typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches("input, textarea, select") || target.isContentEditable);

/** The button that a pointer pressed last; a key that moves on from it makes it a button like any other. */
let pointed: Element | null = null;
addEventListener("pointerdown", (event) => {
  pointed = event.target instanceof Element ? event.target.closest("button") : null;
});
addEventListener("focusin", (event) => {
  if (event.target !== pointed) pointed = null;
});

/** Do what a key means at the table; return whether it meant something. */
export function pressKey(game: Game, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  const onButton = event.target instanceof Element && event.target.closest("button, a, summary");
  // A button that was reached by Tab is pressed by Space, as everywhere; after a click, Space deals.
  const isPointed = onButton instanceof HTMLButtonElement && onButton === pointed && event.key === " ";
  if (onButton && !isPointed && (event.key === "Enter" || event.key === " ")) return false;
  if (document.querySelector("dialog[open]")) return false;
  if (!kept.settings.letters && event.key.length === 1 && event.key !== " ") return false;
  return ownAsk(game) ? decideBy(game, event.key) : game.stage === "betting" && betBy(game, event.key);
}

function decideBy(game: Game, key: string): boolean {
  const ask = ownAsk(game);
  if (/^[1-9]$/.test(key)) return click(`[data-setting="${key}"]`);
  const choice = ask?.choices?.find((it) => it.key?.toLowerCase() === key.toLowerCase());
  return choice ? click(`[data-action="${choice.kind}"]`) : false;
}

function betBy(game: Game, key: string): boolean {
  const first = game.mine[0];
  const main = game.layout.wagers[0];
  const chip = game.layout.chips[Number(key) - 1];
  if (chip && /^[1-9]$/.test(key)) {
    game.bets.chip = chip;
    return true;
  }
  if (first === undefined || !main) return false;
  const acts: Record<string, () => void> = {
    " ": () => void game.deal(),
    Enter: () => void game.deal(),
    c: () => game.bets.clear(),
    r: () => game.bets.again(),
    x: () => game.bets.double(),
    t: () => (game.bets.tipping = !game.bets.tipping),
    "+": () => game.bets.add(first, main),
    "=": () => game.bets.add(first, main),
    "-": () => game.bets.take(first, main),
  };
  const act = acts[key.length === 1 ? key.toLowerCase() : key];
  act?.();
  return act !== undefined;
}

/** A key does what a click does, so that both have one meaning. */
function click(selector: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(selector);
  button?.click();
  return button !== null;
}

/** A key in the help; its words are in the catalogue. */
export type KeyName = keyof TranslationFunctions["more"]["help"]["names"];

export const KEYS: KeyName[] = ["space", "numbers", "more", "tab", "bets", "tips", "letters", "games", "help", "close"];
