import { toNfc } from '@commerce/texts/nfc.ts';

// Cells with several values have one per line, since names cannot contain line breaks. They can contain the separator
// of levels.
const LEVELS = ' > ';

/** Joins several values into a cell. */
export const linesText = (values: string[]): string => values.join('\n');

/** Splits a cell into its distinct values, up to a limit. */
export const linesOf = (cell: string, limit: number): string[] => distinctValues(cell.split(/\r?\n/, limit));

/** Joins the path of names of a category, from the top level down. */
export const pathText = (path: string[]): string =>
  path.map((name) => name.replaceAll('\\', '\\\\').replaceAll('>', '\\>')).join(LEVELS);

/** Splits a joined path into its names. */
export function pathOf(text: string): string[] {
  const names = [''];
  for (const [token, escaped] of text.matchAll(/\\([\\>])|>|[^\\>]+|\\/g)) {
    if (token === '>') names.push('');
    else names[names.length - 1] += escaped ?? token;
  }
  return names.map((name) => toNfc(name.trim())).filter((name) => name !== '');
}

/** Trims values, and drops empty and repeated ones. */
export const distinctValues = (values: string[]): string[] => [
  ...new Set(values.map((value) => toNfc(value.trim())).filter((value) => value !== '')),
];
