// Where a spreadsheet begins a cell: at the start, and where the semicolon parts cells, as in Argentina, at each, whatever quotes are
// around the text. Then what it would take for a formula, in full width too, or what would be taken for a text that was guarded.
const TO_GUARD = /(^|;)("*)('*[=+\-@\t\r＝＋－＠])/g;
const GUARDED = /(^|;)("*)'('*[=+\-@\t\r＝＋－＠])/g;

/** A text as a cell that no spreadsheet computes: with an apostrophe before what begins like a formula. */
export const guarded = (text: string): string => text.replaceAll(TO_GUARD, "$1$2'$3");

/** The text of a cell, without the apostrophes that guard it. */
export const unguarded = (cell: string): string => cell.replaceAll(GUARDED, '$1$2$3');
