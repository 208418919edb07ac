import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';

const MAX_DETAILS = 100;

/** What is wrong with a request, gathered so that all of it is told at once. */
export class Problems {
  readonly #details: FaultDetail[] = [];

  /** Adds a bad value; the field is named as the public API names it, e.g. `variants[0].sku`, and empty for the whole. */
  add(field: string, message: string): void {
    if (this.#details.length >= MAX_DETAILS) return;
    this.#details.push({ reason: 'invalid_value', message, ...(field === '' ? {} : { field }) });
  }

  /** @throws Fault invalid_request with every problem, when there is any */
  throwIfAny(): void {
    if (this.#details.length === 0) return;
    throw new Fault('invalid_request', 'The request is not valid; see `details`.', {
      details: this.#details,
    });
  }
}
