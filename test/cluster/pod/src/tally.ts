const MAX_FIRST = 5;

/** Figures of the requests under load. */
export interface Figures {
  seconds: number;
  requests: number;
  failures: number;
  /** Failures by kind, e.g. `GET 503`. */
  failed: Record<string, number>;
  /** Time and request of the first failures, to find them in the logs. */
  firstFailures: string[];
  /** Longest time in which requests were made and none succeeded, in ms. */
  longestOutageMs: number;
  /** Latency of successful requests, in ms. */
  latencyMs: { p50: number; p99: number; max: number };
}

/** Counter of requests. */
export class Tally {
  readonly #startedAt = Date.now();
  readonly #latencies: number[] = [];
  readonly #failed = new Map<string, number>();
  readonly #firstFailures: string[] = [];
  #failures = 0;
  #downSince: number | undefined;
  #longestOutageMs = 0;

  succeeded(ms: number): void {
    this.#latencies.push(ms);
    if (this.#downSince === undefined) return;
    this.#longestOutageMs = Math.max(this.#longestOutageMs, Date.now() - this.#downSince);
    this.#downSince = undefined;
  }

  /** @param what kind of the failure. @param requestId of the response, if there was one */
  failed(what: string, requestId = ''): void {
    this.#failures += 1;
    if (this.#firstFailures.length < MAX_FIRST)
      this.#firstFailures.push(`${new Date().toISOString()} ${what} ${requestId}`);
    this.#failed.set(what, (this.#failed.get(what) ?? 0) + 1);
    this.#downSince ??= Date.now();
  }

  figures(): Figures {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    return {
      seconds: Math.round((Date.now() - this.#startedAt) / 1000),
      requests: sorted.length + this.#failures,
      failures: this.#failures,
      failed: Object.fromEntries(this.#failed),
      firstFailures: this.#firstFailures,
      longestOutageMs: this.#longestOutageMs,
      latencyMs: { p50: at(0.5), p99: at(0.99), max: at(1) },
    };
  }
}
