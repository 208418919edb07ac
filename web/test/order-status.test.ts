import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_FLOW } from '../../services/orders/src/domain/status-flow.ts';
import { statusLabel } from '../src/lib/order-status.ts';

const textsOf = (language: string): Record<string, string> => {
  const file = path.resolve(import.meta.dirname, `../src/texts/${language}/common.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { orderStatus: Record<string, string> }).orderStatus;
};
const translate = (language: string) =>
  ((key: string) => textsOf(language)[key.replace('orderStatus.', '')]) as never;

test.each(DEFAULT_FLOW)('the default status $status has a label in both languages', ({ status, label }) => {
  expect(statusLabel(translate('es'), label)).toBe(label);
  expect(statusLabel(translate('en'), label)).toBe(textsOf('en')[status]);
});

test('a label of the merchant is not translated', () => {
  expect(statusLabel(translate('en'), 'Para retirar')).toBe('Para retirar');
  expect(statusLabel(translate('en'), 'constructor')).toBe('constructor');
});
