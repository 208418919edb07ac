import { isMailAddress } from '@commerce/texts/email.ts';
import { isReadableLine } from '@commerce/texts/readable.ts';

/** Trims a single-line string; undefined when it is too long or unreadable. */
export function readText(text: string, maxLength: number): string | undefined {
  const trimmed = text.trim();
  return trimmed.length <= maxLength && isReadableLine(trimmed) ? trimmed : undefined;
}

/**
 * Trims an email address and lowercases its domain; undefined when it is invalid. The local part keeps its case, which receiving
 * servers may distinguish.
 */
export function readEmail(text: string): string | undefined {
  const trimmed = text.trim();
  if (!isMailAddress(trimmed)) return undefined;
  const at = trimmed.lastIndexOf('@');
  return trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}

/** Maximum tags of a person. */
export const MAX_TAGS = 50;
const TAG_MAX_LENGTH = 50;

/** Trimmed, distinct tags in the given order; undefined when one is empty or too long, or there are too many. */
export function readTags(tags: readonly string[]): string[] | undefined {
  if (tags.length > MAX_TAGS) return undefined;
  const read = tags.map((tag) => readText(tag, TAG_MAX_LENGTH) ?? '');
  return read.includes('') ? undefined : [...new Set(read)];
}
