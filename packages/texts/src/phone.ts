import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const MAX_LENGTH = 40;
const E164 = /^\+\d{5,15}$/;

/** Message about a text that is no phone number. */
export const NOT_A_PHONE =
  'Must be a phone number: with its area code, and abroad with + and the country; without an extension.';

/**
 * A phone number as E.164 has it, `+541155550101`; one without a country is of Argentina. Undefined when no such number is
 * possible, or when it has an extension, which E.164 cannot keep.
 */
export function readPhone(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const parsed = parsePhoneNumberFromString(trimmed, { defaultCountry: 'AR', extract: false });
  if (!parsed?.isPossible() || parsed.ext !== undefined) return undefined;
  return E164.test(parsed.number) ? parsed.number : undefined;
}
