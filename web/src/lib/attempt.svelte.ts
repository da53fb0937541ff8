/** Something asked of the server by a button: one at a time, and in words what went wrong. */
export class Attempt {
  isRunning = $state(false);
  problem = $state("");

  async run(act: () => Promise<void>): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.problem = "";
    try {
      await act();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.isRunning = false;
    }
  }
}
