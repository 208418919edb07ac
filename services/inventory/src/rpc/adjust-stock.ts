import {
  AdjustStockResponse,
  type AdjustStockRequest,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { checkQuantity, checkReason, refusedAdjustment } from '../domain/adjustment.ts';
import type { Goods } from '../domain/goods.ts';
import { goodsProblem } from '../domain/product.ts';
import { MAX_UNITS } from '../domain/stock.ts';
import { tellStockChanged } from '../events/publish.ts';
import { askingCatalog, Unsure } from '../products/ask-catalog.ts';
import { stockItemAdjust, type Adjusted } from '../store/stock-item-adjust.ts';
import type { Deps } from '../deps.ts';
import { toStockRow } from './rows.ts';

/** How often an item that others add and remove at the same moment is tried. */
const TRIES = 3;

/** `POST /stock/adjustments` (contract, section 4). */
export const adjustStock =
  (deps: Deps): Handler<AdjustStockRequest, AdjustStockResponse> =>
  (ctx, request) =>
    askingCatalog(deps, ctx, (asked) =>
      deps.writer.write(ctx, AdjustStockResponse, async (unit) => ({
        row: await adjust(unit, deps, ctx, request, asked),
      })),
    );

async function adjust(
  unit: Unit,
  { clock }: Deps,
  ctx: Context,
  request: AdjustStockRequest,
  asked: boolean,
): Promise<AdjustStockResponse['row']> {
  checkQuantity(request);
  checkReason(request.reason);
  const { shopId, productId, variantId = '', reason } = request;
  const goods: Goods = { shopId, productId, variantId };
  const cause = { kind: 'adjustment' as const, reason, actor: ctx.actor, atMs: clock.now() };
  for (let tries = 0; tries < TRIES; tries++) {
    const adjusted = await stockItemAdjust(unit, storeOf(ctx), goods, request, cause);
    const { sku, after, before = { onHand: 0, reserved: 0 } } = adjusted;
    if (!adjusted.fits) throw misfit(adjusted, goods, asked);
    if (after !== undefined) {
      tellStockChanged(unit, { ...goods, ...after, sku, shown: true });
      return toStockRow(goods, { ...after, sku });
    }
    const wished = request.set ?? before.onHand + request.delta!;
    if (wished === before.onHand) return toStockRow(goods, { ...before, sku });
    if (wished < before.reserved || wished > MAX_UNITS) throw refusedAdjustment(before, request);
  }
  throw new Fault('unavailable', 'The stock is changing too fast: try again.');
}

/** Why shop, product and variant do not go together; what the catalog may know better is asked first. */
function misfit({ shopFound, product }: Adjusted, { productId, variantId }: Goods, asked: boolean): Error {
  if (!asked && (!shopFound || !product?.deleted)) return new Unsure([productId], !shopFound);
  const problem = isAdjustable(product) ? goodsProblem(product, variantId) : undefined;
  if (problem !== undefined && shopFound) return invalid(problem.field, problem.message, problem.reason);
  return notFound({
    ...(shopFound ? {} : { shop: 'shop' }),
    ...(isAdjustable(product) ? {} : { product: 'product' }),
  });
}

const isAdjustable = (product: Adjusted['product']): product is NonNullable<Adjusted['product']> =>
  product !== undefined && !product.deleted && !product.draft && product.type !== null;
