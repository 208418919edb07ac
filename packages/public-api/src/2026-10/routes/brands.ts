import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { exampleBrand } from '../examples/store.ts';
import { presentBrand } from '../presenters/brand.ts';
import { presentOne, presentPage } from '../presenters/common.ts';
import { pages, single } from '../schemas/components.ts';
import { pageQuery } from '../schemas/shop.ts';

/** `GET /brands` (contract, section 4). */
export const listBrands = route({
  method: 'GET',
  path: '/brands',
  scope: 'read_products',
  query: pageQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.brands,
    example: { data: [presentBrand(exampleBrand)], next_cursor: null },
  },
  errors: [],
  summary: 'List brands',
  description: 'Returns the brands of the store.',
  tag: 'Catalog',
  present: presentPage(presentBrand),
});

/** `GET /brands/:id` (decisions, "Additions to the contract"). */
export const getBrand = route({
  method: 'GET',
  path: '/brands/:id',
  scope: 'read_products',
  query: noQuery,
  idempotency: 'none',
  success: { status: 200, schema: single.brand, example: { data: presentBrand(exampleBrand) } },
  errors: ['not_found'],
  summary: 'Get a brand',
  description: 'Returns a brand by id.',
  tag: 'Catalog',
  present: presentOne(presentBrand),
});
