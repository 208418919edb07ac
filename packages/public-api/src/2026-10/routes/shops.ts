import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { bareShop, exampleShop } from '../examples/store.ts';
import { presentOne, presentPage } from '../presenters/common.ts';
import { presentShop } from '../presenters/shop.ts';
import { pages, single } from '../schemas/components.ts';
import { pageQuery } from '../schemas/shop.ts';

/** `GET /shops` (contract, section 4). */
export const listShops = route({
  method: 'GET',
  path: '/shops',
  scope: 'read_shops',
  query: pageQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.shops,
    example: { data: [presentShop(exampleShop), presentShop(bareShop)], next_cursor: null },
  },
  errors: [],
  summary: 'List shops',
  description: 'Returns the shops of the store, active or not.',
  tag: 'Shops',
  present: presentPage(presentShop),
});

/** `GET /shops/:id` (contract, section 4). */
export const getShop = route({
  method: 'GET',
  path: '/shops/:id',
  scope: 'read_shops',
  query: noQuery,
  idempotency: 'none',
  success: { status: 200, schema: single.shop, example: { data: presentShop(exampleShop) } },
  errors: ['not_found'],
  summary: 'Get a shop',
  description: 'Returns a shop by id.',
  tag: 'Shops',
  present: presentOne(presentShop),
});
