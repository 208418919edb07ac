import { StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type * as z from 'zod';
import type { Problem } from '../../problem.ts';
import type { Resource } from '../../route.ts';
import type { stockAdjustmentOutcomeSchema, StockRowJson } from '../schemas/stock.ts';

/** Contract, section 2, "Stock row"; decisions: `variant_id` is omitted for a product without variants. */
export function presentStockRow(row: StockRow): StockRowJson {
  const { shopId: shop_id, productId: product_id, variantId: variant_id, onHand: on_hand, available } = row;
  const sku = row.sku ?? null;
  return variant_id === undefined
    ? { shop_id, product_id, sku, on_hand, available }
    : { shop_id, product_id, variant_id, sku, on_hand, available };
}

/** Stock rows as encoded by the inventory service. */
export const stockRowResource: Resource<StockRow, StockRowJson> = {
  decode: (bytes) => StockRow.decode(bytes),
  present: presentStockRow,
};

/** Outcome of one adjustment of a batch. */
export type StockAdjustmentOutcome = { row: StockRow } | { problem: Problem };

/** `status` is the one that the adjustment would have had alone. */
export const presentStockAdjustments = (
  outcomes: readonly StockAdjustmentOutcome[],
): { data: z.output<typeof stockAdjustmentOutcomeSchema>[] } => ({
  data: outcomes.map((outcome) =>
    'row' in outcome
      ? { status: 200 as const, data: presentStockRow(outcome.row) }
      : { status: outcome.problem.status, problem: outcome.problem },
  ),
});
