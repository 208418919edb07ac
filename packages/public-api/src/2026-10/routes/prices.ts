import { route } from '../../route.ts';
import { barePrice, examplePrice } from '../examples/product.ts';
import { presentPage } from '../presenters/common.ts';
import { presentResolvedPrice } from '../presenters/price.ts';
import { pages } from '../schemas/components.ts';
import { listPricesQuery } from '../schemas/price.ts';

/** `GET /prices` (contract, section 4). */
export const listPrices = route({
  method: 'GET',
  path: '/prices',
  scope: 'read_prices',
  query: listPricesQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.prices,
    example: {
      data: [presentResolvedPrice(examplePrice), presentResolvedPrice(barePrice)],
      next_cursor: null,
    },
  },
  errors: ['not_found'],
  summary: 'List resolved prices',
  description:
    'What buyers pay at a shop right now, price lists and promotions taken into account by the engine that the point of sale uses too. ' +
    'A page may hold fewer products than `limit` when they have many variants. A foreign `shop` or `price_list` answers 404; a `product` that the store does not have, an empty page.',
  tag: 'Prices',
  present: presentPage(presentResolvedPrice),
});
