import { z } from 'zod';
import { cursor, limit, optionalInstant, optionalText } from '../../params.ts';
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
