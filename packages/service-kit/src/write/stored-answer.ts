/** What an earlier call with the same idempotency key answered: encoded, sent as it is. */
export class StoredAnswer {
  readonly message: Buffer;
  /** How that call's caller told the answer. */
  readonly presentation: string;

  constructor(message: Buffer, presentation: string) {
    this.message = message;
    this.presentation = presentation;
  }
}
