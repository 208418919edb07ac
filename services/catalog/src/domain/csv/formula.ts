/** What a spreadsheet would take for a formula, or would be taken for a text that was guarded. */
const GUARDED = /^'*[=+\-@\t\r]/;

/** A text as a cell that no spreadsheet computes: with an apostrophe before what begins like a formula. */
export const guarded = (text: string): string => (GUARDED.test(text) ? `'${text}` : text);

/** The text of a cell, without the apostrophe that guards it. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell;
