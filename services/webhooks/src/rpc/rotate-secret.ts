import type {
  RotateSecretRequest,
  RotateSecretResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { newWebhookSecret, secretPurpose } from '../domain/endpoint.ts';
import { endpointFind, endpointRotateSecret } from '../store/endpoint.ts';
import { secretUseInsert } from '../store/secret-use.ts';

/** Time for which the previous secret signs the Standard Webhooks header too (decisions, "Webhooks"), in ms. */
const PREVIOUS_MS = 24 * 3600 * 1000;

export const rotateSecret =
  ({ prisma, writer, clock, secretBox }: Deps): Handler<RotateSecretRequest, RotateSecretResponse> =>
  async (ctx, { appId }) => {
    const secret = newWebhookSecret();
    const sealedSecret = secretBox.seal(secret, secretPurpose(appId));
    const nowMs = clock.now();
    const rotation = { appId, sealedSecret, previousUntilMs: nowMs + PREVIOUS_MS, nowMs };
    await writer.change(ctx, async (unit) => {
      if (!(await endpointRotateSecret(unit, rotation))) throw notFound();
      const { actor, requestId } = ctx;
      const usedAt = new Date(nowMs);
      await secretUseInsert(prisma, { appId, usedAt, kind: 'rotated', personId: actor.id, requestId });
    });
    return { secret, endpoint: await endpointFind(prisma, appId) };
  };
