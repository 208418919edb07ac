import {
  Product,
  type ApplyPricesRequest,
  type ApplyPricesResponse,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { EncodedPage, MISSING } from '@commerce/service-kit/grpc/encoded-page.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { publishChanges } from '../events/publish.ts';
import { applyPriceCopies } from '../use-cases/apply-price-copies.ts';
import type { Deps } from '../deps.ts';
import { requireBatch } from '../domain/require.ts';

export const applyPrices =
  ({ writer, stamp }: Deps): Handler<ApplyPricesRequest, ApplyPricesResponse> =>
  async (ctx, { prices, bulkOperationId }) => {
    const ids = prices.map(({ productId }) => productId);
    requireBatch('prices', ids);
    const changes = await writer.change(ctx, async (unit) => {
      const applied = await applyPriceCopies(unit, storeOf(ctx), prices, stamp);
      publishChanges(unit, applied, bulkOperationId);
      return applied;
    });
    const byId = new Map(changes.map(({ after: { product } }) => [product.id, product]));
    const encoded = ids.map((id) => {
      const product = byId.get(id);
      return product === undefined ? MISSING : Product.encode(product).finish();
    });
    return new EncodedPage(encoded);
  };
