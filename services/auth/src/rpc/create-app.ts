import { CreateAppResponse, type CreateAppRequest } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readAppFields } from '../domain/app-fields.ts';
import { toApp } from '../domain/app.ts';
import { MAX_APPS } from '../domain/bounds.ts';
import { appCountOfDeveloper, appInsertDraft } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { findOwnApp } from '../use-cases/find-own-app.ts';
import { lockActiveDeveloper } from '../use-cases/lock-developer.ts';

/** Creates an app as a draft. */
export const createApp =
  ({ writer, prisma, clock }: Deps): Handler<CreateAppRequest, CreateAppResponse> =>
  (ctx, { developerId, fields }) =>
    writer.write(ctx, CreateAppResponse, async (unit) => {
      const requested = readAppFields(fields);
      await lockActiveDeveloper(unit, developerId);
      if ((await appCountOfDeveloper(prisma, developerId)) >= MAX_APPS)
        throw conflict('too_many_apps', `A developer has at most ${MAX_APPS} apps.`);
      const at = new Date(clock.now());
      const appId = await appInsertDraft(prisma, developerId, requested, at);
      await auditEntryInsert(prisma, { at, actorId: personOf(ctx), action: 'app.created', subjectId: appId });
      return { app: toApp(await findOwnApp(unit, { developerId, appId })) };
    });
