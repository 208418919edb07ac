import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { bareCategory, exampleCategory } from '../examples/store.ts';
import { presentCategory } from '../presenters/category.ts';
import { presentOne, presentPage } from '../presenters/common.ts';
import { pages, single } from '../schemas/components.ts';
import { pageQuery } from '../schemas/shop.ts';

/** `GET /categories` (contract, section 4). */
export const listCategories = route({
  method: 'GET',
  path: '/categories',
  scope: 'read_products',
  query: pageQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.categories,
    example: { data: [presentCategory(bareCategory), presentCategory(exampleCategory)], next_cursor: null },
  },
  errors: [],
  summary: 'List categories',
  description: 'Returns the categories of the store. `parent_id` and `depth` describe the tree.',
  tag: 'Catalog',
  present: presentPage(presentCategory),
});

/** `GET /categories/:id` (decisions, "Additions to the contract"). */
export const getCategory = route({
  method: 'GET',
  path: '/categories/:id',
  scope: 'read_products',
  query: noQuery,
  idempotency: 'none',
  success: { status: 200, schema: single.category, example: { data: presentCategory(exampleCategory) } },
  errors: ['not_found'],
  summary: 'Get a category',
  description: 'Returns a category by id.',
  tag: 'Catalog',
  present: presentOne(presentCategory),
});
