/** Recorded response of an earlier call with the same idempotency key; encoded, sent unchanged. */
export class StoredAnswer {
  readonly message: Buffer;
  /** Presentation that the earlier caller recorded. */
  readonly presentation: string;

  constructor(message: Buffer, presentation: string) {
    this.message = message;
    this.presentation = presentation;
  }
}
