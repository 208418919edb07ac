import type { Column } from './columns.ts';
import type { Findings } from './findings.ts';
import type { Row } from './rows.ts';

/** 10^12 pesos, in centavos. */
const MAX_AMOUNT_CENTAVOS = 100_000_000_000_000;
/** Maximum length of an amount. */
const MAX_AMOUNT_CHARS = 40;
/** Maximum quantity in stock. */
const MAX_UNITS = 1_000_000_000;

/** Content of a cell; undefined when it is empty or the file has no such column. */
export const textOf = (row: Row, column: Column): string | undefined => row.cells[column] || undefined;

/** Content of a cell that clears a value when it is empty: null then, undefined if the file has no such column. */
export const clearable = (row: Row, column: Column): string | null | undefined => {
  const text = row.cells[column];
  return text === '' ? null : text;
};

/**
 * Reads an amount: at most two decimals after a point or a comma; thousands may be separated by the other one.
 * @returns the amount in centavos; undefined for an empty cell, and for an invalid amount, which is an error
 */
export function amountOf(findings: Findings, row: Row, column: Column): number | undefined {
  const text = textOf(row, column);
  if (text === undefined) return undefined;
  const refuse = (code: string): undefined => {
    findings.error(row.line, column, code, { value: shown(text) });
  };
  if (text.startsWith('-')) return refuse('amount_negative');
  if (text.length > MAX_AMOUNT_CHARS) return refuse('amount_invalid');
  const plain = /^\d{1,3}(,\d{3})+\.\d{1,2}$/.test(text)
    ? text.replaceAll(',', '')
    : /^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)
      ? text.replaceAll('.', '')
      : text;
  const parts = /^(\d{1,15})(?:[.,](\d*))?$/.exec(plain);
  if (parts === null) return refuse('amount_invalid');
  const decimals = (parts[2] ?? '').replace(/0+$/, '');
  if (decimals.length > 2 || (parts[2]?.length ?? 0) === 3) return refuse('amount_decimals');
  const centavos = Number(parts[1]) * 100 + Number(decimals.padEnd(2, '0'));
  if (centavos > MAX_AMOUNT_CENTAVOS) return refuse('amount_too_large');
  return centavos;
}

/** Reads a quantity in stock. A negative quantity is ignored with a warning, since stock cannot be negative. */
export function quantityOf(findings: Findings, row: Row): number | undefined {
  const text = textOf(row, 'quantity');
  if (text === undefined) return undefined;
  if (/^-\d+$/.test(text)) {
    findings.warn(row.line, 'quantity', 'quantity_negative', { value: shown(text) });
    return undefined;
  }
  if (/^\d{1,10}(?:\.0+)?$/.test(text) && Number(text) <= MAX_UNITS) return Number(text);
  findings.error(row.line, 'quantity', 'quantity_invalid', { value: shown(text) });
  return undefined;
}

/** Reads yes or no, in English or Spanish. */
export function yesOf(findings: Findings, row: Row, column: Column): boolean | undefined {
  const text = textOf(row, column)?.toLowerCase();
  if (text === undefined) return undefined;
  if (['true', 'yes', '1', 'verdadero', 'si', 'sí'].includes(text)) return true;
  if (['false', 'no', '0', 'falso'].includes(text)) return false;
  findings.error(row.line, column, 'yes_or_no', { value: shown(text) });
  return undefined;
}

/** Reads one of several words, ignoring case. */
export function wordOf<W extends string>(
  findings: Findings,
  row: Row,
  column: Column,
  words: readonly W[],
): W | undefined {
  const text = textOf(row, column);
  if (text === undefined) return undefined;
  const word = words.find((one) => one.toLowerCase() === text.toLowerCase());
  if (word === undefined)
    findings.error(row.line, column, 'word_unknown', { value: shown(text), words: words.join(', ') });
  return word;
}

/** Excerpt of a value for messages. */
export const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
