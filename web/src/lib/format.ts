import i18next from 'i18next';
import { STORE_UTC_OFFSET, STORE_ZONE } from '@commerce/console-api/zone.ts';

const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function formatter<T extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found as T;
}

const locale = (): string => (i18next.resolvedLanguage === 'en' ? 'en' : 'es-AR');

/** Formats centavos as pesos: `$ 1.234,50`. */
export function money(centavos: number): string {
  // Amounts use the Argentine format in either language of the pages.
  const pesos = formatter(
    'money',
    () => new Intl.NumberFormat('es-AR', { style: 'currency', currency: 'ARS' }),
  );
  return pesos.format(centavos / 100);
}

/** Formats centavos as whole pesos, for tight spaces: `$ 1.235`. */
export function wholeMoney(centavos: number): string {
  const options = { style: 'currency', currency: 'ARS', maximumFractionDigits: 0 } as const;
  return formatter('whole', () => new Intl.NumberFormat('es-AR', options)).format(centavos / 100);
}

/** Formats pesos in a few characters, for an axis: `$ 8 M`. */
export function shortMoney(pesos: number): string {
  const options = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return `$ ${formatter('short money', () => new Intl.NumberFormat('es-AR', options)).format(pesos)}`;
}

/** Formats a number like an amount: fields can parse it in either language. */
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
  // Month names are long in Spanish (`3 de nov de 2026`), and numeric dates are ambiguous in English.
  month: locale() === 'en' ? 'short' : '2-digit',
  year: 'numeric',
});

/** Formats a day: `03/11/2026`. */
export const day = (iso: string): string => date('day', calendarDay(), iso);

/** Formats day and time in the store's time zone: `03/11/2026, 14:05`. */
export const dayAndTime = (iso: string): string =>
  date('time', { ...calendarDay(), hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, iso);

/** Formats day and time to the second with the zone, to compare with other logs: `03/11/2026, 14:05:09 GMT-3`. */
export const exactTime = (iso: string): string =>
  date(
    'exact',
    {
      ...calendarDay(),
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    },
    iso,
  );

/** Formats a calendar day, YYYY-MM-DD, without its year: `3 nov`. */
export const shortDay = (isoDay: string): string =>
  // Noon falls on the same day in every zone of the country.
  date('short', { day: 'numeric', month: 'short' }, `${isoDay}T12:00:00${STORE_UTC_OFFSET}`);

/** Formats day and hour in the store's time zone, for an axis: `3 nov, 14 h`. */
export const shortHour = (iso: string): string =>
  `${date('short', { day: 'numeric', month: 'short' }, iso)}, ${date('hour', { hour: '2-digit', hourCycle: 'h23' }, iso)} h`;

/** Formats a time as a `datetime-local` value in the store's time zone. */
export const toLocal = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: STORE_ZONE })
    .format(ms)
    .replace(' ', 'T');

/** Converts a `datetime-local` value in the store's time zone to ISO 8601; undefined when it is empty or invalid. */
export function fromLocal(local: string): string | undefined {
  const ms = Date.parse(`${local}${STORE_UTC_OFFSET}`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
