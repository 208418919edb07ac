import { importJWK, type CryptoKey, type JWK } from 'jose';
import type { Clock } from '@commerce/service-kit/clock.ts';

/** Age at which the set is refreshed in the background. A key is published for longer than that before it signs. */
const REFRESH_MS = 30_000;
/** Age at which the set must be fetched again before it is trusted, because a key may have been withdrawn. */
const STALE_MS = 120_000;
/** Fetches that unknown key ids may cause: this many at once, and one more per `UNKNOWN_EVERY_MS`. */
const UNKNOWN_BURST = 5;
const UNKNOWN_EVERY_MS = 2_000;

/** Public keys of access tokens, as published by the auth service. */
export class KeySet {
  readonly #fetch: () => Promise<string>;
  readonly #clock: Clock;
  #keys = new Map<string, CryptoKey>();
  #fetchedAtMs = -Infinity;
  #fetching: Promise<void> | undefined;
  #unknownLeft = UNKNOWN_BURST;
  #unknownAtMs = 0;

  /** @param fetch returns a JWK Set as JSON */
  constructor(fetch: () => Promise<string>, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /**
   * Finds a key by id; an unknown id causes a fetch of the set, within a budget.
   * @throws Fault if the keys cannot be fetched
   */
  async find(kid: string): Promise<CryptoKey | undefined> {
    const ageMs = this.#clock.now() - this.#fetchedAtMs;
    if (ageMs >= STALE_MS) await this.#refresh();
    else if (ageMs >= REFRESH_MS) this.#refresh().catch(() => undefined);
    if (!this.#keys.has(kid)) await this.#fetchUnknown(kid);
    return this.#keys.get(kid);
  }

  /**
   * A running fetch may be older than the key, so it is awaited but not conclusive. A fetch that starts now serves all
   * waiting callers and counts once.
   */
  async #fetchUnknown(kid: string): Promise<void> {
    if (this.#fetching) await this.#fetching.catch(() => undefined);
    if (this.#keys.has(kid)) return;
    if (this.#fetching || this.#mayFetchUnknown()) await this.#refresh();
  }

  /** Fetches the set; concurrent callers share one fetch. */
  #refresh(): Promise<void> {
    this.#fetching ??= this.#load().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #load(): Promise<void> {
    const startedAtMs = this.#clock.now();
    const { keys } = JSON.parse(await this.#fetch()) as { keys: JWK[] };
    const imported = await Promise.all(
      keys.map(async (jwk): Promise<[string, CryptoKey]> => [
        jwk.kid ?? '',
        this.#keys.get(jwk.kid ?? '') ?? ((await importJWK(jwk, 'EdDSA')) as CryptoKey),
      ]),
    );
    // Replaced as a whole: a key that is no longer published is dropped.
    this.#keys = new Map(imported);
    this.#fetchedAtMs = startedAtMs;
  }

  #mayFetchUnknown(): boolean {
    const nowMs = this.#clock.now();
    const gained = Math.floor((nowMs - this.#unknownAtMs) / UNKNOWN_EVERY_MS);
    if (gained > 0) {
      this.#unknownLeft = Math.min(UNKNOWN_BURST, this.#unknownLeft + gained);
      this.#unknownAtMs = nowMs;
    }
    if (this.#unknownLeft === 0) return false;
    this.#unknownLeft -= 1;
    return true;
  }
}
