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

/** A text of one line, trimmed and in form NFC, of 1 to `max` UTF-16 units. */
export function line(problems: Problems, field: string, text: string, max: number): string {
  const clean = toNfc(text.trim());
  if (clean.length === 0 || clean.length > max) problems.add(field, `Must have 1 to ${max} characters.`);
  else if (!isReadableLine(clean)) problems.add(field, UNREADABLE_LINE);
  return clean;
}

/** The same, when there is one. */
export function optionalLine(
  problems: Problems,
  field: string,
  text: string | undefined,
  max: number,
): string | undefined {
  return text === undefined ? undefined : line(problems, field, text, max);
}

/** A text that may have several lines and tabs, trimmed and in form NFC; undefined when nothing is left of it. */
export function paragraphs(
  problems: Problems,
  field: string,
  text: string | undefined,
  max: number,
): string | undefined {
  const clean = toNfc((text ?? '').replaceAll(/\r\n?/g, '\n').trim());
  if (clean === '') return undefined;
  if (clean.length > max) problems.add(field, `Must have at most ${max} characters.`);
  else if (!isReadableLines(clean)) problems.add(field, UNREADABLE_LINES);
  return clean;
}

/** An https URL of at most 2,048 characters. */
export function httpsUrl(problems: Problems, field: string, text: string): string {
  if (!isHttpsUrl(text)) problems.add(field, NOT_AN_HTTPS_URL);
  return text;
}

/** The same, when there is one. */
export function optionalUrl(problems: Problems, field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : httpsUrl(problems, field, text);
}

/** A list of which no element may come twice. */
export function distinct(problems: Problems, field: string, values: string[], max: number): string[] {
  if (!withinLength(problems, field, values, max)) return values;
  for (const at of repeatedIndexes(values)) problems.add(`${field}[${at}]`, REPEATED);
  return values;
}

/** Whether a list is not too long; a problem otherwise, and its elements are not worth a look. */
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
