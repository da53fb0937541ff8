/** Kinds of decisions, as one's progress names them: their English names are the keys of what is kept. */

import { more } from "./more";

export function themeName(title: string): string {
  const { themes } = more.say;
  return title in themes ? themes[title as keyof typeof themes]() : title;
}
