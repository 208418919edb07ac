/** Pauses by name, each of which can be ended early. */
export class Pauses {
  readonly #ends = new Map<string, () => void>();

  /** Waits for a time, or until `end` or `endAll` is called. */
  wait(name: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#ends.delete(name);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#ends.set(name, end);
    });
  }

  end(name: string): void {
    this.#ends.get(name)?.();
  }

  endAll(): void {
    for (const end of this.#ends.values()) end();
  }
}
