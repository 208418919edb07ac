import { noQuery } from '../../params.ts';
import { NO_GRANTS, route } from '../../route.ts';
import { bareProduct, exampleProduct } from '../examples/product.ts';
import { encodedOne, encodedPage, presentOne } from '../presenters/common.ts';
import { presentProduct, productResource } from '../presenters/product.ts';
import { pages, single } from '../schemas/components.ts';
import { createProductBody, deletedProductSchema, updateProductBody } from '../schemas/product-input.ts';
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

/** `POST /products` (contract, section 4). */
export const createProduct = route({
  method: 'POST',
  path: '/products',
  scope: 'write_products',
  query: noQuery,
  body: createProductBody,
  idempotency: 'optional',
  success: {
    status: 201,
    schema: single.product,
    example: { data: presentProduct(bareProduct, NO_GRANTS) },
  },
  errors: [],
  summary: 'Create a product',
  description:
    'Creates a product with its variants. It begins with price 0 and visibility `INTERNAL`: set its prices with ' +
    '`PUT /prices/:productId`, then publish it with `PATCH /products/:id`. Variants can be created here only.',
  tag: 'Products',
  present: presentOne(presentProduct),
});

/** `PATCH /products/:id` (contract, section 4). */
export const updateProduct = route({
  method: 'PATCH',
  path: '/products/:id',
  scope: 'write_products',
  query: noQuery,
  body: updateProductBody,
  idempotency: 'optional',
  success: {
    status: 200,
    schema: single.product,
    example: { data: presentProduct(exampleProduct, NO_GRANTS) },
  },
  errors: ['not_found'],
  summary: 'Change a product',
  description:
    'Changes the fields that are sent; `null` clears those that can be `null`, and a list takes the place of the former list. ' +
    'Variants are changed by their `id`. The slug stays. A body that changes nothing answers the product as it is.',
  tag: 'Products',
  present: presentOne(presentProduct),
});

/** `DELETE /products/:id` (contract, section 4). */
export const deleteProduct = route({
  method: 'DELETE',
  path: '/products/:id',
  scope: 'write_products',
  query: noQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: deletedProductSchema,
    example: { data: { id: exampleProduct.id, deleted: true } },
  },
  errors: ['not_found', 'conflict'],
  summary: 'Retire a product',
  description:
    'Deletes a product with its variants; from then on it answers 404. While any of it is reserved it answers 409 with the reason ' +
    '`has_reservations`, and nothing changes.',
  tag: 'Products',
  present: (id: string) => ({ data: { id, deleted: true as const } }),
});
