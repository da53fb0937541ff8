/** Password and second factor once more, asked for where the server wants them. */

class Stepping {
  isAsked = $state(false);
  #answer: ((given: boolean) => void) | null = null;

  /** Ask for them; true when they were given. */
  ask(): Promise<boolean> {
    this.isAsked = true;
    return new Promise((resolve) => (this.#answer = resolve));
  }

  answer(given: boolean): void {
    this.isAsked = false;
    this.#answer?.(given);
    this.#answer = null;
  }
}

export const stepping = new Stepping();
