import * as z from 'zod';

/** Id: a TypeID, opaque for callers. */
export const id = (description: string) => z.string().min(1).describe(description);

/** Checks for whole centavos. 0.01 is not a binary fraction, so zod's multipleOf (and a client's) would reject valid amounts. */
export const hasAtMostTwoDecimals = (amount: number): boolean => Math.round(amount * 100) / 100 === amount;

/** Amount in Argentine pesos with at most two decimals (contract, "General conventions"). */
export const money = (description: string) =>
  z.number().min(0).refine(hasAtMostTwoDecimals, 'Must have at most two decimals.').describe(description);

/** Currency of every amount. */
export const currency = z.literal('ARS').describe('Currency of the amounts.');

/** Timestamp: ISO 8601, UTC, with milliseconds. */
export const timestamp = (description: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    .meta({ description, format: 'date-time' });

/** Postal address of a shipment or a customer (contract, section 2, "Order"). */
export const postalAddressSchema = z
  .strictObject({
    street: z.string().describe('Street.'),
    street_number: z.string().describe('House number; a string, because it can be `1234 bis` or `S/N`.'),
    apartment: z.string().nullable().describe('Floor and apartment.'),
    city: z.string().describe('City or town.'),
    state: z.string().describe('Province.'),
    postal_code: z.string().describe('Postal code, as CPA (`C1043AAZ`) or four digits.'),
    notes: z.string().nullable().describe('Directions for the carrier.'),
  })
  .describe('Postal address.');

/** Envelope of a resource. */
export const one = <T extends z.ZodType>(schema: T) => z.strictObject({ data: schema });

/** Envelope of a collection. */
export const page = <T extends z.ZodType>(schema: T) =>
  z.strictObject({
    data: z.array(schema),
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass it as `cursor` to get the next page; null on the last page.'),
  });
