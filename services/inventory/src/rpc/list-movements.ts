import { enumNames } from '@commerce/proto/enum.ts';
import { MovementKind } from '@commerce/proto/commerce/inventory/v1/values.ts';
import type {
  ListMovementsRequest,
  ListMovementsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import { requireEnumName } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import type { MovementKindName } from '../domain/movement.ts';
import { movementListByProduct, movementListByShop, type MovementFilter } from '../store/movement.ts';

export const listMovements =
  ({ db, prisma }: Deps): Handler<ListMovementsRequest, ListMovementsResponse> =>
  async (ctx, { shopId, productId, variantId, limit: requested, pageToken, kinds, ...period }) => {
    const storeId = storeOf(ctx);
    const size = pageSize(requested);
    if (shopId === undefined && productId === undefined)
      throw invalid('shop', 'Give `shop` or `product`.', 'missing');
    const filter: MovementFilter = { kinds: namesOf(kinds), ...period };
    const before = decodePosition(pageToken) as [number, number] | undefined;
    const limit = size + 1;
    const rows = await (productId === undefined
      ? movementListByShop(db, storeId, { shopId: shopId!, filter, before, limit })
      : movementListByProduct(prisma, storeId, {
          productId,
          variantId,
          shopId,
          filter,
          beforeId: before?.[1],
          limit,
        }));
    const page = cutPage(rows, size, ({ createdAtMs, id }) => [createdAtMs, id]);
    return { movements: page.rows, nextPageToken: encodePosition(page.next) };
  };

/** The names of the requested kinds; all when none is. @throws Fault `invalid_request` for an unknown one */
function namesOf(kinds: MovementKind[]): MovementKindName[] {
  if (kinds.length === 0) return enumNames(MovementKind);
  return [...new Set(kinds.map((kind, n) => requireEnumName(`kinds[${n}]`, MovementKind, kind)))];
}
