import type {
  RevealSecretRequest,
  RevealSecretResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { secretPurpose } from '../domain/endpoint.ts';
import { endpointFindSecret } from '../store/endpoint.ts';
import { secretUseInsert } from '../store/secret-use.ts';

/** The use is recorded in the transaction that reads the secret, so that every use is recorded. */
export const revealSecret =
  ({ prisma, writer, clock, secretBox }: Deps): Handler<RevealSecretRequest, RevealSecretResponse> =>
  async (ctx, { appId }) => {
    const sealed = await writer.change(ctx, async () => {
      const found = await endpointFindSecret(prisma, appId);
      if (found === undefined) throw notFound();
      const { actor, requestId } = ctx;
      const usedAt = new Date(clock.now());
      await secretUseInsert(prisma, { appId, usedAt, kind: 'revealed', personId: actor.id, requestId });
      return found;
    });
    return { secret: secretBox.open(sealed, secretPurpose(appId)) };
  };
