import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import type { z } from 'zod';
import type { Grants, Page, Resource } from '../../route.ts';
import type { postalAddressSchema } from '../schemas/common.ts';

/** Centavos to pesos: one division is correctly rounded, so it prints with at most two decimals up to 10^12 pesos. */
export const pesos = (centavos: number): number => centavos / 100;

/** Ms since 1970 to ISO 8601 in UTC with milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** A part that the writing service always sets; without it the stored message is broken, which no body should hide. */
export function present<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`the message has no ${name}`);
  return part;
}

/** Contract, section 2, "Order": the address of a shipment or customer. */
export const presentPostalAddress = (address: PostalAddress): z.output<typeof postalAddressSchema> => ({
  street: address.street,
  street_number: address.streetNumber,
  apartment: address.apartment ?? null,
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  notes: address.notes ?? null,
});

/** From a resource's presenter to that of `{ data }`. */
export const presentOne =
  <Message, Json>(resource: (message: Message, grants: Grants) => Json) =>
  (message: Message, grants: Grants): { data: Json } => ({ data: resource(message, grants) });

/** A route that answers one encoded resource. */
export const encodedOne = <Message, Json>(resource: Resource<Message, Json>) => ({
  resource: resource as Resource,
  present: (bytes: Uint8Array, grants: Grants): { data: Json } => ({
    data: resource.present(resource.decode(bytes), grants),
  }),
});

/** A route that answers a page of encoded resources. */
export const encodedPage = <Message, Json>(resource: Resource<Message, Json>) => ({
  resource: resource as Resource,
  present: (page: Page<Uint8Array>, grants: Grants): { data: Json[]; next_cursor: string | null } => ({
    data: page.items.map((bytes) => resource.present(resource.decode(bytes), grants)),
    next_cursor: page.nextCursor,
  }),
});

/** From a resource's presenter to that of `{ data, next_cursor }`. */
export const presentPage =
  <Message, Json>(resource: (message: Message, grants: Grants) => Json) =>
  (page: Page<Message>, grants: Grants): { data: Json[]; next_cursor: string | null } => ({
    data: page.items.map((message) => resource(message, grants)),
    next_cursor: page.nextCursor,
  });
