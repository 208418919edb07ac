import {
  SetPriceListEntriesResponse,
  type SetPriceListEntriesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { checkEntries, checkEntriesExist, type EntryKey } from '../domain/price-list-change.ts';
import { priceListEntrySaveMany } from '../store/price-list-entry.ts';
import { priceListLock } from '../store/price-list.ts';
import { productLockMany, variantListIds } from '../store/product.ts';
import { missingOf, readProjection } from '../use-cases/refresh-projection.ts';

export const setPriceListEntries =
  (deps: Deps): Handler<SetPriceListEntriesRequest, SetPriceListEntriesResponse> =>
  async (ctx, { priceListId, entries }) => {
    checkEntries(entries);
    await refreshProducts(deps, ctx, entries);
    return deps.writer.write(ctx, SetPriceListEntriesResponse, async (unit) => {
      const storeId = storeOf(ctx);
      if (!(await priceListLock(unit, storeId, priceListId))) throw notFound();
      // A removal of a product or variant either waits for the entries and deletes them, or is seen here.
      await productLockMany(unit, storeId, productIdsOf(entries));
      checkEntriesExist(entries, await variantListIds(unit, storeId, productIdsOf(entries)));
      const records = entries.map((entry) => ({ ...entry, priceListId, variantId: entry.variantId ?? null }));
      await priceListEntrySaveMany(unit, storeId, records);
      return {};
    });
  };

/** Completes the projection with the products and variants of entries. */
async function refreshProducts(deps: Deps, ctx: Context, entries: EntryKey[]): Promise<void> {
  await readProjection(deps, ctx, async () => {
    const found = await variantListIds(deps.db, storeOf(ctx), productIdsOf(entries));
    const unknown = entries.filter(
      ({ productId, variantId }) =>
        !found.has(productId) || (variantId !== undefined && !found.get(productId)!.has(variantId)),
    );
    return { found, missing: missingOf([], productIdsOf(unknown)) };
  });
}

const productIdsOf = (entries: EntryKey[]): string[] => [
  ...new Set(entries.map(({ productId }) => productId)),
];
