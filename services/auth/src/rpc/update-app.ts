import type { UpdateAppRequest, UpdateAppResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { personOf } from '../apps/actor.ts';
import { holdOwnApp, requireOwnApp } from '../apps/own-app.ts';
import type { Deps } from '../deps.ts';
import { readAppFields } from '../domain/app-fields.ts';
import { changeApp, changesBetween, versionOf } from '../domain/app-review.ts';
import { toApp, underReview } from '../store/app-columns.ts';
import { updateApp as update } from '../store/app-update.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';

/** Changes an app; what merchants decide on waits for a review while it is published. */
export function updateApp({ writer, clock }: Deps): Handler<UpdateAppRequest, UpdateAppResponse> {
  return (ctx, { fields, expectedVersion, ...own }) =>
    writer.change(ctx, async (unit) => {
      const asked = readAppFields(fields);
      const row = await holdOwnApp(unit, own);
      requireVersion(expectedVersion, stampVersion(row.updated_at.getTime()));
      const app = underReview(row);
      const changed = changeApp(app, asked);
      // Later than the version before, whatever the clock says.
      const at = new Date(Math.max(clock.now(), row.updated_at.getTime() + 1));
      await update(unit, own.appId, changed, at);
      const what = changesBetween(versionOf(app.fields, ''), versionOf(changed.fields, ''));
      const [actorId, subjectId] = [personOf(ctx), own.appId];
      const details = { fields: what.map(({ field }) => field).join(', ') };
      if (what.length > 0)
        await insertAuditEntry(unit, { at, actorId, action: 'app.changed', subjectId, details });
      return { app: toApp(await requireOwnApp(unit, own)) };
    });
}
