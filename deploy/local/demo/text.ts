import type { Rng } from './random.ts';

/** A URL slug: no accents, lowercase, hyphens. */
export function slugify(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Random decimal digits of the given length. */
export function randomDigits(rng: Rng, length: number): string {
  let text = '';
  for (let at = 0; at < length; at++) text += rng.below(10);
  return text;
}

/** An EAN-13 with its check digit, under the prefix of Argentina (779). */
export function ean13(rng: Rng): string {
  const digits = `779${randomDigits(rng, 9)}`;
  let sum = 0;
  for (let at = 0; at < 12; at++) sum += (digits.charCodeAt(at) - 48) * (at % 2 === 0 ? 1 : 3);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** A CUIT (tax identifier) with its check digit; internal, never sent in a message. */
export function cuit(type: '20' | '27' | '30', body: string): string {
  const digits = `${type}${body}`;
  const sum = CUIT_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  // A remainder of 1 has no single check digit; the tax office uses 9 with another type, this code just 9.
  const check = [0, 9][sum % 11] ?? 11 - (sum % 11);
  return `${type}-${body}-${check}`;
}

/** A mobile number of an area: ten digits after +54 9. */
export function mobilePhone(rng: Rng, areaCode: string): string {
  const head = 10 - areaCode.length - 4;
  const first = String(rng.between(4, 6)) + randomDigits(rng, head - 1);
  return `+54 9 ${areaCode} ${first}-${randomDigits(rng, 4)}`;
}

/** The rows of a data table: one per line, columns separated by semicolons, blank lines skipped. */
export function parseTable(table: string): string[][] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(';').map((cell) => cell.trim()));
}

/** The values of a multi-value cell. */
export function parseList(cell: string | undefined): string[] {
  return cell ? cell.split('|').map((value) => value.trim()) : [];
}
