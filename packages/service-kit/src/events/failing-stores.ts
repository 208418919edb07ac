const MIN_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** Stores whose events cannot be published, each with exponential backoff until the next attempt. */
export class FailingStores {
  readonly #stores = new Map<string, { dueAt: number; pauseMs: number }>();

  ids(): string[] {
    return [...this.#stores.keys()];
  }

  /** Stores whose backoff has elapsed. */
  due(): string[] {
    const now = Date.now();
    return [...this.#stores].filter(([, { dueAt }]) => dueAt <= now).map(([id]) => id);
  }

  /** Time until the next backoff elapses; undefined without failing stores. */
  msUntilDue(): number | undefined {
    const times = [...this.#stores.values()].map(({ dueAt }) => dueAt);
    return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - Date.now());
  }

  add(id: string): void {
    const pauseMs = Math.min(2 * (this.#stores.get(id)?.pauseMs ?? MIN_PAUSE_MS / 2), MAX_PAUSE_MS);
    this.#stores.set(id, { dueAt: Date.now() + pauseMs, pauseMs });
  }

  remove(id: string): void {
    this.#stores.delete(id);
  }

  clear(): void {
    this.#stores.clear();
  }
}
