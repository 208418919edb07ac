import type {
  PutEndpointRequest,
  PutEndpointResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { newestVersion } from '../domain/api-version.ts';
import { newWebhookSecret, requireEndpointFields, secretPurpose } from '../domain/endpoint.ts';
import { endpointInsert, endpointPut, endpointUpdate } from '../store/endpoint.ts';

export const putEndpoint =
  ({
    prisma,
    clock,
    secretBox,
    urlPolicy: policy,
    versions,
  }: Pick<Deps, 'prisma' | 'clock' | 'secretBox' | 'urlPolicy' | 'versions'>): Handler<
    PutEndpointRequest,
    PutEndpointResponse
  > =>
  async (_ctx, { appId, url, eventTypes, apiVersion, expectedVersion }) => {
    if (!isId('app', appId)) throw notFound();
    const fields = requireEndpointFields({ url, eventTypes, apiVersion }, { policy, versions });
    const secret = newWebhookSecret();
    const sealedSecret = secretBox.seal(secret, secretPurpose(appId));
    const newest = newestVersion(versions).prefix;
    const creation = { appId, fields, sealedSecret, newestVersion: newest, now: new Date(clock.now()) };
    if (expectedVersion === '') return { endpoint: await endpointInsert(prisma, creation), secret };
    if (expectedVersion !== undefined) {
      const endpoint = await endpointUpdate(prisma, creation, expectedVersion);
      return { endpoint, secret: undefined };
    }
    const { endpoint, created } = await endpointPut(prisma, creation);
    return { endpoint, secret: created ? secret : undefined };
  };
