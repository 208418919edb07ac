import { importJWK, type CryptoKey, type JWK } from 'jose';
import type { Clock } from '@commerce/service-kit/clock.ts';

/** Fetched anew in the background after this time; a key is published for longer than that before it signs. */
const REFRESH_MS = 30_000;
/** Older than this, the set is not trusted before it has been fetched anew: a key may have been withdrawn. */
const STALE_MS = 120_000;
/** Fetches that unknown key ids may cause: so many at once, one more every other second. */
const UNKNOWN_BURST = 5;
const UNKNOWN_EVERY_MS = 2_000;

/** The public keys that access tokens are signed with, as the auth service publishes them. */
export class KeySet {
  readonly #fetch: () => Promise<string>;
  readonly #clock: Clock;
  #keys = new Map<string, CryptoKey>();
  #fetchedAtMs = -Infinity;
  #fetching: Promise<void> | undefined;
  #unknownLeft = UNKNOWN_BURST;
  #unknownAtMs = 0;

  /** @param fetch gives the JSON of a JWK Set */
  constructor(fetch: () => Promise<string>, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /**
   * The key of that id; an unknown id makes the set be fetched, within a budget.
   * @throws Fault when the keys cannot be had
   */
  async find(kid: string): Promise<CryptoKey | undefined> {
    const ageMs = this.#clock.now() - this.#fetchedAtMs;
    if (ageMs >= STALE_MS) await this.#refresh();
    else if (ageMs >= REFRESH_MS) this.#refresh().catch(() => undefined);
    if (!this.#keys.has(kid)) await this.#fetchUnknown(kid);
    return this.#keys.get(kid);
  }

  /**
   * A fetch that is under way may be older than the key, so it is waited for but not the last word; one that begins now
   * serves all who wait, and is paid for once.
   */
  async #fetchUnknown(kid: string): Promise<void> {
    if (this.#fetching) await this.#fetching.catch(() => undefined);
    if (this.#keys.has(kid)) return;
    if (this.#fetching || this.#mayFetchUnknown()) await this.#refresh();
  }

  /** Fetches the set; those who come while one is being fetched wait for it. */
  #refresh(): Promise<void> {
    this.#fetching ??= this.#load().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #load(): Promise<void> {
    const askedAtMs = this.#clock.now();
    const { keys } = JSON.parse(await this.#fetch()) as { keys: JWK[] };
    const imported = await Promise.all(
      keys.map(async (jwk): Promise<[string, CryptoKey]> => [
        jwk.kid ?? '',
        this.#keys.get(jwk.kid ?? '') ?? ((await importJWK(jwk, 'EdDSA')) as CryptoKey),
      ]),
    );
    // Replaced as a whole: a key that is not published any more is dropped.
    this.#keys = new Map(imported);
    this.#fetchedAtMs = askedAtMs;
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
