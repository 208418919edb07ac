import { noQuery } from '../../params.ts';
import { NO_GRANTS, route } from '../../route.ts';
import { exampleProduct } from '../examples/product.ts';
import { encodedOne, encodedPage } from '../presenters/common.ts';
import { presentProduct, productResource } from '../presenters/product.ts';
import { pages, single } from '../schemas/components.ts';
import { listProductsQuery } from '../schemas/product.ts';

/** `GET /products` (contract, section 4). */
export const listProducts = route({
  method: 'GET',
  path: '/products',
  scope: 'read_products',
  query: listProductsQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.products,
    example: { data: [presentProduct(exampleProduct, NO_GRANTS)], next_cursor: 'eyJ2IjoxfQ' },
  },
  errors: ['not_found'],
  summary: 'List products',
  description:
    'Products with their variants, those changed longest ago first; drafts are left out. Follow `next_cursor` to the end, then come ' +
    'back with `updated_since`. A `category` or `brand` that the store does not have answers 404.',
  tag: 'Products',
  ...encodedPage(productResource),
});

/** `GET /products/:id` (contract, section 4). */
export const getProduct = route({
  method: 'GET',
  path: '/products/:id',
  scope: 'read_products',
  query: noQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: single.product,
    example: { data: presentProduct(exampleProduct, NO_GRANTS) },
  },
  errors: ['not_found'],
  summary: 'Get a product',
  description: 'One product with all its variants. A draft answers 404.',
  tag: 'Products',
  ...encodedOne(productResource),
});
