import type {
  PutEndpointRequest,
  PutEndpointResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { newWebhookSecret, requireEndpointFields, secretPurpose } from '../domain/endpoint.ts';
import { endpointChange, endpointMake, endpointPut } from '../store/endpoint.ts';
import type { Deps } from '../deps.ts';

export const putEndpoint =
  ({
    prisma,
    clock,
    secretBox,
    urlPolicy,
  }: Pick<Deps, 'prisma' | 'clock' | 'secretBox' | 'urlPolicy'>): Handler<
    PutEndpointRequest,
    PutEndpointResponse
  > =>
  async (_ctx, { appId, url, eventTypes, expectedVersion }) => {
    if (!isId('app', appId)) throw notFound();
    const fields = requireEndpointFields({ url, eventTypes }, urlPolicy);
    const secret = newWebhookSecret();
    const sealed = secretBox.seal(secret, secretPurpose(appId));
    const now = new Date(clock.now());
    if (expectedVersion === '')
      return { endpoint: await endpointMake(prisma, appId, fields, sealed, now), secret };
    if (expectedVersion !== undefined) {
      const endpoint = await endpointChange(prisma, appId, fields, expectedVersion, now);
      return { endpoint, secret: undefined };
    }
    const { endpoint, created } = await endpointPut(prisma, appId, fields, sealed, now);
    return { endpoint, secret: created ? secret : undefined };
  };
