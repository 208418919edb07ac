import { route } from '../../route.ts';
import { bareStockRow, exampleStockRow } from '../examples/product.ts';
import { presentPage } from '../presenters/common.ts';
import { presentStockRow } from '../presenters/stock.ts';
import { pages } from '../schemas/components.ts';
import { listStockQuery } from '../schemas/stock.ts';

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
