import type {
  ListPriceListEntriesRequest,
  ListPriceListEntriesResponse,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { checkProductFilter } from '../domain/field-checks.ts';
import { priceListEntryList } from '../store/price-list-entry.ts';
import { priceListExists } from '../store/price-list.ts';

export const listPriceListEntries =
  ({ db, prisma }: Deps): Handler<ListPriceListEntriesRequest, ListPriceListEntriesResponse> =>
  async (ctx, { priceListId, limit, pageToken, productIds }) => {
    checkProductFilter(productIds);
    const storeId = storeOf(ctx);
    if (!(await priceListExists(prisma, storeId, priceListId))) throw notFound();
    const after = (decodePosition(pageToken) ?? ['', '']) as [string, string];
    const size = pageSize(limit);
    const rows = await priceListEntryList(db, storeId, { priceListId, after, limit: size + 1, productIds });
    const page = cutPage(rows, size, ({ productId, variantId }) => [productId, variantId]);
    return {
      entries: page.rows.map((entry) => ({ ...entry, variantId: entry.variantId || undefined })),
      nextPageToken: encodePosition(page.next),
    };
  };
