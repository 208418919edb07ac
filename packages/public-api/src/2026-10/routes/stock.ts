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
    'Returns the stock of a shop: one row per product without variants, otherwise one per variant. `limit` counts products, so a page ' +
    'may contain more rows. An unknown `shop` is answered with 404, an unknown `product` with an empty page.',
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
    'Adds units to the stock on hand of a shop or removes some (`delta`), or sets the number of units (`set`), and returns the row. A ' +
    '`set` to the current number changes nothing. A change that would leave fewer than 0 units, or fewer than orders have reserved, is ' +
    'rejected with 409 `insufficient_stock`; the message contains both numbers. An unknown `shop` or `product` is answered with 404, an ' +
    'invalid `variant` with 400.',
  tag: 'Stock',
  present: presentOne(presentStockRow),
});
