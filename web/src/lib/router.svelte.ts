/** Which page is shown: the path of the address, so that back, forward and links work. */

class Router {
  path = $state(location.pathname);
  query = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string, replace = false): void {
    if (path === location.pathname + location.search) return;
    // A page of its own, not one of these.
    if (path.startsWith("/verify/")) return location.assign(path);
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Change what is behind "?" and stay where one is on the page. */
  ask(query: string, replace = false): void {
    const path = location.pathname + (query ? `?${query}` : "");
    if (path === location.pathname + location.search) return;
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.#read();
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
  }

  /** Follow links to own pages without loading everything again. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (/^\/(api|verify|docs)(\/|$)/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
