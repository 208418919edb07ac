import type { Person } from '@commerce/console-api/routes/customers.ts';
import type { ShippingValues } from './shipping-values.ts';

/** Shipping before and after it was filled with a buyer's data. */
export interface FilledShipping {
  before: ShippingValues;
  after: ShippingValues;
}

/** Shipping with the empty fields filled from the buyer's data. */
export function withBuyer(
  shipping: ShippingValues,
  { name, phone, dni, shippingAddresses }: Pick<Person, 'name' | 'phone' | 'dni' | 'shippingAddresses'>,
): ShippingValues {
  const [known] = shippingAddresses;
  const isUntouched = Object.values(shipping.address).every((value) => value === '');
  return {
    ...shipping,
    recipientName: shipping.recipientName || name,
    recipientPhone: shipping.recipientPhone || phone,
    recipientDocument: shipping.recipientDocument || (dni ?? ''),
    address:
      known === undefined || !isUntouched
        ? shipping.address
        : { ...known, apartment: known.apartment ?? '', notes: known.notes ?? '' },
  };
}

/** Reverts what was filled in from a buyer, except the fields that were edited since. */
export function withoutBuyer(shipping: ShippingValues, { before, after }: FilledShipping): ShippingValues {
  return {
    ...revert(shipping, before, after),
    address: revert(shipping.address, before.address, after.address),
  };
}

const revert = <T extends object>(current: T, before: T, after: T): T =>
  Object.fromEntries(
    (Object.keys(before) as (keyof T)[]).map((key) => [
      key,
      current[key] === after[key] ? before[key] : current[key],
    ]),
  ) as T;
