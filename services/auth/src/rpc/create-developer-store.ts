import {
  CreateDeveloperStoreResponse,
  type CreateDeveloperStoreRequest,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { personOf } from '../apps/actor.ts';
import { toDeveloperStore } from '../apps/developer-store.ts';
import { holdDeveloper } from '../apps/own-developer.ts';
import type { Deps } from '../deps.ts';
import { readStoreName } from '../domain/app-fields.ts';
import { MAX_DEVELOPER_STORES } from '../domain/bounds.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { insertStoreForDeveloper } from '../store/store-insert-for-developer.ts';
import { listStoresOfDeveloper } from '../store/store-list-of-developer.ts';

/** Makes a store to try apps on, owned by the person who asks. */
export function createDeveloperStore({
  writer,
  clock,
}: Deps): Handler<CreateDeveloperStoreRequest, CreateDeveloperStoreResponse> {
  return (ctx, { developerId, name: given }) =>
    writer.write(ctx, CreateDeveloperStoreResponse, async (unit) => {
      const name = readStoreName(given);
      const ownerId = personOf(ctx);
      if (ownerId === null) throw notFound();
      await holdDeveloper(unit, developerId);
      if ((await listStoresOfDeveloper(unit, developerId)).length >= MAX_DEVELOPER_STORES)
        throw conflict('too_many_stores', `A developer has at most ${MAX_DEVELOPER_STORES} stores.`);
      const at = new Date(clock.now());
      const id = await insertStoreForDeveloper(unit, { name, developerId, ownerId, at });
      await insertAuditEntry(unit, { at, actorId: ownerId, action: 'store.created', subjectId: id });
      const stores = await listStoresOfDeveloper(unit, developerId);
      return { store: toDeveloperStore(stores.find((store) => store.id === id)!) };
    });
}
