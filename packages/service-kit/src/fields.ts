import { enumNames, findEnumName, type EnumName } from '@commerce/proto/enum.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import {
  isReadableLine,
  isReadableLines,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';
import { Fault, invalid, INVALID_REQUEST, type FaultDetail } from './fault.ts';

/** Largest amount, in centavos (decisions, "Ids, amounts, values"). */
export const MAX_CENTAVOS = 100_000_000_000_000;

const oneOfMessage = (allowed: readonly string[]): string => `Must be one of ${allowed.join(', ')}.`;

/** The name of an enum value. @throws Fault `invalid_request` for a value that is unspecified or unknown */
export function requireEnumName<E extends Readonly<Record<string, number>>>(
  field: string,
  type: E,
  value: E[keyof E],
): EnumName<E> {
  const name = findEnumName(type, value);
  if (name === undefined) throw invalid(field, oneOfMessage(enumNames(type)));
  return name;
}

/**
 * The problems of a request's fields, collected so that one response names all of them. Each rule has its wording here. Fields are
 * named as the public API names them, e.g. `variants[0].sku`.
 */
export class FieldErrors {
  readonly #details: FaultDetail[] = [];

  /** Adds a problem; the field is empty for a problem of the whole request. */
  add(field: string, message: string, reason = 'invalid_value'): void {
    this.#details.push({ reason, message, ...(field !== '' && { field }) });
  }

  /** Adds a missing field. */
  addMissing(field: string): void {
    this.add(field, 'Is required.', 'missing');
  }

  /** Checks a single-line string of `min` to `max` UTF-16 units. @returns the string */
  line(field: string, text: string, min: number, max: number): string {
    if (this.#length(field, text, min, max) && !isReadableLine(text)) this.add(field, UNREADABLE_LINE);
    return text;
  }

  /** Checks a string that may have several lines, of `min` to `max` UTF-16 units. @returns the string */
  lines(field: string, text: string, min: number, max: number): string {
    if (this.#length(field, text, min, max) && !isReadableLines(text)) this.add(field, UNREADABLE_LINES);
    return text;
  }

  #length(field: string, text: string, min: number, max: number): boolean {
    const isWithin = text.length >= min && text.length <= max && (min === 0 || text.trim() !== '');
    if (!isWithin) this.add(field, lengthMessage(min, max));
    return isWithin;
  }

  /** Checks a whole number from `min` to `max`. */
  integer(field: string, value: number, min: number, max: number): void {
    if (Number.isSafeInteger(value) && value >= min && value <= max) return;
    this.add(field, `Must be a whole number from ${min} to ${max}.`);
  }

  /** Checks an amount in centavos. */
  amount(field: string, centavos: number): void {
    if (Number.isSafeInteger(centavos) && centavos >= 0 && centavos <= MAX_CENTAVOS) return;
    this.add(field, 'Must be an amount from 0 to 10^12 pesos.');
  }

  /** Checks the number of elements of a list. @returns whether it is within the bounds */
  count(field: string, count: number, min: number, max: number): boolean {
    const isWithin = count >= min && count <= max;
    if (!isWithin)
      this.add(
        field,
        min === 0 ? `Must have at most ${max} elements.` : `Must have ${min} to ${max} elements.`,
      );
    return isWithin;
  }

  /** Checks that a string is one of several. */
  oneOf(field: string, value: string, allowed: readonly string[]): void {
    if (!allowed.includes(value)) this.add(field, oneOfMessage(allowed));
  }

  /** Checks that a value of a proto enum is set and known. */
  enumValue(field: string, value: number, type: Readonly<Record<string, number>>): void {
    if (findEnumName(type, value) === undefined) this.add(field, oneOfMessage(enumNames(type)));
  }

  /** @throws Fault `invalid_request` with every problem, when there is any */
  throwIfAny(): void {
    if (this.#details.length > 0)
      throw new Fault('invalid_request', INVALID_REQUEST, { details: this.#details });
  }
}
