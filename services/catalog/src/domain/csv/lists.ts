import { toNfc } from '@commerce/texts/nfc.ts';

// A cell with several values has one a line; a name cannot have a line break, but may have what separates the levels of a category.
const LEVELS = ' > ';

/** Several values as one cell. */
export const linesText = (values: string[]): string => values.join('\n');

/** The values of such a cell, none twice; those beyond a limit are left out. */
export const linesOf = (cell: string, limit: number): string[] => distinctTexts(cell.split(/\r?\n/, limit));

/** The names of a category and of those above it, the topmost first, as one text. */
export const pathText = (path: string[]): string =>
  path.map((name) => name.replaceAll('\\', '\\\\').replaceAll('>', '\\>')).join(LEVELS);

/** The names of such a text. */
export function pathOf(text: string): string[] {
  const names = [''];
  for (const [token, escaped] of text.matchAll(/\\([\\>])|>|[^\\>]+|\\/g)) {
    if (token === '>') names.push('');
    else names[names.length - 1] += escaped ?? token;
  }
  return names.map((name) => toNfc(name.trim())).filter((name) => name !== '');
}

/** Texts trimmed, empty ones and repetitions left out. */
export const distinctTexts = (texts: string[]): string[] => [
  ...new Set(texts.map((text) => toNfc(text.trim())).filter((text) => text !== '')),
];
