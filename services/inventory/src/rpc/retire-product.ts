import type {
  RetireProductRequest,
  RetireProductResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { RETIRING_MS } from '../domain/product.ts';
import { askingCatalog, Unsure } from '../products/ask-catalog.ts';
import { productLock, productRetire, variantsReserved } from '../store/product-lock.ts';
import type { Deps } from '../deps.ts';

/** Most variants that a product has (decisions, "Ids, amounts, values"). */
const MAX_VARIANTS = 250;

export const retireProduct =
  (deps: Deps): Handler<RetireProductRequest, RetireProductResponse> =>
  async (ctx, { productId, variantIds }) => {
    if (variantIds.length > MAX_VARIANTS) throw invalid('variant_ids', `Must be at most ${MAX_VARIANTS}.`);
    const untilMs = deps.clock.now() + RETIRING_MS;
    await askingCatalog(deps, ctx, (asked) =>
      deps.writer.change(ctx, (unit) => retire(unit, ctx, { productId, variantIds }, untilMs, asked)),
    );
    return {};
  };

async function retire(
  unit: Unit,
  ctx: Context,
  { productId, variantIds }: RetireProductRequest,
  untilMs: number,
  asked: boolean,
): Promise<void> {
  const storeId = storeOf(ctx);
  const product = await productLock(unit, storeId, productId);
  if (product === undefined) throw asked ? notFound() : new Unsure([productId], false);
  // Someone who did not hear the answer asks again after the deletion.
  if (product.deleted) return;
  if (variantIds.length > 0) {
    if (await variantsReserved(unit, storeId, productId, variantIds))
      throw conflict('has_reservations', 'Orders have units of a variant reserved.');
    return;
  }
  if (!(await productRetire(unit, storeId, productId, untilMs)))
    throw conflict('has_reservations', 'Orders have units of the product reserved.');
}
