import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isMailAddress } from '@commerce/texts/email.ts';
import { isReadableLine, isReadableLines } from '@commerce/texts/readable.ts';

const PHONE_MAX_LENGTH = 40;
const E164 = /^\+\d{5,15}$/;
const DNI_MAX_LENGTH = 20;

/** A text of one line without spaces at its ends; undefined when it is too long, or when people could not read it as it is. */
export function readText(text: string, maxLength: number): string | undefined {
  const trimmed = text.trim();
  return trimmed.length <= maxLength && isReadableLine(trimmed) ? trimmed : undefined;
}

/** The same of a text that may have several lines. */
export function readLines(text: string, maxLength: number): string | undefined {
  const trimmed = text.trim();
  return trimmed.length <= maxLength && isReadableLines(trimmed) ? trimmed : undefined;
}

/**
 * An e-mail address without spaces at its ends, the domain in lowercase; undefined when it is none. What is before the @ stays
 * as it was given: the receiving server may care, and who looks for it does not.
 */
export function readEmail(text: string): string | undefined {
  const trimmed = text.trim();
  if (!isMailAddress(trimmed)) return undefined;
  const at = trimmed.lastIndexOf('@');
  return trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}

/**
 * A phone number as E.164 has it, `+541155550101`; one without a country is of Argentina. Undefined when no such number is
 * possible, or when it has an extension, which E.164 cannot keep.
 */
export function readPhone(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > PHONE_MAX_LENGTH) return undefined;
  const parsed = parsePhoneNumberFromString(trimmed, { defaultCountry: 'AR', extract: false });
  if (!parsed?.isPossible() || parsed.ext !== undefined) return undefined;
  return E164.test(parsed.number) ? parsed.number : undefined;
}

/** The 7 or 8 digits of a DNI, which people write with dots and spaces; undefined when there are others. */
export function readDni(text: string): string | undefined {
  if (text.length > DNI_MAX_LENGTH) return undefined;
  const digits = text.replace(/[.\s]/g, '');
  return /^\d{7,8}$/.test(digits) ? digits : undefined;
}

/** Most tags of a person. */
export const MAX_TAGS = 50;
const TAG_MAX_LENGTH = 50;

/** Tags without spaces at their ends, each once, in the order given; undefined when one is empty or too long, or there are too many. */
export function readTags(tags: readonly string[]): string[] | undefined {
  if (tags.length > MAX_TAGS) return undefined;
  const read = tags.map((tag) => readText(tag, TAG_MAX_LENGTH) ?? '');
  return read.includes('') ? undefined : [...new Set(read)];
}
