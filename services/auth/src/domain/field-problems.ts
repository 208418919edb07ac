import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import {
  isReadableLine,
  isReadableLines,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';

/** Collects everything that is wrong with a request, to be told at once. */
export class FieldProblems {
  readonly #details: FaultDetail[] = [];

  /** Notes what is wrong with a field. */
  refuse(field: string, message: string, reason = 'invalid_value'): void {
    this.#details.push({ reason, field, message });
  }

  /**
   * A text of one line, of `min` to `max` UTF-16 units once the spaces around it are gone, which is how it is kept.
   * @returns the text as it is kept
   */
  line(field: string, given: string, min: number, max: number): string {
    const text = given.trim();
    if (text.length < min || text.length > max)
      this.refuse(field, `Must be ${min} to ${max} characters in one line.`);
    else if (!isReadableLine(text)) this.refuse(field, UNREADABLE_LINE);
    return text;
  }

  /** A text that may have several lines; else as `line`. */
  lines(field: string, given: string, min: number, max: number): string {
    const text = given.trim();
    if (text.length < min || text.length > max) this.refuse(field, `Must be ${min} to ${max} characters.`);
    else if (!isReadableLines(text)) this.refuse(field, UNREADABLE_LINES);
    return text;
  }

  /** @throws Fault invalid_request when something was refused */
  done(): void {
    if (this.#details.length > 0)
      throw new Fault('invalid_request', 'The request is not valid.', { details: this.#details });
  }
}
