import { z } from 'zod';
import { NOT_A_DNI, readDni } from '@commerce/texts/dni.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import { NOT_A_PHONE, readPhone } from '@commerce/texts/phone.ts';
import { cursor, limit, line, optionalInstant, optionalText, paragraphs } from '../../params.ts';
import { id, postalAddressSchema, timestamp } from './common.ts';

/** Kinds of customers (decisions, "Ids, amounts, values"). */
export const CUSTOMER_TYPES = ['individual', 'company'] as const;

/** Contract, section 2, "Customer". */
export const customerSchema = z
  .strictObject({
    id: id('Id of the customer.'),
    name: z.string().describe('Name of the person or company.'),
    email: z.string().describe('E-mail address; empty when unknown.'),
    phone: z.string().describe('Phone number; empty when unknown.'),
    document: z
      .strictObject({
        type: z.literal('DNI').describe('Kind of document.'),
        number: z.string().describe('Its number.'),
      })
      .nullable()
      .describe('National identity document; null when there is none of that kind.'),
    customer_type: z.enum(CUSTOMER_TYPES).describe('Person or company.'),
    tags: z.array(z.string()).describe('Free labels of the merchant.'),
    shipping_addresses: z.array(postalAddressSchema).describe('Where the customer has things sent.'),
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it was last changed.'),
  })
  .describe('A customer of the store.');

/** A customer as JSON. */
export type CustomerJson = z.output<typeof customerSchema>;

/** Query of `GET /customers` (contract, section 4). */
export const listCustomersQuery = z.strictObject({
  updated_since: optionalInstant('Only what was changed at this moment or later.'),
  email: optionalText(254, 'Only the customers with this address, whatever its case.', 'ana@example.com'),
  limit: limit(100, 50),
  cursor: cursor(),
});

const addressBody = z.strictObject({
  street: line(1, 200).describe('Street.'),
  street_number: line(1, 20).describe('House number; a text, for it may be `1234 bis` or `S/N`.'),
  apartment: line(0, 50).nullable().optional().describe('Floor and flat.'),
  city: line(1, 100).describe('City or town.'),
  state: line(1, 100).describe('Province.'),
  postal_code: line(1, 20).describe('Postal code, as CPA (`C1043AAZ`) or four digits.'),
  notes: paragraphs(500).nullable().optional().describe('Directions for the carrier.'),
});

const writable = {
  name: line(1, 200).describe('Name of the person or company.'),
  email: line(0, 254)
    .refine((value) => value.trim() === '' || isMailAddress(value.trim()), 'Must be an email address.')
    .nullable()
    .optional()
    .describe('E-mail address, which no other customer of the store may have.'),
  phone: line(0, 40)
    .refine((value) => value.trim() === '' || readPhone(value) !== undefined, NOT_A_PHONE)
    .nullable()
    .optional()
    .describe('Phone number with its area code; one without `+` and country is taken for one of Argentina.'),
  document: z
    .strictObject({
      type: z.literal('DNI').describe('Kind of document: no other is taken.'),
      number: z
        .string()
        .refine((value) => readDni(value) !== undefined, NOT_A_DNI)
        .meta({ maxLength: 20, pattern: '^[. ]*([0-9][. ]*){7,8}$' })
        .describe('Its number: 7 or 8 digits, with dots and spaces or without.'),
    })
    .nullable()
    .optional()
    .describe('National identity document.'),
  shipping_addresses: z
    .array(addressBody)
    .max(20)
    .optional()
    .describe('All the addresses: those that the customer had are replaced.'),
};

/** Body of `POST /customers` (contract, section 4). */
export const createCustomerBody = z.strictObject(writable);

/** Body of `PATCH /customers/:id` (contract, section 4). */
export const updateCustomerBody = z
  .strictObject({ ...writable, name: writable.name.optional() })
  .refine((body) => Object.keys(body).length > 0, 'Must have at least one field.')
  .meta({ minProperties: 1 });
