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
    'Returns products with their variants, least recently changed first; drafts are not included. Follow `next_cursor` to the end, then ' +
    'continue with `updated_since`. An unknown `category` or `brand` is answered with 404.',
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
  description: 'Returns a product with all its variants. A draft is answered with 404.',
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
    'Creates a product with its variants. Its price is 0 and its visibility `INTERNAL`: set its prices with ' +
    '`PUT /prices/:productId`, then publish it with `PATCH /products/:id`. Variants can only be created here.',
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
  summary: 'Update a product',
  description:
    'Changes the fields that you send; `null` clears fields that can be `null`, and a list replaces the current list. ' +
    'Variants are changed by `id`. The slug does not change. A body that changes nothing returns the product unchanged.',
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
  summary: 'Delete a product',
  description:
    'Deletes a product with its variants; later requests for it are answered with 404. If any of its stock is reserved, nothing changes ' +
    'and the response is 409 with the reason `has_reservations`.',
  tag: 'Products',
  present: (id: string) => ({ data: { id, deleted: true as const } }),
});
