import { hasLongRunOfMarks } from './nfc.ts';

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\r\t]/u;
// What comes after one of these is shown in another order than it is stored in.
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;
// U+2800, the empty Braille pattern, counts as a symbol and shows nothing.
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a database can store a text and give it back: PostgreSQL has no NUL, UTF-8 no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** What is said of a text of one line that people cannot read as it is. */
export const UNREADABLE_LINE =
  'Must be one line that can be seen, without control characters, directional overrides, unpaired surrogates or more than 30 combining marks in a row.';

/** What is said of a text of several lines that people cannot read as it is. */
export const UNREADABLE_LINES =
  'Must be a text that can be seen, without control characters but newlines and tabs, directional overrides, unpaired surrogates or more than 30 combining marks in a row.';

/**
 * Whether people see in a text of one line what is in it: no control character, no override or isolate of its direction, and something
 * to be seen in it. Joiners, as in emoji and Indic scripts, are well. A text of nothing or of white space only is for others to judge.
 */
export const isReadableLine = (text: string): boolean => !CONTROL.test(text) && isReadable(text);

/** The same of a text that may have several lines, and tabs. */
export const isReadableLines = (text: string): boolean => !CONTROL_BUT_BREAKS.test(text) && isReadable(text);

const isReadable = (text: string): boolean =>
  text.isWellFormed() &&
  !DIRECTION.test(text) &&
  !hasLongRunOfMarks(text) &&
  (VISIBLE.test(text) || text.trim() === '');
