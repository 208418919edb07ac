import { FieldErrors } from '@commerce/service-kit/fields.ts';

const MAX_PROBLEMS = 100;

/** Problems of a request. Only the first hundred are reported, since a product may have hundreds of invalid values. */
export class Problems extends FieldErrors {
  #count = 0;

  override add(field: string, message: string, reason?: string): void {
    if (this.#count >= MAX_PROBLEMS) return;
    this.#count++;
    super.add(field, message, reason);
  }
}
