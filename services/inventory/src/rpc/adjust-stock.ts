import {
  AdjustStockResponse,
  type AdjustStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { deferFailure } from '@commerce/service-kit/projection.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import type { Deps } from '../deps.ts';
import { checkQuantity, checkReason, refusedAdjustment } from '../domain/adjustment.ts';
import { variantProblem } from '../domain/product.ts';
import type { StockKey } from '../domain/stock-key.ts';
import { toStockRow } from '../domain/stock-messages.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import { publishStockChanged } from '../events/publish.ts';
import { stockItemAdjust, type Adjusted } from '../store/stock-item-adjust.ts';
import { refreshStockKeys } from '../use-cases/refresh-projection.ts';

/** Maximum number of attempts when others add and remove the item at the same time. */
const MAX_ATTEMPTS = 3;

/** `POST /stock/adjustments` (contract, section 4). */
export const adjustStock =
  (deps: Deps): Handler<AdjustStockRequest, AdjustStockResponse> =>
  async (ctx, request) => {
    const { shopId, productId, variantId = '' } = request;
    const key = { shopId, productId, variantId };
    const refreshed = await deferFailure(refreshStockKeys(deps, ctx, [key], { drafts: 'refused' }));
    return deps.writer.write(ctx, AdjustStockResponse, async (unit) => {
      checkQuantity(request);
      checkReason(request.reason);
      refreshed();
      return { row: await adjust(unit, deps, ctx, key, request) };
    });
  };

async function adjust(
  unit: Unit,
  { clock }: Deps,
  ctx: Context,
  key: StockKey,
  { delta, set, reason }: AdjustStockRequest,
): Promise<AdjustStockResponse['row']> {
  const quantity = { delta, set };
  const cause = { kind: 'adjustment' as const, reason, actor: ctx.actor, atMs: clock.now() };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const adjusted = await stockItemAdjust(unit, storeOf(ctx), key, quantity, cause);
    const { sku, after, before = { onHand: 0, reserved: 0 } } = adjusted;
    if (!adjusted.fits) throw unknownItem(adjusted, key);
    if (after !== undefined) {
      publishStockChanged(unit, { ...key, ...after, sku, isVisible: true });
      return toStockRow(key, { ...after, sku });
    }
    const requested = set ?? before.onHand + delta!;
    if (requested === before.onHand) return toStockRow(key, { ...before, sku });
    if (requested < before.reserved || requested > MAX_UNITS) throw refusedAdjustment(before, quantity);
  }
  throw new Fault('unavailable', 'The stock is changing too fast: try again.');
}

/** The refusal of a shop, product and variant that do not name an item. */
function unknownItem({ shopFound, product }: Adjusted, { variantId }: StockKey): Fault {
  const problem = isAdjustable(product) ? variantProblem(product, variantId) : undefined;
  if (problem !== undefined && shopFound) return invalid(problem.field, problem.message, problem.reason);
  return notFound({
    ...(shopFound ? {} : { shop: 'shop' }),
    ...(isAdjustable(product) ? {} : { product: 'product' }),
  });
}

const isAdjustable = (product: Adjusted['product']): product is NonNullable<Adjusted['product']> =>
  product !== undefined && !product.deleted && !product.draft;
