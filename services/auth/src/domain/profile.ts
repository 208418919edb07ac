import { invalid } from '@commerce/service-kit/fault.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import { isReadableLine, UNREADABLE_LINE } from '@commerce/texts/readable.ts';

/** Languages that people are written to in. */
export type Language = 'es' | 'en';

const MAX_NAME = 100;

/**
 * A name as it is kept: of a person, or of a developer.
 * @throws Fault `invalid_request` at the field
 */
export function nameOf(given: string, field: string, min = 1): string {
  const name = toNfc(given).replace(/\s+/g, ' ').trim();
  const length = Array.from(name).length;
  if (length < min || length > MAX_NAME) throw invalid(field, `${min} to ${MAX_NAME} characters.`);
  if (!isReadableLine(name)) throw invalid(field, UNREADABLE_LINE);
  return name;
}

/** @throws Fault `invalid_request` for a language that nobody is written to in */
export function languageOf(given: string): Language {
  if (given !== 'es' && given !== 'en') throw invalid('language', 'Must be es or en.');
  return given;
}

/** Version of what a person changes in their profile. */
export const profileVersion = ({ name, language }: { name: string; language: string }): string =>
  contentVersion([name, language]);
