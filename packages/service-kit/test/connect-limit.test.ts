import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { systemContext } from '../src/context.ts';
import { deadlineIn } from '../src/deadline.ts';
import { GrpcChannel } from '../src/grpc/client.ts';
import { GrpcServer, type Handlers } from '../src/grpc/server.ts';
import { createLogger } from '../src/logger.ts';
import { until } from '../src/testing/until.ts';

const { adjustStock } = InventoryServiceService;
const definition = { adjustStock };

test('a connection that is never made is given up, and the next one is used', async () => {
  const held: Socket[] = [];
  const silent = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const channel = new GrpcChannel(`127.0.0.1:${port}`, [definition]);
  const server = new GrpcServer(createLogger('inventory', 'silent'), { maxConnectionAgeMs: 60_000 });
  const handlers = { adjustStock: async () => ({}) };
  server.add(definition, handlers as unknown as Handlers<typeof definition>);
  const adjust = () =>
    channel.service(definition).adjustStock(systemContext('req-1', deadlineIn(1_000), 'sto_1'), {} as never);
  try {
    await expect(adjust()).rejects.toMatchObject({ code: expect.stringMatching(/timeout|unavailable/) });
    expect(held).toHaveLength(1);
    // The first connection stays open, without an answer.
    silent.close();
    await server.listen('127.0.0.1', port);
    await until(
      () =>
        adjust().then(
          () => true,
          () => false,
        ),
      'a call reaches the server',
    );
    expect(held[0]!.destroyed).toBe(false);
  } finally {
    channel.close();
    for (const socket of held) socket.destroy();
    await server.close(1_000);
  }
});
