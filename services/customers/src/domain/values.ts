import { isMailAddress } from '@commerce/texts/email.ts';
import { isReadableLine, isReadableLines } from '@commerce/texts/readable.ts';

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

/** Most tags of a person. */
export const MAX_TAGS = 50;
const TAG_MAX_LENGTH = 50;

/** Tags without spaces at their ends, each once, in the order given; undefined when one is empty or too long, or there are too many. */
export function readTags(tags: readonly string[]): string[] | undefined {
  if (tags.length > MAX_TAGS) return undefined;
  const read = tags.map((tag) => readText(tag, TAG_MAX_LENGTH) ?? '');
  return read.includes('') ? undefined : [...new Set(read)];
}
