import { noQuery } from '../../params.ts';
import { NO_GRANTS, route } from '../../route.ts';
import { barePrice, examplePrice, exampleProduct } from '../examples/product.ts';
import { encodedOne, presentPage } from '../presenters/common.ts';
import { presentResolvedPrice } from '../presenters/price.ts';
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
    'What buyers pay at a shop right now, price lists and promotions taken into account by the engine that the point of sale uses too. ' +
    'A page may hold fewer products than `limit` when they have many variants. A foreign `shop` or `price_list` answers 404; a `product` that the store does not have, an empty page.',
  tag: 'Prices',
  present: presentPage(presentResolvedPrice),
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
    'Changes base prices: `price` of a product without variants, `variants` of one with them, whose base price is that of its lowest active ' +
    'variant. It is the only way to change prices. With `expected` it is conditional: when the base price of the product is another, nothing ' +
    'changes and it answers 409 with the reason `price_changed`; of two writers that expect the same price, one wins. Answers the product. ' +
    'A draft answers 404.',
  tag: 'Prices',
  ...encodedOne(productResource),
});
