import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { platform } from './platform.ts';

/** Creates a webhook endpoint without subscriptions for an app. */
export async function addEndpoint(appId: string, url: string): Promise<void> {
  const channel = new GrpcChannel(platform().processes['webhooks']!.address, [WebhooksServiceService]);
  const webhooks = channel.service(WebhooksServiceService);
  await webhooks.putEndpoint(systemContext('platform-test', Date.now() + 30_000), {
    appId,
    url,
    eventTypes: [],
  });
  channel.close();
}
