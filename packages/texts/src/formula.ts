// The first group matches the start of a cell: the start of the value and, since spreadsheets set to Spanish separate
// cells by semicolons, each semicolon, with or without quotes. The last group matches the start of a formula, in
// full-width characters too, or of a value that looks guarded already.
const TO_GUARD = /(^|;)("*)('*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;
const GUARDED = /(^|;)("*)'('*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Guards a value against evaluation by spreadsheets: puts an apostrophe before anything that looks like a formula. */
export const guarded = (text: string): string => text.replaceAll(TO_GUARD, "$1$2'$3");

/** Removes the apostrophes of `guarded`. */
export const unguarded = (cell: string): string => cell.replaceAll(GUARDED, '$1$2$3');
