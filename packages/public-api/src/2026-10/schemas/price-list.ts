import * as z from 'zod';
import { id } from './common.ts';

/** Price list, an addition to the contract (decisions, "Additions to the contract"). */
export const priceListSchema = z
  .strictObject({
    id: id('Id of the price list, as `price_list` of `GET /prices`.'),
    name: z.string().describe('Name of the price list.'),
    rule: z
      .strictObject({
        percent: z.number().describe('Percentage that is added; negative for a discount.'),
        base_price_list_id: z
          .string()
          .nullable()
          .describe('Price list whose prices it is added to; null for base prices.'),
        rounding: z
          .number()
          .nullable()
          .describe('Prices are rounded half up to multiples of this amount; null without rounding.'),
      })
      .nullable()
      .describe('Rule for items without a fixed price in the list; null if they have their base price.'),
    default_shop_ids: z.array(z.string()).describe('Ids of the shops whose default list it is.'),
  })
  .describe('Price list of the store.');

/** Price list as JSON. */
export type PriceListJson = z.output<typeof priceListSchema>;
