/** Something read from the server, that can be read again. */

import { get } from "../api";

export class Reading<T> {
  value = $state.raw<T | null>(null);
  problem = $state("");
  isLoading = $state(false);
  #path: string;

  constructor(path: string, every_s = 0) {
    this.#path = path;
    $effect(() => {
      void this.load();
      if (!every_s) return;
      const timer = setInterval(() => document.hidden || void this.load(), every_s * 1000);
      return () => clearInterval(timer);
    });
  }

  load = async (): Promise<void> => {
    this.isLoading = true;
    try {
      this.value = await get<T>(this.#path);
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.isLoading = false;
    }
  };
}
