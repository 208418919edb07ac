import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebhooksServiceService, type Endpoint } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { runningDemo, type Demo } from '../demo-app/running-demo.ts';
import { readOptions, usage } from './options.ts';
import { createReceiver } from './receiver.ts';

/** Timeout for changing the demo app's endpoint. */
const CHANGE_MS = 10_000;

/** `pnpm webhook:listen`: a receiver for testing webhooks manually, for the first demo app unless a secret is given. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const running = options.secret === undefined ? await runningDemo(options.dataDir) : undefined;
  const app = running?.demo.apps[0];
  const secret = options.secret ?? app!.webhook_secret;
  const receiver = createReceiver({ ...options, secret }, (lines) => console.log(lines));
  receiver.listen(options.port, '127.0.0.1');
  await once(receiver, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new Error(`Something listens on port ${options.port} already: choose another --port.`);
    throw error;
  });
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/webhooks`;
  if (running !== undefined) await moveEndpoint(running.addresses['webhooks']!, app!, url);
  console.log(`Listening for webhooks at ${url}; Ctrl-C stops it.`);
}

const ctx = () => systemContext('webhook-listen', deadlineIn(CHANGE_MS));

/** Points the demo app's webhooks here until this process is stopped, unless they already are. */
async function moveEndpoint(address: string, app: Demo['apps'][number], url: string): Promise<void> {
  const channel = new GrpcChannel(address, [WebhooksServiceService]);
  const webhooks = channel.service(WebhooksServiceService);
  const put = ({ eventTypes }: Endpoint, to: string) =>
    webhooks.putEndpoint(ctx(), { appId: app.client_id, url: to, eventTypes });
  const { endpoint } = await webhooks.getEndpoint(ctx(), { appId: app.client_id });
  if (endpoint === undefined)
    throw new Error('The first demo app has no endpoint: create one in the portal.');
  if (endpoint.url === url) return channel.close();
  await put(endpoint, url);
  if (url === app.webhook_url) return channel.close();
  console.log(`The webhooks of the first demo app are sent to port ${new URL(url).port} while this runs.`);
  const restore = async (): Promise<void> => {
    await put(endpoint, app.webhook_url).catch(({ message }: Error) => {
      process.stderr.write(`The endpoint is still ${url}: ${message}\n`);
    });
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void restore());
}

main().catch(({ message }: Error) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
});
