import type {
  CreateClientSecretRequest,
  CreateClientSecretResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { personOf } from '../domain/actor.ts';
import { MAX_CLIENT_SECRETS, MAX_OVERLAP_S } from '../domain/bounds.ts';
import { toClientSecret } from '../domain/client-secret.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { clientSecretExpire, clientSecretInsert, clientSecretList } from '../store/client-secret.ts';
import { lockOwnApp } from '../use-cases/find-own-app.ts';

/** Creates a client secret. The response is not stored under an idempotency key: a secret is stored hashed only. */
export const createClientSecret =
  ({ writer, prisma, clock }: Deps): Handler<CreateClientSecretRequest, CreateClientSecretResponse> =>
  (ctx, { othersForS, ...own }) =>
    writer.change(ctx, async (unit) => {
      if (othersForS < 0 || othersForS > MAX_OVERLAP_S)
        throw invalid('others_for_s', `Must be 0 to ${MAX_OVERLAP_S} seconds.`);
      await lockOwnApp(unit, own);
      const nowMs = clock.now();
      const at = new Date(nowMs);
      const others = (await clientSecretList(prisma, own.appId, at)).map(({ id }) => id);
      const othersUntil = new Date(nowMs + othersForS * 1000);
      if (othersForS > 0 && others.length >= MAX_CLIENT_SECRETS)
        throw conflict(
          'too_many_secrets',
          `An app has at most ${MAX_CLIENT_SECRETS} secrets: end one first.`,
        );
      await clientSecretExpire(prisma, own.appId, others, othersUntil);
      const value = `sk_${randomToken()}`;
      const secret = await clientSecretInsert(prisma, own.appId, value, at);
      const [actorId, subjectId] = [personOf(ctx), own.appId];
      const details = { secret: secret.hint };
      await auditEntryInsert(prisma, { at, actorId, action: 'client_secret.created', subjectId, details });
      return { secret: toClientSecret(secret), value };
    });
