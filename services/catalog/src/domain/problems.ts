import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';

const MAX_DETAILS = 100;

/** Collects the problems of a request, so that one response reports all of them. */
export class Problems {
  readonly #details: FaultDetail[] = [];

  /** Adds an invalid value. The field has its name in the public API, e.g. `variants[0].sku`, and is empty for the whole request. */
  add(field: string, message: string): void {
    if (this.#details.length >= MAX_DETAILS) return;
    this.#details.push({ reason: 'invalid_value', message, ...(field === '' ? {} : { field }) });
  }

  /** @throws Fault invalid_request with every problem, when there is any */
  throwIfAny(): void {
    if (this.#details.length === 0) return;
    throw new Fault('invalid_request', 'The request is invalid. See `details` for all problems.', {
      details: this.#details,
    });
  }
}
