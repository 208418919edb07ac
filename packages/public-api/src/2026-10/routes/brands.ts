import { route } from '../../route.ts';
import { exampleBrand } from '../examples/store.ts';
import { presentBrand } from '../presenters/brand.ts';
import { presentPage } from '../presenters/common.ts';
import { pages } from '../schemas/components.ts';
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
