/**
 * Rule of a number field. Values are whole numbers of its smallest unit: centavos of an amount, hundredths of a
 * percentage, thousandths of a weight, units of a quantity.
 */
export interface NumberRule {
  /** Decimal digits of the smallest unit. */
  decimals: number;
  min: number;
  max: number;
  /** Symbol allowed before (`$`) or after (`%`) the number. */
  sign?: '$' | '%';
  /** Example of a valid number, for messages. */
  example: string;
}

/** The platform's limit for amounts, 10^12 pesos. */
const MAX_CENTAVOS = 100_000_000_000_000;

export const AMOUNT: NumberRule = { decimals: 2, min: 0, max: MAX_CENTAVOS, sign: '$', example: '1.500,50' };
/** Selling price: never zero. */
export const PRICE: NumberRule = { ...AMOUNT, min: 1 };
export const PERCENT: NumberRule = { decimals: 2, min: 0, max: 10_000, sign: '%', example: '10,5' };
export const WEIGHT: NumberRule = { decimals: 3, min: 0, max: 1_000_000_000, example: '1,25' };
export const QUANTITY: NumberRule = { decimals: 0, min: 0, max: 1_000_000_000, example: '1.500' };

/** Reason why a text is rejected. */
export type NumberProblem = 'unreadable' | 'negative' | 'decimals' | 'whole' | 'tooSmall' | 'tooLarge';

/** Parsed text: a value, null for an empty text, or the reason why it is rejected. */
export type NumberReading = { value: number | null } | { problem: NumberProblem };

// `1500`, `1.500`, `1 500`, each with or without decimals after a comma. A trailing comma is accepted while typing.
const NUMBER = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?: \d{3})+)(?:,(\d*))?$/;
const MAX_DIGITS = 15;

/**
 * Parses a number in the Argentine format: `.` groups thousands, `,` is the decimal separator. A text that is ambiguous
 * with other formats (`1,500.50`, `1.5`) is rejected rather than guessed.
 */
export function readNumber(text: string, rule: NumberRule): NumberReading {
  const trimmed = withoutSign(text.replaceAll(/\s/g, ' ').trim(), rule.sign);
  if (trimmed === '' && text.trim() === '') return { value: null };
  const isNegative = /^[-−]/.test(trimmed);
  const [, integer = '', fraction = ''] = NUMBER.exec(trimmed.replace(/^[-−+] ?/, '')) ?? [];
  if (integer === '' || (trimmed.startsWith('+') && rule.min >= 0)) return { problem: 'unreadable' };
  if (isNegative && rule.min >= 0) return { problem: 'negative' };
  if (fraction.length > rule.decimals) return { problem: rule.decimals === 0 ? 'whole' : 'decimals' };
  const digits = integer.replaceAll(/\D/g, '').replace(/^0+/, '') + fraction.padEnd(rule.decimals, '0');
  const size = Number(digits);
  const value = isNegative && size !== 0 ? -size : size;
  if (digits.length > MAX_DIGITS || value > rule.max)
    return { problem: isNegative ? 'tooSmall' : 'tooLarge' };
  return value < rule.min ? { problem: 'tooSmall' } : { value };
}

function withoutSign(text: string, sign: NumberRule['sign']): string {
  if (sign === '$') return text.replace(/^([-−]?) ?\$ ?/, '$1');
  return sign === '%' ? text.replace(/ ?%$/, '') : text;
}

/** Formats a value as its field shows it: `$ 1.500,50`, `10,5 %`, `1.500`; empty for null. */
export function writeNumber(value: number | null, rule: NumberRule): string {
  if (value === null) return '';
  const number = `${value < 0 ? '-' : ''}${unsigned(Math.abs(value), rule)}`;
  if (rule.sign === '$') return `$ ${number}`;
  return rule.sign === '%' ? `${number} %` : number;
}

function unsigned(size: number, { decimals, sign }: NumberRule): string {
  const digits = String(size).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const integer = digits.slice(0, at).replaceAll(/\B(?=(\d{3})+$)/g, '.');
  const fraction = digits.slice(at);
  // Centavos have two digits or none, as money is written; other decimals drop trailing zeros.
  const shown = sign === '$' && Number(fraction) !== 0 ? fraction : fraction.replace(/0+$/, '');
  return shown === '' ? integer : `${integer},${shown}`;
}
