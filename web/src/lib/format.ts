import i18next from 'i18next';

/** The zone of every store: opening hours, days of sales and validities are told in it. */
export const STORE_ZONE = 'America/Argentina/Buenos_Aires';

const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function formatter<T extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found as T;
}

const locale = (): string => (i18next.resolvedLanguage === 'en' ? 'en' : 'es-AR');

/** Centavos as pesos: `$ 1.234,50`. */
export function money(centavos: number): string {
  // Amounts are written as people in Argentina write them, whatever the language of the page.
  const pesos = formatter(
    'money',
    () => new Intl.NumberFormat('es-AR', { style: 'currency', currency: 'ARS' }),
  );
  return pesos.format(centavos / 100);
}

/** A whole or decimal number. */
export function number(value: number, fractionDigits = 2): string {
  const options = { maximumFractionDigits: fractionDigits };
  return formatter(
    `${locale()} number ${fractionDigits}`,
    () => new Intl.NumberFormat(locale(), options),
  ).format(value);
}

const date = (style: string, options: Intl.DateTimeFormatOptions, iso: string): string =>
  formatter(
    `${locale()} ${style}`,
    () => new Intl.DateTimeFormat(locale(), { ...options, timeZone: STORE_ZONE }),
  ).format(new Date(iso));

/** A day: `3 nov 2026`. */
export const day = (iso: string): string =>
  date('day', { day: 'numeric', month: 'short', year: 'numeric' }, iso);

/** Day and time in the store's zone: `3 nov 2026, 14:05`. */
export const dayAndTime = (iso: string): string =>
  date(
    'time',
    { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    iso,
  );
