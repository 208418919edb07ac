import { setTimeout as sleep } from 'node:timers/promises';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';

/**
 * Waits until webhooks answers a call. After its start it handles events, and the first call loads Prisma's compiler: on a busy
 * machine that takes longer than a health check may, and calls are refused.
 */
export async function untilWebhooksAnswers(address: string): Promise<void> {
  const channel = new GrpcChannel(address, [WebhooksServiceService]);
  const webhooks = channel.service(WebhooksServiceService);
  const ctx = systemContext('platform-test', deadlineIn(60_000));
  const outcome = () =>
    webhooks.getEndpoint(ctx, { appId: 'app_none' }).then(
      () => 'found',
      (err: Fault) => err.code,
    );
  while ((await outcome()) === 'unavailable') await sleep(200);
  channel.close();
}
