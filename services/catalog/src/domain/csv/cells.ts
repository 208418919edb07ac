import type { Column } from './columns.ts';
import type { Findings } from './findings.ts';
import type { Row } from './rows.ts';

/** 10^12 pesos, in centavos. */
const MAX_AMOUNT_CENTAVOS = 100_000_000_000_000;
/** Longest text that is an amount. */
const MAX_AMOUNT_CHARS = 40;
/** Most units that a shop has of something. */
const MAX_UNITS = 1_000_000_000;

/** The text of a cell; undefined when it is empty or the file has no such column. */
export const textOf = (row: Row, column: Column): string | undefined => row.cells[column] || undefined;

/**
 * An amount in centavos: with a point or a comma before at most two decimals, thousands separated by the other one or not at all.
 * @returns undefined for an empty cell, and for what is no amount, which is an error
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

/** A quantity in stock; what is below 0 is not taken, with a warning: there is no such stock. */
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

/** Yes or no, in English or Spanish. */
export function yesOf(findings: Findings, row: Row, column: Column): boolean | undefined {
  const text = textOf(row, column)?.toLowerCase();
  if (text === undefined) return undefined;
  if (['true', 'yes', '1', 'verdadero', 'si', 'sí'].includes(text)) return true;
  if (['false', 'no', '0', 'falso'].includes(text)) return false;
  findings.error(row.line, column, 'yes_or_no', { value: shown(text) });
  return undefined;
}

/** One of a few words. */
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

/** A text as messages quote it. */
export const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
