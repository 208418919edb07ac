import {
  CreateAppResponse,
  type AppFields,
  type CreateAppRequest,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { personOf } from '../apps/actor.ts';
import { requireOwnApp } from '../apps/own-app.ts';
import { holdDeveloper } from '../apps/own-developer.ts';
import type { Deps } from '../deps.ts';
import { readAppFields } from '../domain/app-fields.ts';
import { MAX_APPS } from '../domain/bounds.ts';
import { toApp } from '../store/app-columns.ts';
import { countAppsOfDeveloper } from '../store/app-count-of-developer.ts';
import { insertDraft } from '../store/app-insert-draft.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';

/** Makes a draft of an app. */
export function createApp({ writer, clock }: Deps): Handler<CreateAppRequest, CreateAppResponse> {
  return (ctx, { developerId, fields }) =>
    writer.write(ctx, CreateAppResponse, async (unit) => {
      const asked = readAppFields(fields);
      await holdDeveloper(unit, developerId);
      if ((await countAppsOfDeveloper(unit, developerId)) >= MAX_APPS)
        throw conflict('too_many_apps', `A developer has at most ${MAX_APPS} apps.`);
      return { app: await make(ctx, unit, developerId, asked, new Date(clock.now())) };
    });
}

async function make(ctx: Context, unit: Unit, developerId: string, fields: AppFields, at: Date) {
  const appId = await insertDraft(unit, developerId, fields, at);
  await insertAuditEntry(unit, { at, actorId: personOf(ctx), action: 'app.created', subjectId: appId });
  return toApp(await requireOwnApp(unit, { developerId, appId }));
}
