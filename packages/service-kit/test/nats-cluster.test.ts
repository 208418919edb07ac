import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamOf } from '../src/events/nats.ts';
import { connectTo, startTestNats, type TestNats } from '../src/testing/nats.ts';
import { randomPort } from '../src/testing/ports.ts';

let servers: TestNats[];

beforeAll(async () => {
  const ports = [await randomPort(), await randomPort(), await randomPort()];
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(', ');
  servers = await Promise.all(
    ports.map((port, number) =>
      startTestNats(
        `server_name: n${number}\ncluster { name: test, listen: "127.0.0.1:${port}", routes: [${routes}] }\n`,
      ),
    ),
  );
});
afterAll(() => Promise.all(servers.map((server) => server.drop())));

test('a process with the earlier number of replicas does not reduce that of a stream', async () => {
  const [earlier, later] = [await connectTo(servers[0]!), await connectTo(servers[1]!, { replicas: 3 })];
  const replicas = async () => {
    const { config } = await (await later.manager()).streams.info(streamOf('orders'));
    return config.num_replicas;
  };
  // The servers need a moment to elect a leader.
  await expect.poll(() => earlier.ensureStream('orders').then(replicas, () => 0)).toBe(1);
  await later.ensureStream('orders');
  await expect.poll(replicas).toBe(3);
  await earlier.ensureStream('orders');
  expect(await replicas()).toBe(3);
  await Promise.all([earlier.close(), later.close()]);
});
