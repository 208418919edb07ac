import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import {
  isReadableLine,
  isReadableLines,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';

/** Collects every problem of a request, to report them together. */
export class FieldProblems {
  readonly #details: FaultDetail[] = [];

  /** Adds a problem of a field. */
  add(field: string, message: string, reason = 'invalid_value'): void {
    this.#details.push({ reason, field, message });
  }

  /**
   * A text of one line, of `min` to `max` UTF-16 units without the surrounding spaces.
   * @returns the text as it is stored
   */
  line(field: string, given: string, min: number, max: number): string {
    const text = given.trim();
    if (text.length < min || text.length > max)
      this.add(field, `Must be ${min} to ${max} characters in one line.`);
    else if (!isReadableLine(text)) this.add(field, UNREADABLE_LINE);
    return text;
  }

  /** A text that may have several lines; otherwise as `line`. */
  lines(field: string, given: string, min: number, max: number): string {
    const text = given.trim();
    if (text.length < min || text.length > max) this.add(field, `Must be ${min} to ${max} characters.`);
    else if (!isReadableLines(text)) this.add(field, UNREADABLE_LINES);
    return text;
  }

  /** @throws Fault `invalid_request` when a problem was added */
  throwIfAny(): void {
    if (this.#details.length > 0)
      throw new Fault('invalid_request', 'The request is not valid.', { details: this.#details });
  }
}
