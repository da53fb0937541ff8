/** Cards as the server writes them: "Kh", "Td", "Jk". */
import { words } from "./words.svelte";

export type Suit = "s" | "h" | "d" | "c";

export const isJoker = (code: string): boolean => code === "Jk";
export const rankOf = (code: string): string => (code[0] === "T" ? "10" : (code[0] ?? ""));
export const suitOf = (code: string): Suit => code[1] as Suit;

/** A card in words, for those who cannot see it. */
export function cardName(code: string): string {
  const { down, joker, of, ranks, suits } = words.say.cards;
  if (!code) return down();
  if (isJoker(code)) return joker();
  return of({ rank: ranks[code[0] as keyof typeof ranks](), suit: suits[suitOf(code)]() });
}

/** "Kh 7s" and two face down: ["Kh", "7s", "", ""]. */
export function cardList(cards = "", faceDown = 0): string[] {
  const shown = cards ? cards.split(" ") : [];
  return [...shown, ...Array<string>(faceDown).fill("")];
}

/** The cards of a text as far as they can be drawn; the server reads it itself. */
export const readCards = (text = ""): string[] =>
  (text.match(/10[shdc]|[2-9tjqka][shdc]|jk/gi) ?? []).map((it) => {
    const code = it.replace("10", "T");
    return code.toLowerCase() === "jk" ? "Jk" : code.charAt(0).toUpperCase() + code.charAt(1).toLowerCase();
  });

/** How far the next card of a hand lies to the right, in widths of a card: many cards lie closer. */
export const stepOf = (cards: number): number => Math.min(0.58, 1.6 / Math.max(1, cards - 1));

/** How wide a hand of so many cards is, in widths of a card. */
export const spanOf = (cards: number): number => 1 + stepOf(cards) * Math.max(1, cards - 1);
