import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const MAX_LENGTH = 40;
const E164 = /^\+\d{5,15}$/;

/** Message about a string that is not a phone number. */
export const NOT_A_PHONE =
  'Must be a phone number: with its area code, and abroad with + and the country; without an extension.';

/**
 * Converts a phone number to E.164, `+541155550101`; a number without a country code is Argentine. Undefined when no
 * such number is possible, or when it has an extension, which E.164 cannot represent.
 */
export function readPhone(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const parsed = parsePhoneNumberFromString(trimmed, { defaultCountry: 'AR', extract: false });
  if (!parsed?.isPossible() || parsed.ext !== undefined) return undefined;
  return E164.test(parsed.number) ? parsed.number : undefined;
}
