import {
  SetPriceListEntriesResponse,
  type SetPriceListEntriesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { checkEntries, checkEntryPlaces, type EntryPlace } from '../domain/price-list-change.ts';
import { refreshProducts } from '../projection/catalog.ts';
import { variantIdsByProduct } from '../store/price-list-entry.ts';
import { priceListLock } from '../store/price-list.ts';
import { priceListEntrySaveMany } from '../store/price-list-save.ts';
import type { Deps } from '../deps.ts';

export const setPriceListEntries =
  (deps: Deps): Handler<SetPriceListEntriesRequest, SetPriceListEntriesResponse> =>
  async (ctx, { priceListId, entries }) => {
    checkEntries(entries);
    await refreshUnknown(deps, ctx, entries);
    return deps.writer.write(ctx, SetPriceListEntriesResponse, async (unit) => {
      const storeId = storeOf(ctx);
      if (!(await priceListLock(unit, storeId, priceListId))) throw notFound();
      checkEntryPlaces(entries, await variantIdsByProduct(unit, storeId, productIdsOf(entries)));
      const records = entries.map((entry) => ({ ...entry, priceListId, variantId: entry.variantId ?? null }));
      await priceListEntrySaveMany(unit, storeId, records);
      return {};
    });
  };

/** Asks the catalogue for what is named and not known: its event may not have arrived yet. */
async function refreshUnknown(deps: Deps, ctx: Context, entries: EntryPlace[]): Promise<void> {
  const known = await variantIdsByProduct(deps.db, storeOf(ctx), productIdsOf(entries));
  const unknown = entries.filter(
    ({ productId, variantId }) =>
      !known.has(productId) || (variantId !== undefined && !known.get(productId)!.has(variantId)),
  );
  if (unknown.length > 0) await refreshProducts(deps, ctx, productIdsOf(unknown));
}

const productIdsOf = (entries: EntryPlace[]): string[] => [
  ...new Set(entries.map(({ productId }) => productId)),
];
