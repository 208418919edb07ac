import { hasTrigram } from '@commerce/service-kit/db/trigram.ts';

/** Combining marks, after decomposition. */
const MARKS = /\p{M}/gu;
const NO_NUMBER = /[^\d\s.()+-]/;

/** A search string in the form of the searched text (`customer_search_text` of the migrations). */
export interface SearchText {
  /** Pattern for `like`. */
  pattern: string;
  /** A trigram index can find it. */
  indexed: boolean;
}

/** Normalizes a search string; undefined when it is empty. Separators between digits are removed. */
export function readSearchText(text: string): SearchText | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const looksLikeNumber = !NO_NUMBER.test(trimmed) && /\d/.test(trimmed);
  const plain = looksLikeNumber
    ? trimmed.replaceAll(/\D/g, '')
    : trimmed.normalize('NFD').replaceAll(MARKS, '').toLowerCase();
  const pattern = `%${plain.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return { pattern, indexed: hasTrigram(plain) };
}
