/** More consecutive combining marks than any script has (UAX #15, "Stream-Safe Text Format"). */
const LONG_RUN_OF_MARKS = /\p{M}{31}/u;

/** Reports whether a string has more than 30 consecutive combining marks. */
export const hasLongRunOfMarks = (text: string): boolean => LONG_RUN_OF_MARKS.test(text);

/**
 * Normalizes a string to Unicode NFC. A string with a long run of marks is returned unchanged: ordering the marks takes
 * quadratic time, 47 seconds for 1 MiB, and `isReadableLine` rejects it anyway.
 */
export const toNfc = (text: string): string => (hasLongRunOfMarks(text) ? text : text.normalize('NFC'));
