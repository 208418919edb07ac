import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { platform } from './platform.ts';

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
  const ctx = systemContext('platform-test', deadlineIn(30_000));
  const { secret } = await webhooks.putEndpoint(ctx, { appId, url, eventTypes });
  channel.close();
  return secret!;
}
