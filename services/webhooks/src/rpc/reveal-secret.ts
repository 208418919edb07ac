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
  ({
    writer,
    clock,
    secretBox,
  }: Pick<Deps, 'writer' | 'clock' | 'secretBox'>): Handler<RevealSecretRequest, RevealSecretResponse> =>
  async (ctx, { appId }) => {
    const sealed = await writer.change(ctx, async (unit) => {
      const found = await endpointFindSecret(unit, appId);
      if (found === undefined) throw notFound();
      const use = { kind: 'revealed' as const, personId: ctx.actor.id, requestId: ctx.requestId };
      await secretUseInsert(unit, appId, use, clock.now());
      return found;
    });
    return { secret: secretBox.open(sealed, secretPurpose(appId)) };
  };
