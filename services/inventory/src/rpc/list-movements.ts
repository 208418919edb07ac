import type {
  ListMovementsRequest,
  ListMovementsResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import { isMovementKind, MOVEMENT_KINDS } from '../store/movement.ts';
import { movementListOfProduct, movementListOfShop, type MovementFilter } from '../store/movement-list.ts';
import type { Deps } from '../deps.ts';

export const listMovements =
  ({ db }: Deps): Handler<ListMovementsRequest, ListMovementsResponse> =>
  async (ctx, { shopId, productId, variantId, limit, pageToken, kinds, ...window }) => {
    const storeId = storeOf(ctx);
    const size = pageSize(limit);
    if (shopId === undefined && productId === undefined)
      throw invalid('shop', 'Give `shop` or `product`.', 'missing');
    const filter: MovementFilter = { kinds: checkedKinds(kinds), ...window };
    const before = decodePosition(pageToken) as [number, number] | undefined;
    const rows = await (productId === undefined
      ? movementListOfShop(db, storeId, shopId!, filter, before, size + 1)
      : movementListOfProduct(db, storeId, { productId, variantId, shopId }, filter, before?.[1], size + 1));
    const page = cutPage(rows, size, ({ createdAtMs, id }) => [createdAtMs, id]);
    return { movements: page.rows, nextPageToken: encodePosition(page.next) };
  };

/** The kinds that are asked for; all when none is. @throws Fault `invalid_request` for one that is none */
function checkedKinds(kinds: string[]): string[] {
  const strange = kinds.findIndex((kind) => !isMovementKind(kind));
  if (strange !== -1) throw invalid(`kinds[${strange}]`, `Must be one of ${MOVEMENT_KINDS.join(', ')}.`);
  return kinds.length === 0 ? [...MOVEMENT_KINDS] : [...new Set(kinds)];
}
