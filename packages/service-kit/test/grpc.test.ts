import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import type { ListStockResponse } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { StockRow, InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { pino } from 'pino';
import { systemContext, storeOf, type Context } from '../src/context.ts';
import { deadlineIn } from '../src/deadline.ts';
import { Fault } from '../src/fault.ts';
import { GrpcChannel } from '../src/grpc/client.ts';
import { EncodedPage } from '../src/grpc/encoded-page.ts';
import { GrpcServer, type Handler } from '../src/grpc/server.ts';
import { startTelemetry } from '../src/telemetry.ts';
import { startOtlpCollector } from '../src/testing/otlp-collector.ts';

/** A service definition with a single method. */
const Lists = { listStock: InventoryServiceService.listStock };

type ListStock = Handler<{ shopId: string }, ListStockResponse>;

let server: GrpcServer;
let channel: GrpcChannel;
let address: string;
let answer: ListStock;
let lines: string[] = [];

beforeAll(async () => {
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  server = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
  server.add(Lists, { listStock: (ctx, request) => answer(ctx, request) });
  address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  channel = new GrpcChannel(address, [Lists]);
});

afterAll(async () => {
  channel.close();
  await server.close(1_000);
});

const request = { shopId: 'shp_1', productId: undefined, limit: 1, pageToken: Buffer.alloc(0) };
const context = (): Context => systemContext('req-1', deadlineIn(30_000), 'sto_1');
const ask = (ctx = context()) => channel.service(Lists).listStock(ctx, request);
const empty: ListStockResponse = { rows: [], nextPageToken: Buffer.alloc(0), version: '' };

describe('calls between services', () => {
  test('a call carries store, actor, request id and deadline', async () => {
    let seen: Context | undefined;
    answer = async (ctx) => {
      seen = ctx;
      return empty;
    };
    const startedAt = Date.now();
    // Within the time limit of a read.
    const sent = systemContext('req-1', deadlineIn(2_500), 'sto_1');
    await ask(sent);
    expect(seen).toMatchObject({ storeId: 'sto_1', requestId: 'req-1', actor: sent.actor });
    // Calls carry the remaining time, from which the network latency is not subtracted.
    expect(Math.abs(seen!.deadlineMs - sent.deadlineMs)).toBeLessThan(50 + Date.now() - startedAt);
  });

  test('a fault arrives with its code, message and every detail, but without its cause', async () => {
    const details = [
      { reason: 'invalid_value', field: 'limit', message: 'Too large.' },
      { reason: 'missing', message: 'Something is missing.' },
    ];
    answer = async () => {
      throw new Fault('conflict', 'No.', { details, cause: new Error('secret internals') });
    };
    const fault = await ask().catch((error: unknown) => error as Fault);
    expect(fault).toMatchObject({ name: 'Fault', code: 'conflict', message: 'No.', details });
    expect(JSON.stringify(fault)).not.toContain('secret internals');
  });

  test('a fault with too many details arrives with as many of them as fit', async () => {
    const details = Array.from({ length: 500 }, (_, n) => ({
      reason: 'invalid_value',
      field: `lines[${n}]`,
      message: '漢'.repeat(200),
    }));
    answer = async () => {
      throw new Fault('invalid_request', 'No.', { details });
    };
    const fault = (await ask().catch((error: unknown) => error)) as Fault;
    expect(fault).toMatchObject({ name: 'Fault', code: 'invalid_request', message: 'No.' });
    expect(fault.details.length).toBeGreaterThan(40);
    expect(fault.details).toEqual(details.slice(0, fault.details.length));
  });

  test('an unexpected error is logged and its message is not sent to the caller', async () => {
    lines = [];
    answer = async () => {
      throw new Error('column "x" does not exist');
    };
    await expect(ask()).rejects.toMatchObject({
      code: 'server_error',
      message: 'Server error.',
      details: [],
    });
    expect(lines.join('')).toContain('column \\"x\\" does not exist');
    expect(lines.join('')).toContain('req-1');
  });

  test('a call whose database is down fails as unavailable', async () => {
    answer = async () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a call ends at its deadline', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<typeof empty>();
    answer = () => held;
    await expect(ask(systemContext('r', deadlineIn(100), 's'))).rejects.toMatchObject({ code: 'timeout' });
    release(empty);
    await expect(ask(systemContext('r', deadlineIn(-1), 's'))).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a call to an address without a listener fails as unavailable', async () => {
    const unreachable = new GrpcChannel('127.0.0.1:1', [InventoryServiceService]);
    await expect(
      unreachable.service(InventoryServiceService).listStock(context(), request),
    ).rejects.toMatchObject({ code: 'unavailable' });
    unreachable.close();
  });

  test('a call without a store is refused by a method that needs one', async () => {
    answer = async (ctx) => {
      storeOf(ctx);
      return empty;
    };
    await expect(ask(systemContext('r', deadlineIn(30_000)))).rejects.toMatchObject({
      code: 'server_error',
    });
  });

  test('a call without a context is refused', async () => {
    answer = async () => empty;
    const client = new Client(address, credentials.createInsecure());
    const { path, requestSerialize, responseDeserialize } = InventoryServiceService.listStock;
    const code = await new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, new Metadata(), (error) =>
        resolve(error?.code),
      );
    });
    client.close();
    expect(code).toBe(status.INTERNAL);
  });

  test('stored messages are returned unchanged in the declared message format', async () => {
    const rows: StockRow[] = [1, 2].map((n) => ({
      shopId: 's',
      productId: `p${n}`,
      variantId: undefined,
      sku: undefined,
      onHand: n,
      available: 0,
    }));
    answer = async () =>
      new EncodedPage(
        rows.map((row) => StockRow.encode(row).finish()),
        Buffer.from('next'),
      );
    expect(await ask()).toEqual({ rows, nextPageToken: Buffer.from('next'), version: '' });
  });
});

test('the spans of a call have its status; a refusal fails that of the client only', async () => {
  const collector = await startOtlpCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.endpoint;
  const stop = await startTelemetry(collector.endpoint, { name: 'kit', release: '1.2.3', sampleRatio: 1 });
  for (const code of ['conflict', 'server_error'] as const) {
    answer = () => Promise.reject(new Fault(code, 'No.'));
    await expect(ask()).rejects.toMatchObject({ code });
  }
  await stop();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await collector.close();
  const rpc = { 'rpc.system.name': 'grpc', 'rpc.method': 'commerce.inventory.v1.InventoryService/ListStock' };
  const refused = { ...rpc, 'rpc.status_code': 'FAILED_PRECONDITION' };
  const failed = { ...rpc, 'rpc.status_code': 'INTERNAL', 'error.type': 'server_error' };
  const ofKind = (kind: string) =>
    collector.spans.filter((span) => span.kind === kind).map(({ attributes }) => attributes);
  expect(ofKind('server')).toEqual([refused, failed]);
  expect(ofKind('client')).toEqual([{ ...refused, 'error.type': 'conflict' }, failed]);
});
