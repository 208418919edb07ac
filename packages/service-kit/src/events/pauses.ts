import { startPause } from '../jobs/pause.ts';

/** Pauses by name, each of which can be ended early. */
export class Pauses {
  readonly #ends = new Map<string, () => void>();

  /** Waits for a time, or until `end` or `endAll` is called. */
  async wait(name: string, ms: number): Promise<void> {
    const { over, end } = startPause(ms);
    this.#ends.set(name, end);
    await over;
    this.#ends.delete(name);
  }

  end(name: string): void {
    this.#ends.get(name)?.();
  }

  endAll(): void {
    for (const end of this.#ends.values()) end();
  }
}
