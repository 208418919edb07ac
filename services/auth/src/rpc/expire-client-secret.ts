import type {
  ExpireClientSecretRequest,
  ExpireClientSecretResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { clientSecretExpire, clientSecretList } from '../store/client-secret.ts';
import { lockOwnApp } from '../use-cases/find-own-app.ts';

/** Ends a client secret at once; the last one can only be replaced. */
export const expireClientSecret =
  ({ writer, prisma, clock }: Deps): Handler<ExpireClientSecretRequest, ExpireClientSecretResponse> =>
  (ctx, { secretId, ...own }) =>
    writer.change(ctx, async (unit) => {
      await lockOwnApp(unit, own);
      const at = new Date(clock.now());
      const inForce = await clientSecretList(prisma, own.appId, at);
      const secret = inForce.find(({ id }) => id === secretId);
      if (secret === undefined) return {};
      if (inForce.length === 1)
        throw conflict('last_secret', 'The app has no other secret: make a new one first.');
      await clientSecretExpire(prisma, own.appId, [secretId], at);
      const [actorId, subjectId] = [personOf(ctx), own.appId];
      const details = { secret: secret.hint };
      await auditEntryInsert(prisma, { at, actorId, action: 'client_secret.expired', subjectId, details });
      return {};
    });
