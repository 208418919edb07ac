import * as z from 'zod';
import { NOT_A_DNI, readDni } from '@commerce/texts/dni.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import { NOT_A_PHONE, readPhone } from '@commerce/texts/phone.ts';
import { IDS } from '../examples/ids.ts';
import { cursor, limit, line, optionalIds, optionalInstant, optionalText, paragraphs } from '../../params.ts';
import { id, postalAddressSchema, timestamp } from './common.ts';

/** Kinds of customers (decisions, "Ids, amounts, values"). */
export const CUSTOMER_TYPES = ['individual', 'company'] as const;

/** Contract, section 2, "Customer". */
export const customerSchema = z
  .strictObject({
    id: id('Id of the customer.'),
    name: z.string().describe('Name of the person or company.'),
    email: z.string().describe('Email address; empty if unknown.'),
    phone: z.string().describe('Phone number; empty if unknown.'),
    document: z
      .strictObject({
        type: z.literal('DNI').describe('Kind of document.'),
        number: z.string().describe('Document number.'),
      })
      .nullable()
      .describe('National identity document; null without a DNI.'),
    customer_type: z.enum(CUSTOMER_TYPES).describe('Person or company.'),
    tags: z.array(z.string()).describe('Tags set by the merchant.'),
    shipping_addresses: z.array(postalAddressSchema).describe('Shipping addresses.'),
    created_at: timestamp('Time of creation.'),
    updated_at: timestamp('Time of the last change.'),
  })
  .describe('Customer of the store.');

/** Customer as JSON. */
export type CustomerJson = z.output<typeof customerSchema>;

/** Query of `GET /customers` (contract, section 4). */
export const listCustomersQuery = z.strictObject({
  updated_since: optionalInstant('Only results changed at or after this time.'),
  email: optionalText(254, 'Only customers with this email, in any case.', 'ana@example.com'),
  ids: optionalIds('customers', IDS.customer),
  limit: limit(100, 50),
  cursor: cursor(),
});

const addressBody = z.strictObject({
  street: line(1, 200).describe('Street.'),
  street_number: line(1, 20).describe('House number; a string, because it can be `1234 bis` or `S/N`.'),
  apartment: line(0, 50).nullable().optional().describe('Floor and apartment.'),
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
    .describe('Email address; unique among the customers of the store.'),
  phone: line(0, 40)
    .refine((value) => value.trim() === '' || readPhone(value) !== undefined, NOT_A_PHONE)
    .nullable()
    .optional()
    .describe('Phone number with area code. Without `+` and a country code, it is a number of Argentina.'),
  document: z
    .strictObject({
      type: z.literal('DNI').describe('Kind of document; only DNI is accepted.'),
      number: z
        .string()
        .refine((value) => readDni(value) !== undefined, NOT_A_DNI)
        .meta({ maxLength: 20, pattern: '^[. ]*([0-9][. ]*){7,8}$' })
        .describe('Document number: 7 or 8 digits, with or without dots and spaces.'),
    })
    .nullable()
    .optional()
    .describe('National identity document.'),
  shipping_addresses: z
    .array(addressBody)
    .max(20)
    .optional()
    .describe('All shipping addresses; replaces the current list.'),
};

/** Body of `POST /customers` (contract, section 4). */
export const createCustomerBody = z.strictObject(writable).meta({
  examples: [
    {
      name: 'Ana Gómez',
      email: 'ana@example.com',
      phone: '+54 11 4321-5678',
      document: { type: 'DNI', number: '30.123.456' },
    },
  ],
});

/** Body of `PATCH /customers/:id` (contract, section 4). */
export const updateCustomerBody = z
  .strictObject({ ...writable, name: writable.name.optional() })
  .refine((body) => Object.keys(body).length > 0, 'Must contain at least one field.')
  .meta({ minProperties: 1, examples: [{ phone: '+54 11 4321-5678' }] });
