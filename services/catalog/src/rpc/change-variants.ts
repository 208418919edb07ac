import {
  ChangeVariantsResponse,
  type ChangeVariantsRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { childContext, storeOf } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { Problems } from '../domain/problems.ts';
import { removedVariants, withVariants } from '../domain/product-variants.ts';
import { isSame, type ProductRecord } from '../domain/product.ts';
import { publishChange } from '../events/publish.ts';
import { productChangeMany } from '../store/product-write.ts';
import { productFind } from '../store/product.ts';
import { linkImages, saveImageUses } from '../use-cases/images/link-images.ts';
import type { Deps } from '../deps.ts';

/**
 * Asks inventory first, outside of any transaction, to retire the removed variants, which it refuses while orders
 * have reserved them. A unit reserved between its answer and the change stays with its order, as with every deleted
 * product.
 */
export const changeVariants =
  (deps: Deps): Handler<ChangeVariantsRequest, ChangeVariantsResponse> =>
  async (ctx, request) => {
    // A replay calls no other service, and expects a version that the first call replaced.
    const earlier = await deps.writer.earlier(ctx);
    if (earlier !== undefined) return earlier;
    const storeId = storeOf(ctx);
    const record = await productFind(deps.db, storeId, request.productId);
    if (record === undefined) throw notFound();
    requireExpectedVersion(record, request);
    const allowed = new Set(removedVariants(record, changed(record, request)));
    if (allowed.size > 0)
      await deps.clients.inventory.retireProduct(childContext(ctx), {
        productId: request.productId,
        variantIds: [...allowed],
      });
    return deps.writer.write(ctx, ChangeVariantsResponse, async (unit) => {
      const change = async (before: ProductRecord) => {
        requireExpectedVersion(before, request);
        const after = changed(before, request);
        if (removedVariants(before, after).some((id) => !allowed.has(id)))
          throw conflict('variants_changed', 'The variants of the product were changed by another request.');
        if (isSame(before, after)) return undefined;
        return (await linkImages(deps, unit, storeId, [{ before, after }]))[0];
      };
      const [done] = await productChangeMany(unit, storeId, [request.productId], change, deps.stamp);
      if (done === undefined) throw notFound();
      await saveImageUses(deps, unit, storeId, [done]);
      publishChange(unit, done);
      return { product: done.after.product };
    });
  };

const requireExpectedVersion = (
  { product }: ProductRecord,
  { expectedVersion }: ChangeVariantsRequest,
): void => requireVersion(expectedVersion, stampVersion(product.updatedAtMs));

function changed(record: ProductRecord, request: ChangeVariantsRequest): ProductRecord {
  const problems = new Problems();
  const after = withVariants(problems, record, request, () => newId('var'));
  problems.throwIfAny();
  return after;
}
