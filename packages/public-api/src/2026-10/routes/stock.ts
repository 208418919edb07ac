import * as z from 'zod';
import { problem } from '../../problem.ts';
import { route } from '../../route.ts';
import { bareStockRow, exampleStockRow } from '../examples/product.ts';
import { noQuery } from '../../params.ts';
import { encodedPage, presentOne } from '../presenters/common.ts';
import { presentStockAdjustments, presentStockRow, stockRowResource } from '../presenters/stock.ts';
import { pages, single } from '../schemas/components.ts';
import {
  adjustStockBody,
  batchAdjustStockBody,
  listStockQuery,
  stockAdjustmentOutcomeSchema,
} from '../schemas/stock.ts';

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
  ...encodedPage(stockRowResource),
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

/** `POST /stock/adjustments/batch` (decisions, "Additions to the contract"). */
export const batchAdjustStock = route({
  method: 'POST',
  path: '/stock/adjustments/batch',
  scope: 'write_stock',
  query: noQuery,
  body: batchAdjustStockBody,
  idempotency: 'required',
  success: {
    status: 200,
    schema: z.strictObject({ data: z.array(stockAdjustmentOutcomeSchema) }),
    example: presentStockAdjustments([
      { row: exampleStockRow },
      {
        problem: problem({
          code: 'conflict',
          detail: '0 on hand, 0 reserved: cannot take 3.',
          details: [{ reason: 'insufficient_stock', message: '0 on hand, 0 reserved: cannot take 3.' }],
          requestId: '01JCXW8Q4T4M9V0E8N4B1C2D3E',
          docsUrl: 'https://mostrador.example/docs',
        }),
      },
    ]),
  },
  errors: [],
  summary: 'Adjust stock in a batch',
  description:
    'Makes up to 100 adjustments, each on its own, and returns the outcome of each in their order: the row, or the problem that the ' +
    'adjustment would have had alone. One that is rejected has no effect; the others have theirs. A body with an invalid adjustment is ' +
    'answered with 400 as a whole. After a `5xx`, repeat the request with its key: it takes effect once.',
  tag: 'Stock',
  present: presentStockAdjustments,
});
