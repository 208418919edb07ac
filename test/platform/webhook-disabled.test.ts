// covers: gateway, services/auth, services/webhooks
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';
import { platformSql } from '../support/platform-sql.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';

const { demo, processes } = platform();
const channel = new GrpcChannel(processes['webhooks']!.address, [WebhooksServiceService]);
const webhooks = channel.service(WebhooksServiceService);
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await receiveWebhooks();
});
afterAll(async () => {
  channel.close();
  await receiver.close();
});

const ctx = () => systemContext('webhooks-test', deadlineIn(30_000));
const mailPage = async () => (await fetch(demo.mail_url)).text();

/** Backdates the first failure of its deliveries. */
const failingFor = (appId: string, interval: string) =>
  platformSql('webhooks', 'update endpoint set first_failure_at = now() - $2::interval where app_id = $1', [
    appId,
    interval,
  ]);

test('an endpoint whose deliveries fail for 48 hours is disabled and its developer gets an email', async () => {
  const name = randomUUID();
  const app = await newApp(allScopes(), { name: `App <${name}>` });
  receiver.failing.add('/failing');
  const url = receiver.url('/failing');
  await webhooks.putEndpoint(ctx(), { appId: app.client_id, url, eventTypes: [] });
  const endpoint = async () => (await webhooks.getEndpoint(ctx(), { appId: app.client_id })).endpoint!;
  await webhooks.sendPing(ctx(), { appId: app.client_id });
  await until(async () => (await endpoint()).failingSinceMs !== undefined, 'the first failure');
  await failingFor(app.client_id, '48 hours');
  await webhooks.sendPing(ctx(), { appId: app.client_id });
  await until(async () => (await endpoint()).disabledAtMs !== undefined, 'the disabling');
  const escaped = `App &lt;${name}&gt;`;
  await until(async () => (await mailPage()).includes(escaped), 'the mail');
  const mail = (await mailPage()).split('<article>').find((article) => article.includes(escaped))!;
  for (const words of [demo.developer.email, url, 'Mostrador desactivó el webhook', 'answered 500'])
    expect(mail).toContain(words);
});
