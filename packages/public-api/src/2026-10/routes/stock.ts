import { route } from '../../route.ts';
import { bareStockRow, exampleStockRow } from '../examples/product.ts';
import { noQuery } from '../../params.ts';
import { presentOne, presentPage } from '../presenters/common.ts';
import { presentStockRow } from '../presenters/stock.ts';
import { pages, single } from '../schemas/components.ts';
import { adjustStockBody, listStockQuery } from '../schemas/stock.ts';

/** `GET /stock` (contract, section 4). */
export const listStock = route({
  method: 'GET',
  path: '/stock',
  scope: 'read_stock',
  query: listStockQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: pages.stock,
    example: { data: [presentStockRow(exampleStockRow), presentStockRow(bareStockRow)], next_cursor: null },
  },
  errors: ['not_found'],
  summary: 'List stock',
  description:
    'What a shop has: one row for a product without variants, one per variant otherwise. `limit` counts products, so a page may hold ' +
    'more rows. A foreign `shop` answers 404; a `product` that the store does not have, an empty page.',
  tag: 'Stock',
  present: presentPage(presentStockRow),
});

/** `POST /stock/adjustments` (contract, section 4). */
export const adjustStock = route({
  method: 'POST',
  path: '/stock/adjustments',
  scope: 'write_stock',
  query: noQuery,
  body: adjustStockBody,
  idempotency: 'required',
  success: {
    status: 200,
    schema: single.stock,
    example: { data: presentStockRow(exampleStockRow) },
  },
  errors: ['not_found', 'conflict'],
  summary: 'Adjust stock',
  description:
    'Adds units to what a shop has on hand, takes some from it (`delta`), or says how many there are (`set`), and answers the row. A `set` ' +
    'to what is there already changes nothing. What would leave less than nothing, or less than orders have reserved, is refused with ' +
    '409 `insufficient_stock`; the message tells both numbers. A `shop` or `product` that the store does not have answers 404, a bad ' +
    '`variant` 400.',
  tag: 'Stock',
  present: presentOne(presentStockRow),
});
