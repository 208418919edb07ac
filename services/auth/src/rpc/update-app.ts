import type { UpdateAppRequest, UpdateAppResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { readAppFields } from '../domain/app-fields.ts';
import { changeApp, changesBetween, versionOf } from '../domain/app-review.ts';
import { toApp, underReview } from '../domain/app.ts';
import { appUpdate } from '../store/app.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { findOwnApp, lockOwnApp } from '../use-cases/find-own-app.ts';

/** Changes an app. A change of the reviewed fields of a published app waits for a review. */
export const updateApp =
  ({ writer, prisma, clock }: Deps): Handler<UpdateAppRequest, UpdateAppResponse> =>
  (ctx, { fields, expectedVersion, ...own }) =>
    writer.change(ctx, async (unit) => {
      const requested = readAppFields(fields);
      const before = await lockOwnApp(unit, own);
      requireVersion(expectedVersion, stampVersion(before.updatedAt.getTime()));
      const app = underReview(before);
      const changed = changeApp(app, requested);
      // Later than the previous version, whatever the clock says.
      const at = new Date(Math.max(clock.now(), before.updatedAt.getTime() + 1));
      await appUpdate(prisma, own.appId, changed, at);
      const changes = changesBetween(versionOf(app.fields, ''), versionOf(changed.fields, ''));
      const [actorId, subjectId] = [personOf(ctx), own.appId];
      const details = { fields: changes.map(({ field }) => field).join(', ') };
      if (changes.length > 0)
        await auditEntryInsert(prisma, { at, actorId, action: 'app.changed', subjectId, details });
      return { app: toApp(await findOwnApp(unit, own)) };
    });
