import { noQuery } from '../../params.ts';
import { NO_GRANTS, route } from '../../route.ts';
import { barePrice, examplePrice, exampleProduct } from '../examples/product.ts';
import { encodedOne, encodedPage } from '../presenters/common.ts';
import { presentResolvedPrice, resolvedPriceResource } from '../presenters/price.ts';
import { presentProduct, productResource } from '../presenters/product.ts';
import { pages, single } from '../schemas/components.ts';
import { listPricesQuery, setPricesBody } from '../schemas/price.ts';

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
    'Returns what buyers currently pay at a shop, including price lists and promotions, as calculated by the engine of the point of sale. ' +
    'A page may contain fewer products than `limit` if they have many variants. An unknown `shop` or `price_list` is answered with 404, ' +
    'an unknown `product` with an empty page.',
  tag: 'Prices',
  ...encodedPage(resolvedPriceResource),
});

/** `PUT /prices/:productId` (contract, section 4). */
export const setPrices = route({
  method: 'PUT',
  path: '/prices/:productId',
  scope: 'write_prices',
  query: noQuery,
  body: setPricesBody,
  idempotency: 'optional',
  success: {
    status: 200,
    schema: single.product,
    example: { data: presentProduct(exampleProduct, NO_GRANTS) },
  },
  errors: ['not_found', 'conflict'],
  summary: 'Set prices',
  description:
    'Changes base prices: `price` for a product without variants, `variants` for one with variants, whose base price is that of its ' +
    'lowest-priced active variant. This is the only way to change prices. With `expected` the write is conditional: if the current base ' +
    'price differs, nothing changes and the response is 409 with the reason `price_changed`; of two writers that expect the same price, ' +
    'one succeeds. Returns the product. A draft is answered with 404.',
  tag: 'Prices',
  ...encodedOne(productResource),
});
