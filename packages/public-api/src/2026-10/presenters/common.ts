import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import type * as z from 'zod';
import type { Grants, Page, Resource } from '../../route.ts';
import type { postalAddressSchema } from '../schemas/common.ts';

/** Converts centavos to pesos. One division is correctly rounded, so it prints with at most two decimals up to 10^12 pesos. */
export const pesos = (centavos: number): number => centavos / 100;

const DAY_MS = 86_400_000;
const MAX_DATES = 10_000;
/** Dates of days since 1970, such as `2026-10-01T`. */
const dates = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));

/** Converts whole ms since 1970 to ISO 8601 in UTC with milliseconds, as `Date.toISOString` does in ten times the time. */
export function iso(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size === MAX_DATES) dates.clear();
    date = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
    dates.set(day, date);
  }
  const ofDay = ms - day * DAY_MS;
  const minutes = Math.floor(ofDay / 60_000);
  const time = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}`;
  return `${date}${time}:${TWO_DIGITS[Math.floor(ofDay / 1_000) % 60]}.${THREE_DIGITS[ofDay % 1_000]}Z`;
}

/** Requires a part that the writing service always sets; without it the stored message is broken. */
export function present<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`the message has no ${name}`);
  return part;
}

/** Address of a shipment or customer (contract, section 2, "Order"). */
export const presentPostalAddress = (address: PostalAddress): z.output<typeof postalAddressSchema> => ({
  street: address.street,
  street_number: address.streetNumber,
  apartment: address.apartment ?? null,
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  notes: address.notes ?? null,
});

/** Presenter of `{ data }` from the presenter of the resource. */
export const presentOne =
  <Message, Json>(resource: (message: Message, grants: Grants) => Json) =>
  (message: Message, grants: Grants): { data: Json } => ({ data: resource(message, grants) });

/** Presenter of a route that returns one encoded resource. */
export const encodedOne = <Message, Json>(resource: Resource<Message, Json>) => ({
  resource: resource as Resource,
  present: (bytes: Uint8Array, grants: Grants): { data: Json } => ({
    data: resource.present(resource.decode(bytes), grants),
  }),
});

/** Presenter of a route that returns a page of encoded resources. */
export const encodedPage = <Message, Json>(resource: Resource<Message, Json>) => ({
  resource: resource as Resource,
  present: (page: Page<Uint8Array>, grants: Grants): { data: Json[]; next_cursor: string | null } => ({
    data: page.items.map((bytes) => resource.present(resource.decode(bytes), grants)),
    next_cursor: page.nextCursor,
  }),
});

/** Presenter of `{ data, next_cursor }` from the presenter of the resource. */
export const presentPage =
  <Message, Json>(resource: (message: Message, grants: Grants) => Json) =>
  (page: Page<Message>, grants: Grants): { data: Json[]; next_cursor: string | null } => ({
    data: page.items.map((message) => resource(message, grants)),
    next_cursor: page.nextCursor,
  });
