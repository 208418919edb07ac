import { REPEATED, repeatedIndexes } from '@commerce/texts/lists.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import { isHttpsUrl, NOT_AN_HTTPS_URL } from '@commerce/texts/urls.ts';
import type { Problems } from './problems.ts';

/** Checks a string of one line and 1 to `max` UTF-16 units. @returns it trimmed and in form NFC */
export const line = (problems: Problems, field: string, text: string, max: number): string =>
  problems.line(field, toNfc(text.trim()), 1, max);

/** Checks a string of one line like `line`, unless it is undefined. */
export const optionalLine = (
  problems: Problems,
  field: string,
  text: string | undefined,
  max: number,
): string | undefined => (text === undefined ? undefined : line(problems, field, text, max));

/**
 * Checks a string that may have several lines and tabs.
 * @returns it trimmed and in form NFC; undefined when nothing is left
 */
export function paragraphs(
  problems: Problems,
  field: string,
  text: string | undefined,
  max: number,
): string | undefined {
  const clean = toNfc((text ?? '').replaceAll(/\r\n?/g, '\n').trim());
  return clean === '' ? undefined : problems.lines(field, clean, 0, max);
}

/** Checks an https URL of at most 2,048 characters. */
export function httpsUrl(problems: Problems, field: string, text: string): string {
  if (!isHttpsUrl(text)) problems.add(field, NOT_AN_HTTPS_URL);
  return text;
}

/** Checks an https URL, unless it is undefined. */
export const optionalUrl = (
  problems: Problems,
  field: string,
  text: string | undefined,
): string | undefined => (text === undefined ? undefined : httpsUrl(problems, field, text));

/** Checks that a list is not too long and that no element occurs twice. */
export function distinct(problems: Problems, field: string, values: string[], max: number): string[] {
  if (!problems.count(field, values.length, 0, max)) return values;
  for (const index of repeatedIndexes(values)) problems.add(`${field}[${index}]`, REPEATED);
  return values;
}
