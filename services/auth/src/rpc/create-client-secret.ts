import type {
  CreateClientSecretRequest,
  CreateClientSecretResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { personOf } from '../apps/actor.ts';
import { holdOwnApp } from '../apps/own-app.ts';
import type { Deps } from '../deps.ts';
import { MAX_CLIENT_SECRETS, MAX_OVERLAP_S } from '../domain/bounds.ts';
import { insertAuditEntry } from '../store/audit-entry-insert.ts';
import { expireClientSecrets } from '../store/client-secret-expire.ts';
import { insertClientSecret } from '../store/client-secret-insert.ts';
import { listClientSecrets, toClientSecret } from '../store/client-secret-list.ts';

/** A new client secret. Its answer is never kept, not even under an idempotency key: a secret is stored hashed only. */
export function createClientSecret({
  writer,
  clock,
}: Deps): Handler<CreateClientSecretRequest, CreateClientSecretResponse> {
  return (ctx, { othersForS, ...own }) =>
    writer.change(ctx, async (unit) => {
      if (othersForS < 0 || othersForS > MAX_OVERLAP_S)
        throw invalid('others_for_s', `Must be 0 to ${MAX_OVERLAP_S} seconds.`);
      await holdOwnApp(unit, own);
      const nowMs = clock.now();
      const at = new Date(nowMs);
      const others = (await listClientSecrets(unit, own.appId, at)).map(({ id }) => id);
      const othersUntil = new Date(nowMs + othersForS * 1000);
      if (othersForS > 0 && others.length >= MAX_CLIENT_SECRETS)
        throw conflict(
          'too_many_secrets',
          `An app has at most ${MAX_CLIENT_SECRETS} secrets: end one first.`,
        );
      await expireClientSecrets(unit, own.appId, others, othersUntil);
      const value = `sk_${randomToken()}`;
      const secret = await insertClientSecret(unit, own.appId, value, at);
      const [actorId, subjectId] = [personOf(ctx), own.appId];
      const details = { secret: secret.hint };
      await insertAuditEntry(unit, { at, actorId, action: 'client_secret.created', subjectId, details });
      return { secret: toClientSecret(secret), value };
    });
}
