import { setTimeout as sleep } from 'node:timers/promises';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { platform } from './platform.ts';

/** Time for which a process that has just started, on a busy machine, may not answer. */
const TIMEOUT_MS = 30_000;

/**
 * Creates a webhook endpoint for an app, without subscriptions by default.
 * @param of the platform; the shared one by default
 * @returns its secret
 */
export async function addEndpoint(
  appId: string,
  url: string,
  eventTypes: string[] = [],
  of = platform(),
): Promise<string> {
  const channel = new GrpcChannel(of.processes['webhooks']!.address, [WebhooksServiceService]);
  const webhooks = channel.service(WebhooksServiceService);
  const deadlineMs = Date.now() + TIMEOUT_MS;
  try {
    for (; ; await sleep(200))
      try {
        const ctx = systemContext('platform-test', deadlineMs);
        return (await webhooks.putEndpoint(ctx, { appId, url, eventTypes })).secret!;
      } catch (err) {
        if (!(err instanceof Fault && err.code === 'unavailable')) throw err;
      }
  } finally {
    channel.close();
  }
}
