import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { FirstShop } from '@commerce/console-api/routes/people.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { Services } from '../../../grpc/services.ts';

/**
 * Creates the first shop of a store that its owner has just opened. The store exists by then: while catalog is down, the
 * sign-up succeeds without the shop, and the first steps on the dashboard ask for it.
 */
export async function createFirstShop(
  ctx: Context,
  { catalog }: Services,
  { person, stores }: Session,
  storeId: string,
  { phone, ...address }: FirstShop,
): Promise<void> {
  const name = stores.find(({ id }) => id === storeId)?.name ?? person.name;
  const fields = { name, phone, email: person.email, address, schedule: [], isActive: true };
  const actor = { kind: Actor_Kind.PERSON, id: person.id, appId: '' };
  await catalog.createShop({ ...ctx, storeId, actor }, { fields }).catch(() => undefined);
}
