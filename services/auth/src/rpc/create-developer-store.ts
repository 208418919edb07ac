import {
  CreateDeveloperStoreResponse,
  type CreateDeveloperStoreRequest,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readStoreName } from '../domain/app-fields.ts';
import { MAX_DEVELOPER_STORES } from '../domain/bounds.ts';
import { toDeveloperStore } from '../domain/developer.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { storeInsertForDeveloper, storeListOfDeveloper } from '../store/store.ts';
import { lockActiveDeveloper } from '../use-cases/lock-developer.ts';

/** Creates a test store that all members of the developer account own. */
export const createDeveloperStore =
  ({ writer, prisma, clock }: Deps): Handler<CreateDeveloperStoreRequest, CreateDeveloperStoreResponse> =>
  (ctx, { developerId, name: given }) =>
    writer.write(ctx, CreateDeveloperStoreResponse, async (unit) => {
      const name = readStoreName(given);
      const personId = personOf(ctx);
      if (personId === null) throw notFound();
      await lockActiveDeveloper(unit, developerId);
      if ((await storeListOfDeveloper(unit, developerId)).length >= MAX_DEVELOPER_STORES)
        throw conflict('too_many_stores', `A developer has at most ${MAX_DEVELOPER_STORES} stores.`);
      const at = new Date(clock.now());
      const id = await storeInsertForDeveloper(prisma, { name, developerId, at });
      await auditEntryInsert(prisma, { at, actorId: personId, action: 'store.created', subjectId: id });
      const stores = await storeListOfDeveloper(unit, developerId);
      return { store: toDeveloperStore(stores.find((store) => store.id === id)!) };
    });
