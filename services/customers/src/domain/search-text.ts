/** Marks that letters are written with, once they are parted from them. */
const MARKS = /\p{M}/gu;
const NO_NUMBER = /[^\d\s.()+-]/;

/** Shorter texts have no trigram of their own: an index of trigrams is of no use for them. */
const INDEXED_LENGTH = 3;

/** A text to look for, made alike with what it is looked for in (`customer_search_text` of the migrations). */
export interface SearchText {
  /** For `like`. */
  pattern: string;
  /** Whether an index of trigrams can find it. */
  indexed: boolean;
}

/** What a person has typed to find somebody; undefined when it is nothing. Digits are looked for without what parts them. */
export function readSearchText(text: string): SearchText | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const looksLikeNumber = !NO_NUMBER.test(trimmed) && /\d/.test(trimmed);
  const plain = looksLikeNumber
    ? trimmed.replaceAll(/\D/g, '')
    : trimmed.normalize('NFD').replaceAll(MARKS, '').toLowerCase();
  const pattern = `%${plain.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return { pattern, indexed: plain.length >= INDEXED_LENGTH };
}
