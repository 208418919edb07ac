/** Rejection of too many attempts; answered with 429. */
export class TooManyAttempts extends Error {
  override name = 'TooManyAttempts';
  /** Whole seconds until the next attempt is accepted. */
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super(`too many attempts; retry in ${retryAfterS} s`);
    this.retryAfterS = retryAfterS;
  }
}
