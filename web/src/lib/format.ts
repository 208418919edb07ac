import i18next from 'i18next';
import { STORE_ZONE } from '@commerce/console-api/zone.ts';

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

/** Centavos as whole pesos, where there is no room for more: `$ 1.235`. */
export function wholeMoney(centavos: number): string {
  const options = { style: 'currency', currency: 'ARS', maximumFractionDigits: 0 } as const;
  return formatter('whole', () => new Intl.NumberFormat('es-AR', options)).format(centavos / 100);
}

/** Pesos in a few characters, for an axis: `$ 8 M`. */
export function shortMoney(pesos: number): string {
  const options = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return `$ ${formatter('short money', () => new Intl.NumberFormat('es-AR', options)).format(pesos)}`;
}

/** A whole or decimal number, written like amounts: fields read it back in either language. */
export function number(value: number, fractionDigits = 2): string {
  const options = { maximumFractionDigits: fractionDigits };
  return formatter(`number ${fractionDigits}`, () => new Intl.NumberFormat('es-AR', options)).format(value);
}

const date = (style: string, options: Intl.DateTimeFormatOptions, iso: string): string =>
  formatter(
    `${locale()} ${style}`,
    () => new Intl.DateTimeFormat(locale(), { ...options, timeZone: STORE_ZONE }),
  ).format(new Date(iso));

const calendarDay = (): Intl.DateTimeFormatOptions => ({
  day: '2-digit',
  // Months by name are long in Spanish (`3 de nov de 2026`), and in English figures would be read either way round.
  month: locale() === 'en' ? 'short' : '2-digit',
  year: 'numeric',
});

/** A day: `03/11/2026`. */
export const day = (iso: string): string => date('day', calendarDay(), iso);

/** Day and time in the store's zone: `03/11/2026, 14:05`. */
export const dayAndTime = (iso: string): string =>
  date('time', { ...calendarDay(), hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, iso);

/** A calendar day, YYYY-MM-DD, without its year: `3 nov`. */
export const shortDay = (isoDay: string): string =>
  // At noon it is the same day in every zone of the country.
  date('short', { day: 'numeric', month: 'short' }, `${isoDay}T12:00:00-03:00`);

/** Day and hour in the store's zone, for an axis: `3 nov, 14 h`. */
export const shortHour = (iso: string): string =>
  `${date('short', { day: 'numeric', month: 'short' }, iso)}, ${date('hour', { hour: '2-digit', hourCycle: 'h23' }, iso)} h`;
