/** Items that wait to be taken together. */
export class Gathering<T> {
  readonly #items: T[] = [];
  #wanted = Infinity;
  #onGathered: () => void = () => undefined;

  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length >= this.#wanted) this.#onGathered();
  }

  /** Takes the items that wait longest. */
  take(max: number): T[] {
    return this.#items.splice(0, max);
  }

  /** Waits for a number of items, which ones that arrive in the same turn of the event loop join, but not longer than a time. */
  async wait(count: number, maxMs: number): Promise<void> {
    if (this.#items.length >= count) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wanted = count;
    this.#onGathered = () => setImmediate(resolve);
    // Nothing ends it when the process stops, which does not wait for it.
    const timer = setTimeout(resolve, maxMs).unref();
    await promise;
    clearTimeout(timer);
    this.#wanted = Infinity;
  }
}
