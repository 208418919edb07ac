import { REPEATED, repeatedIndexes } from '@commerce/texts/lists.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import {
  isReadableLine,
  isReadableLines,
  UNREADABLE_LINE,
  UNREADABLE_LINES,
} from '@commerce/texts/readable.ts';
import { isHttpsUrl, NOT_AN_HTTPS_URL } from '@commerce/texts/urls.ts';
import type { Problems } from './problems.ts';

/** Checks a string of one line and 1 to `max` UTF-16 units. @returns it trimmed and in form NFC */
export function line(problems: Problems, field: string, text: string, max: number): string {
  const clean = toNfc(text.trim());
  if (clean.length === 0 || clean.length > max) problems.add(field, `Must be 1 to ${max} characters.`);
  else if (!isReadableLine(clean)) problems.add(field, UNREADABLE_LINE);
  return clean;
}

/** Checks a string of one line like `line`, unless it is undefined. */
export function optionalLine(
  problems: Problems,
  field: string,
  text: string | undefined,
  max: number,
): string | undefined {
  return text === undefined ? undefined : line(problems, field, text, max);
}

/** Checks a string that may have several lines and tabs. @returns it trimmed and in form NFC; undefined when nothing is left */
export function paragraphs(
  problems: Problems,
  field: string,
  text: string | undefined,
  max: number,
): string | undefined {
  const clean = toNfc((text ?? '').replaceAll(/\r\n?/g, '\n').trim());
  if (clean === '') return undefined;
  if (clean.length > max) problems.add(field, `Must be at most ${max} characters.`);
  else if (!isReadableLines(clean)) problems.add(field, UNREADABLE_LINES);
  return clean;
}

/** Checks an https URL of at most 2,048 characters. */
export function httpsUrl(problems: Problems, field: string, text: string): string {
  if (!isHttpsUrl(text)) problems.add(field, NOT_AN_HTTPS_URL);
  return text;
}

/** Checks an https URL, unless it is undefined. */
export function optionalUrl(problems: Problems, field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : httpsUrl(problems, field, text);
}

/** Checks that a list is not too long and that no element occurs twice. */
export function distinct(problems: Problems, field: string, values: string[], max: number): string[] {
  if (!withinLength(problems, field, values, max)) return values;
  for (const index of repeatedIndexes(values)) problems.add(`${field}[${index}]`, REPEATED);
  return values;
}

/** Checks that a list is not too long. @returns false if it is: its elements need no check then */
export function withinLength(
  problems: Problems,
  field: string,
  values: readonly unknown[],
  max: number,
): boolean {
  if (values.length <= max) return true;
  problems.add(field, `Must have at most ${max} elements.`);
  return false;
}
