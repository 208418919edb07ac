import * as z from 'zod';
import { currency, id } from './common.ts';

/** Contract, section 2, "Store". */
export const storeSchema = z
  .strictObject({
    id: id('Id of the store.'),
    name: z.string().describe('Name of the store.'),
    currency,
    plan_tier: z
      .enum(['professional', 'enterprise', 'demo', 'developer'])
      .describe('Plan of the merchant; determines the rate limit.'),
    shops: z
      .array(z.strictObject({ id: id('Id of the shop.'), name: z.string().describe('Name of the shop.') }))
      .describe('All shops of the store.'),
  })
  .describe('Store that the app is installed on.');

/** Store as JSON. */
export type StoreJson = z.output<typeof storeSchema>;
