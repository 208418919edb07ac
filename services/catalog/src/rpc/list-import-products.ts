import { ImportAction, ImportProductState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type {
  ImportProduct,
  ListImportProductsRequest,
  ListImportProductsResponse,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import type { ListedImportItem } from '../domain/import.ts';
import { importItemList } from '../store/import-item.ts';
import { importFind } from '../store/import.ts';

export const listImportProducts =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<ListImportProductsRequest, ListImportProductsResponse> =>
  async (ctx, { importId, ...request }) => {
    const storeId = storeOf(ctx);
    const limit = pageSize(request.limit);
    const after = Number(decodePosition(request.pageToken)?.[0] ?? 0);
    const items = await importItemList(prisma, storeId, importId, after, limit + 1);
    if (items.length === 0 && (await importFind(prisma, storeId, importId)) === undefined) throw notFound();
    const page = cutPage(items, limit, ({ position }) => [position]);
    return { products: page.rows.map(productOf), nextPageToken: encodePosition(page.next) };
  };

function productOf({ line, handle, summary, action, state, productId }: ListedImportItem): ImportProduct {
  return {
    line,
    handle,
    name: summary.name,
    action: enumValue(ImportAction, action),
    priceCentavos: summary.priceCentavos,
    variantCount: summary.variants,
    image: summary.image,
    state: enumValue(ImportProductState, state === 'written' ? 'pending' : state),
    productId,
  };
}
