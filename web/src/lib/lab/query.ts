/** The state of a page is what is behind "?" in its address: a link to it shows the same. */

import { router } from "../router.svelte";

export const queryNow = (): URLSearchParams => new URLSearchParams(router.query);

/** Change some keys; an empty value removes its key. `replace`: the back button leads past it. */
export function changeQuery(changes: Record<string, string | string[] | null>, replace = false): void {
  const query = queryNow();
  for (const [key, value] of Object.entries(changes)) {
    query.delete(key);
    for (const each of Array.isArray(value) ? value : value ? [value] : []) query.append(key, each);
  }
  router.ask(query.toString(), replace);
}
