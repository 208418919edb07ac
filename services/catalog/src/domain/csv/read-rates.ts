import { MAX_WEIGHT_MILLI, WEIGHT_UNITS } from '../bounds.ts';
import { shown, textOf, wordOf, yesOf } from './cells.ts';
import type { Findings } from './findings.ts';
import type { Row } from './rows.ts';

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, lb: 453.592_37, oz: 28.349_523_125 };

/** Reads the rate of IVA, in hundredths of a percent; 0 for a product that is not taxed. */
export function ivaOf(findings: Findings, row: Row): number | undefined {
  const text = textOf(row, 'iva');
  if (text !== undefined) {
    const rate = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(text);
    const basisPoints = rate === null ? -1 : Math.round(Number(rate[1]!.replace(',', '.')) * 100);
    if (basisPoints >= 0 && basisPoints <= 10_000) return basisPoints;
    findings.error(row.line, 'iva', 'iva_invalid', { value: shown(text) });
  }
  return yesOf(findings, row, 'taxable') === false ? 0 : undefined;
}

/** Reads the weight of one unit from the column of this platform, else from the first row with a weight. */
export function weightOf(findings: Findings, rows: Row[]): { milli: number; unit: string } | undefined {
  const first = rows[0]!;
  const text = textOf(first, 'weight');
  if (text !== undefined) {
    const parts = /^(\d{1,9}(?:\.\d{1,3})?) (g|kg|lb|oz)$/.exec(text);
    if (parts !== null) return checked(findings, first, Math.round(Number(parts[1]) * 1_000), parts[2]!);
    findings.error(first.line, 'weight', 'weight_invalid', { value: shown(text) });
    return undefined;
  }
  const row = rows.find((one) => textOf(one, 'grams') !== undefined);
  if (row === undefined) return undefined;
  const grams = textOf(row, 'grams')!.replace(',', '.');
  const unit = wordOf(findings, row, 'weightUnit', WEIGHT_UNITS) ?? 'kg';
  if (/^\d{1,12}(?:\.\d+)?$/.test(grams))
    return checked(findings, row, Math.round((Number(grams) * 1_000) / GRAMS[unit]!), unit);
  findings.error(row.line, 'grams', 'weight_invalid', { value: shown(grams) });
  return undefined;
}

function checked(findings: Findings, row: Row, milli: number, unit: string) {
  if (milli <= MAX_WEIGHT_MILLI) return { milli, unit };
  findings.error(row.line, 'grams', 'weight_too_large');
  return undefined;
}
