/** Undoes started steps in reverse order; steps added after it has run are undone immediately. */
export class Teardown {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #run: Promise<void> | undefined;

  /** Adds the undo function of a step that is about to start. */
  async add(undo: () => Promise<unknown>): Promise<void> {
    if (this.#run === undefined) this.#steps.push(undo);
    else await undo();
  }

  /** Undoes everything once, even if called repeatedly. Rejects with the first failure after trying all steps. */
  run(): Promise<void> {
    this.#run ??= this.#undoAll();
    return this.#run;
  }

  async #undoAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let undo = this.#steps.pop(); undo !== undefined; undo = this.#steps.pop()) {
      await undo().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
