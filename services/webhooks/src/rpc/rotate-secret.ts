import type {
  RotateSecretRequest,
  RotateSecretResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newWebhookSecret, secretPurpose } from '../domain/endpoint.ts';
import { endpointFind } from '../store/endpoint.ts';
import { endpointRotateSecret } from '../store/endpoint-change.ts';
import { secretUseInsert } from '../store/secret-use.ts';
import type { Deps } from '../deps.ts';

/** How long the old secret signs the Standard Webhooks header as well (decisions, "Webhooks"), in ms. */
const PREVIOUS_MS = 24 * 3600 * 1000;

export const rotateSecret =
  ({ prisma, writer, clock, secretBox }: Deps): Handler<RotateSecretRequest, RotateSecretResponse> =>
  async (ctx, { appId }) => {
    const secret = newWebhookSecret();
    const sealed = secretBox.seal(secret, secretPurpose(appId));
    const nowMs = clock.now();
    await writer.change(ctx, async (unit) => {
      if (!(await endpointRotateSecret(unit, appId, sealed, nowMs + PREVIOUS_MS, nowMs))) throw notFound();
      const use = { kind: 'rotated' as const, personId: ctx.actor.id, requestId: ctx.requestId };
      await secretUseInsert(unit, appId, use, nowMs);
    });
    return { secret, endpoint: await endpointFind(prisma, appId) };
  };
