/** Cards as the server writes them: "Kh", "Td", "Jk". */

export type Suit = "s" | "h" | "d" | "c";

export const isJoker = (code: string): boolean => code === "Jk";
export const rankOf = (code: string): string => (code[0] === "T" ? "10" : (code[0] ?? ""));
export const suitOf = (code: string): Suit => code[1] as Suit;

const RANKS: Record<string, string> = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight",
  7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
};
const SUITS: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** A card in words, for those who cannot see it. */
export function cardName(code: string): string {
  if (!code) return "a card face down";
  if (isJoker(code)) return "joker";
  return `${RANKS[code[0] ?? ""]} of ${SUITS[suitOf(code)]}`;
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
