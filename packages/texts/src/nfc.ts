/** More combining marks in a row than any script has (UAX #15, "Stream-Safe Text Format"). */
const LONG_RUN_OF_MARKS = /\p{M}{31}/u;

/** Whether a text has more than 30 combining marks in a row. */
export const hasLongRunOfMarks = (text: string): boolean => LONG_RUN_OF_MARKS.test(text);

/**
 * A text in Unicode's form NFC. One with a long run of marks is left as it is: putting them in order takes quadratic time, 47 seconds
 * for 1 MiB, and `isReadableLine` refuses the text anyway.
 */
export const toNfc = (text: string): string => (hasLongRunOfMarks(text) ? text : text.normalize('NFC'));
