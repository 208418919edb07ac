import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { contextToMetadata, systemContext } from '../src/context.ts';
import { deadlineIn } from '../src/deadline.ts';
import { GrpcChannel } from '../src/grpc/client.ts';
import { GrpcServer, type Handlers } from '../src/grpc/server.ts';
import { createLogger } from '../src/logger.ts';

const { adjustStock } = InventoryServiceService;
const definition = { adjustStock };
/** The server closes the connection after 3.6 to 4.4 s. */
const MAX_AGE_MS = 4_000;

test('a call that is running when its connection reaches the maximum age completes', async () => {
  const server = new GrpcServer(createLogger('inventory', 'silent'), { maxConnectionAgeMs: MAX_AGE_MS });
  let durationMs = 0;
  const handlers = {
    adjustStock: async () => {
      await sleep(durationMs);
      return {};
    },
  };
  server.add(definition, handlers as unknown as Handlers<typeof definition>);
  const channel = new GrpcChannel(`127.0.0.1:${await server.listen('127.0.0.1', 0)}`, [definition]);
  const adjust = () =>
    channel.service(definition).adjustStock(systemContext('req-1', deadlineIn(10_000), 'sto_1'), {} as never);
  try {
    await adjust();
    await sleep(3_000);
    durationMs = 4_000;
    await expect(adjust()).resolves.toBeDefined();
  } finally {
    channel.close();
    await server.close(1_000);
  }
});

test('pings do not drop the calls of connections that reach the maximum age', async () => {
  const server = new GrpcServer(createLogger('inventory', 'silent'), { maxConnectionAgeMs: 1_000 });
  const handlers = {
    adjustStock: async () => {
      await sleep(300);
      return {};
    },
  };
  server.add(definition, handlers as unknown as Handlers<typeof definition>);
  const address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  // The client of grpc-js, which GrpcChannel uses, with more pings.
  const client = new Client(address, credentials.createInsecure(), { 'grpc.keepalive_time_ms': 100 });
  const adjust = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { path, requestSerialize, responseDeserialize } = adjustStock;
      const metadata = new Metadata();
      contextToMetadata(systemContext('req-1', deadlineIn(30_000), 'sto_1'), metadata);
      const done = (error: Error | null, value: unknown) => (error ? reject(error) : resolve(value));
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, {} as never, metadata, done);
    });
  try {
    // A connection ends every second, and each of the callers has a call on it.
    const caller = async () => {
      for (let n = 0; n < 20; n++) await adjust();
    };
    await Promise.all(Array.from({ length: 8 }, caller));
  } finally {
    client.close();
    await server.close(1_000);
  }
});
