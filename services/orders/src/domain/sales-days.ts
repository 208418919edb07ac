import { addDays, addPeriods, dayAfter, firstDayOf } from '@commerce/service-kit/days.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';

const MAX_DAYS = 366;
const MAX_PRODUCTS = 50;
const MAX_ID = 64;
const DAY_MS = 24 * 3600 * 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Checks the days of a summary, YYYY-MM-DD, its number of products, and its shop.
 * @throws Fault invalid_request
 */
export function checkSummary(
  firstDay: string,
  lastDay: string,
  products: number,
  shopId: string | undefined,
): void {
  const errors = new FieldErrors();
  errors.integer('products', products, 1, MAX_PRODUCTS);
  if (shopId !== undefined) errors.line('shop_id', shopId, 1, MAX_ID);
  checkDays(firstDay, lastDay, errors);
}

/**
 * Checks the days of a summary, YYYY-MM-DD.
 * @param errors those found before, thrown with those of the days
 * @throws Fault invalid_request
 */
export function checkDays(firstDay: string, lastDay: string, errors = new FieldErrors()): void {
  if (!isDay(firstDay)) errors.add('first_day', 'Must be a day, YYYY-MM-DD.');
  if (!isDay(lastDay)) errors.add('last_day', 'Must be a day, YYYY-MM-DD.');
  errors.throwIfAny();
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS)
    throw invalid('last_day', `Must be 1 to ${MAX_DAYS} days, first_day included.`);
}

/** Rejects days that do not exist, such as February 30. */
const isDay = (text: string): boolean =>
  DAY.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text);

/** First and last day, both included, YYYY-MM-DD. */
export interface Span {
  first: string;
  last: string;
}

/** A span of days as whole months and remaining days. */
export interface MonthsAndDays {
  /** First days of the first and of the last whole month; undefined without a whole month. */
  months: Span | undefined;
  days: Span[];
}

/** Splits a span into whole months, which have their own figures, and remaining days: a year needs no 365 rows per product. */
export function monthsAndDays({ first, last }: Span): MonthsAndDays {
  const firstMonth = first.endsWith('-01') ? first : addPeriods('month', monthOf(first), 1);
  const afterLast = dayAfter(last);
  const endMonth = monthOf(afterLast);
  if (firstMonth >= endMonth) return { months: undefined, days: [{ first, last }] };
  const days: Span[] = [];
  if (first < firstMonth) days.push({ first, last: dayBefore(firstMonth) });
  if (endMonth <= last) days.push({ first: endMonth, last });
  return { months: { first: firstMonth, last: monthOf(dayBefore(endMonth)) }, days };
}

const dayBefore = (day: string): string => addDays(day, -1);
const monthOf = (day: string): string => firstDayOf('month', Date.parse(day));
