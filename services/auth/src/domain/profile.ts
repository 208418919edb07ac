import { invalid } from '@commerce/service-kit/fault.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import { toNfc } from '@commerce/texts/nfc.ts';
import { isReadableLine, UNREADABLE_LINE } from '@commerce/texts/readable.ts';

/** Languages of emails and pages. */
export type Language = 'es' | 'en';

const MAX_NAME = 100;

/**
 * The name of a person or of a developer, as it is stored.
 * @throws Fault `invalid_request` at the field
 */
export function nameOf(given: string, field: string, min = 1): string {
  const name = toNfc(given).replace(/\s+/g, ' ').trim();
  const length = Array.from(name).length;
  if (length < min || length > MAX_NAME) throw invalid(field, lengthMessage(min, MAX_NAME));
  if (!isReadableLine(name)) throw invalid(field, UNREADABLE_LINE);
  return name;
}

/** @throws Fault `invalid_request` for an unsupported language */
export function languageOf(given: string): Language {
  if (given !== 'es' && given !== 'en') throw invalid('language', 'Must be es or en.');
  return given;
}

/** Version of the profile fields that a person changes. */
export const profileVersion = ({ name, language }: { name: string; language: string }): string =>
  contentVersion([name, language]);
