/** What the browser keeps for its user: settings, the last table, the last bets. */

const PREFIX = "pitboss/";

export function readKept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // spoiled by hand, or kept from us
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing can be kept in a private window; the table plays on.
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}

export interface Settings {
  /** Of the page's words. */
  language: "system" | "en" | "es";
  theme: "system" | "dark" | "light";
  /** The felt: of each game, or one colour for all. */
  felt: "game" | "green" | "blue" | "red" | "violet";
  cardBack: "red" | "blue" | "green" | "black";
  fourColours: boolean;
  sound: boolean;
  motion: boolean;
  bigCards: boolean;
  /** What a guest is called at the table. */
  nickname: string;
  /** Single letters decide and lead to pages. */
  letters: boolean;
  /** Minutes between two reminders of time and money. */
  remindMinutes: number;
}

const USUAL: Settings = {
  language: "system",
  theme: "system",
  felt: "game",
  cardBack: "red",
  fourColours: false,
  sound: false,
  motion: true,
  bigCards: false,
  nickname: "",
  letters: true,
  remindMinutes: 30,
};

class Kept {
  settings = $state<Settings>({ ...USUAL, ...readKept("settings", {}) });

  change(changes: Partial<Settings>): void {
    this.settings = { ...this.settings, ...changes };
    keep("settings", this.settings);
  }
}

export const kept = new Kept();
