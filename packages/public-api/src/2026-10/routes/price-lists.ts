import { route } from '../../route.ts';
import { barePriceList, examplePriceList } from '../examples/price-list.ts';
import { presentPage } from '../presenters/common.ts';
import { presentPriceList } from '../presenters/price-list.ts';
import { pages } from '../schemas/components.ts';
import { pageQuery } from '../schemas/shop.ts';

/** `GET /price-lists` (decisions, "Additions to the contract"). */
export const listPriceLists = route({
  method: 'GET',
  path: '/price-lists',
  scope: 'read_prices',
  query: pageQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.priceLists,
    example: {
      data: [presentPriceList(barePriceList), presentPriceList(examplePriceList)],
      next_cursor: null,
    },
  },
  errors: [],
  summary: 'List price lists',
  description:
    'Returns the price lists of the store, with the rule of each and the shops whose default it is. `GET /prices` applies them.',
  tag: 'Prices',
  present: presentPage(presentPriceList),
});
