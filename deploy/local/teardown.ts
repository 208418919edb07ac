/** Undoes what was started, the last first; what is added after it has run is undone at once. */
export class Teardown {
  readonly #steps: (() => Promise<unknown>)[] = [];
  #run: Promise<void> | undefined;

  /** Adds how to undo what is about to be started. */
  async add(undo: () => Promise<unknown>): Promise<void> {
    if (this.#run === undefined) this.#steps.push(undo);
    else await undo();
  }

  /** Undoes everything, once however often it is asked for. Rejects with the first failure when all was tried. */
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
