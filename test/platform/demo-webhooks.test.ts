import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { PlainBrowser } from '../support/browser.ts';
import { AppClient, signInAndAllow } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';

const { gateways, demo, processes, runDir } = platform();
const dataDir = path.dirname(runDir);
const channel = new GrpcChannel(processes['webhooks']!.address, [WebhooksServiceService]);
const started: ChildProcess[] = [];

afterAll(async () => {
  channel.close();
  for (const child of started.filter(({ exitCode }) => exitCode === null)) {
    child.kill();
    await once(child, 'exit');
  }
});

/** Runs a tool of the demo from the command line. */
function run(tool: string, ...args: string[]): { child: ChildProcess; said: () => string } {
  const script = path.resolve('deploy', tool);
  const child = spawn(process.execPath, [script, ...args, '--data', dataDir], {
    env: { PATH: process.env['PATH'] },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  started.push(child);
  return { child, said: () => output };
}

/** Waits for output that matches the pattern. @returns its first group */
const printed = (said: () => string, pattern: RegExp): Promise<string> =>
  until(
    () => pattern.exec(said())?.[1],
    () => `${String(pattern)}; printed: ${said()}`,
  );

test('demo:app installs an app with the owner’s consent and prints a working token', async () => {
  const { child, said } = run('demo-app/main.ts', '2');
  const authorization = await printed(said, /^(http\S+)$/m);
  const redirect = await signInAndAllow(new PlainBrowser(gateways[0]), authorization, demo.stores[1].owner);
  const answer = await fetch(redirect);
  expect([answer.status, await answer.text()]).toEqual([200, 'Done: look at the terminal.\n']);
  const [code] = (await once(child, 'close')) as [number];
  expect([code, said()]).toEqual([0, expect.stringContaining(`Installed on ${demo.stores[1].name}`)]);
  const token = await printed(said, /^export TOKEN=(\S+)$/m);
  const api = await printed(said, /^export API=(\S+)$/m);
  const store = await fetch(`${api}/store`, { headers: { authorization: `Bearer ${token}` } });
  expect(await store.json()).toMatchObject({ data: { id: demo.stores[1].id } });
});

test('webhook:listen shows verified events of changes made by demo:change', async () => {
  const app = await newApp();
  const webhooks = channel.service(WebhooksServiceService);
  const put = (url: string) =>
    webhooks.putEndpoint(systemContext('demo', deadlineIn(30_000)), {
      appId: app.client_id,
      url,
      eventTypes: ['order.created', 'order.paid', 'stock.changed'],
    });
  const { secret } = await put('http://127.0.0.1:4400/webhooks');
  const { said } = run('webhook-listen/main.ts', '--port', '0', '--secret', secret!);
  await put(await printed(said, /Listening for webhooks at (\S+);/));
  await new AppClient(gateways[0], app).install(demo.stores[1].owner);
  const change = run('demo-app/change.ts', '2');
  const [code] = (await once(change.child, 'exit')) as [number];
  expect([code, change.said()]).toEqual([0, expect.stringMatching(/^Sold one .*: order \d+, ord_/)]);
  for (const type of ['order.created', 'order.paid', 'stock.changed'])
    await printed(
      said,
      new RegExp(`(${type}  evt_\\w+  dlv_\\w+  ${demo.stores[1].id}  .*  verified  -> 200)`),
    );
});
