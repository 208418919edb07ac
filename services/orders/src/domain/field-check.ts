import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import {
  isReadableLine,
  isReadableLines,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';

/** Largest amount, in centavos (decisions, "Ids, amounts, values"). */
export const MAX_CENTAVOS = 100_000_000_000_000;

/** Collects all problems of a request, so that one response reports them. */
export class FieldCheck {
  readonly #details: FaultDetail[] = [];

  /** Adds a problem of a field. */
  refuse(field: string, message: string, reason = 'invalid_value'): void {
    this.#details.push({ reason, field, message });
  }

  /** Checks a single line of `min` to `max` UTF-16 units. */
  text(field: string, value: string, min: number, max: number): void {
    if (value.length < min || value.length > max)
      this.refuse(
        field,
        min === 0 ? `Must be at most ${max} characters.` : `Must be ${min} to ${max} characters.`,
      );
    else if (!isReadableLine(value) || (min > 0 && value.trim() === '')) this.refuse(field, UNREADABLE_LINE);
  }

  /** Checks an optional text of several lines, of at most `max` UTF-16 units. */
  optionalLines(field: string, value: string | undefined, max: number): void {
    if (value === undefined) return;
    if (value.length < 1 || value.length > max) this.refuse(field, `Must be 1 to ${max} characters.`);
    else if (!isReadableLines(value)) this.refuse(field, UNREADABLE_LINES);
  }

  /** Checks an optional single line of 1 to `max` UTF-16 units. */
  optionalText(field: string, value: string | undefined, max: number): void {
    if (value !== undefined) this.text(field, value, 1, max);
  }

  /** Checks an amount in centavos. */
  amount(field: string, value: number): void {
    if (value < 0 || value > MAX_CENTAVOS) this.refuse(field, 'Must be an amount from 0 to 10^12 pesos.');
  }

  /** Checks a word against a list. */
  oneOf(field: string, value: string, words: readonly string[]): void {
    if (!words.includes(value)) this.refuse(field, `Must be one of ${words.join(', ')}.`);
  }

  /** @throws Fault invalid_request when there are problems */
  done(): void {
    if (this.#details.length > 0)
      throw new Fault('invalid_request', 'The request is not valid.', { details: this.#details });
  }
}
