const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u;

/** Reports whether a trigram index can find a part of a text: three characters of a word, or two at its beginning or end. */
export const hasTrigram = (text: string): boolean => TRIGRAM.test(text);
