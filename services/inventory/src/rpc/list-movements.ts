import type {
  ListMovementsRequest,
  ListMovementsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import { movementListOfProduct, movementListOfShop } from '../store/movement-list.ts';
import type { Deps } from './deps.ts';

export const listMovements =
  ({ db }: Deps): Handler<ListMovementsRequest, ListMovementsResponse> =>
  async (ctx, { shopId, productId, limit, pageToken }) => {
    const storeId = storeOf(ctx);
    const size = pageSize(limit);
    const before = (decodePosition(pageToken)?.[0] as number | undefined) ?? Number.MAX_SAFE_INTEGER;
    if (shopId === undefined && productId === undefined)
      throw invalid('shop', 'Give `shop` or `product`.', 'missing');
    const rows = await (productId === undefined
      ? movementListOfShop(db, storeId, shopId!, before, size + 1)
      : movementListOfProduct(db, storeId, productId, before, size + 1, shopId));
    const page = cutPage(rows, size, ({ id }) => [id]);
    return { movements: page.rows, nextPageToken: encodePosition(page.next) };
  };
