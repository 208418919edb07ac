/** Something was tried too often; answered 429. */
export class TooManyAttempts extends Error {
  override name = 'TooManyAttempts';
  /** Whole seconds until the next attempt is taken. */
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super(`too many attempts; again in ${retryAfterS} s`);
    this.retryAfterS = retryAfterS;
  }
}
