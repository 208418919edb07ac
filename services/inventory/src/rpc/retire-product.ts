import type {
  RetireProductRequest,
  RetireProductResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import type { Deps } from '../deps.ts';
import { RETIRING_MS } from '../domain/product.ts';
import { productLock, productRetire } from '../store/product.ts';
import { reservationExistsOfVariants } from '../store/reservation.ts';
import { refreshProducts } from '../use-cases/refresh-projection.ts';

/** Maximum number of variants of a product (decisions, "Ids, amounts, values"). */
const MAX_VARIANTS = 250;

export const retireProduct =
  (deps: Deps): Handler<RetireProductRequest, RetireProductResponse> =>
  async (ctx, request) => {
    if (request.variantIds.length > MAX_VARIANTS)
      throw invalid('variant_ids', `Must be at most ${MAX_VARIANTS}.`);
    const untilMs = deps.clock.now() + RETIRING_MS;
    await refreshProducts(deps, ctx, [request.productId]);
    await deps.writer.change(ctx, (unit) => retire(unit, ctx, request, untilMs));
    return {};
  };

async function retire(
  unit: Unit,
  ctx: Context,
  { productId, variantIds }: RetireProductRequest,
  untilMs: number,
): Promise<void> {
  const storeId = storeOf(ctx);
  const product = await productLock(unit, storeId, productId);
  if (product === undefined) throw notFound();
  // A caller that missed the response retries after the deletion.
  if (product.deleted) return;
  if (variantIds.length > 0) {
    if (await reservationExistsOfVariants(unit, storeId, productId, variantIds))
      throw conflict('has_reservations', 'Orders have units of a variant reserved.');
    return;
  }
  if (!(await productRetire(unit, storeId, productId, untilMs)))
    throw conflict('has_reservations', 'Orders have units of the product reserved.');
}
