import type {
  ExpireClientSecretRequest,
  ExpireClientSecretResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { personOf } from '../apps/actor.ts';
import { holdOwnApp } from '../apps/own-app.ts';
import type { Deps } from '../deps.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { expireClientSecrets } from '../store/client-secret-expire.ts';
import { listClientSecrets } from '../store/client-secret-list.ts';

/** Ends a client secret at once; the last one cannot be ended, only replaced. */
export function expireClientSecret({
  writer,
  clock,
}: Deps): Handler<ExpireClientSecretRequest, ExpireClientSecretResponse> {
  return (ctx, { secretId, ...own }) =>
    writer.change(ctx, async (unit) => {
      await holdOwnApp(unit, own);
      const at = new Date(clock.now());
      const inForce = await listClientSecrets(unit, own.appId, at);
      const secret = inForce.find(({ id }) => id === secretId);
      if (secret === undefined) return {};
      if (inForce.length === 1)
        throw conflict('last_secret', 'The app has no other secret: make a new one first.');
      await expireClientSecrets(unit, own.appId, [secretId], at);
      const [actorId, subjectId] = [personOf(ctx), own.appId];
      const details = { secret: secret.hint };
      await insertAuditEntry(unit, { at, actorId, action: 'client_secret.expired', subjectId, details });
      return {};
    });
}
