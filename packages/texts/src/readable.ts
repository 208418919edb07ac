import { hasLongRunOfMarks } from './nfc.ts';

const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\r\t]/u;
// Characters after one of these are displayed in a different order than they are stored.
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;
// U+2800, the empty Braille pattern, counts as a symbol but is invisible.
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Reports whether a database can store a string unchanged: PostgreSQL has no NUL, UTF-8 no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Message about an unreadable single-line string. */
export const UNREADABLE_LINE =
  'Must be a single line of visible characters, without control characters, directional overrides, unpaired surrogates or more than 30 combining marks in a row.';

/** Message about an unreadable multi-line string. */
export const UNREADABLE_LINES =
  'Must contain visible characters, without control characters except newlines and tabs, directional overrides, unpaired surrogates or more than 30 combining marks in a row.';

/**
 * Reports whether a single-line string displays as it is: no control character, no override or isolate of its
 * direction, and something visible in it. Joiners, as in emoji and Indic scripts, are allowed. Empty and
 * white-space-only strings pass: callers check those.
 */
export const isReadableLine = (text: string): boolean => !CONTROL.test(text) && isReadable(text);

/** Like `isReadableLine`, but allows line breaks and tabs. */
export const isReadableLines = (text: string): boolean => !CONTROL_BUT_BREAKS.test(text) && isReadable(text);

const isReadable = (text: string): boolean =>
  text.isWellFormed() &&
  !DIRECTION.test(text) &&
  !hasLongRunOfMarks(text) &&
  (VISIBLE.test(text) || text.trim() === '');
