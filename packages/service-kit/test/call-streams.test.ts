import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, Metadata, Server, ServerCredentials } from '@grpc/grpc-js';
import {
  AdmissionServiceService,
  AdmitResponse_Decision,
  type AdmitRequest,
  type AdmitResponse,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contextToMetadata, systemContext, type Context } from '../src/context.ts';
import { deadlineIn, msUntil } from '../src/deadline.ts';
import { conflict, Fault } from '../src/fault.ts';
import { GrpcChannel } from '../src/grpc/client.ts';
import { GrpcServer, type Handler } from '../src/grpc/server.ts';
import { inSpan, startTelemetry } from '../src/telemetry.ts';
import { startOtlpCollector } from '../src/testing/otlp-collector.ts';
import { startRelay } from './support/relay.ts';

/** A method of `STREAMED`. */
const definition = { admit: AdmissionServiceService.admit };
const empty: AdmitResponse = { decisions: [] };
/** Longer than a stream lives. */
const AFTER_ITS_LIFE_MS = 400;

let closing: (() => Promise<unknown> | void)[];

beforeEach(() => {
  closing = [];
});

afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

const batch = (...ids: string[]): AdmitRequest => ({
  items: ids.map((installationId) => ({ installationId, generation: 1 })),
});
const context = (requestId: string, ms = 5_000, storeId = '') =>
  systemContext(requestId, deadlineIn(ms), storeId);

async function serve(admit: Handler<AdmitRequest, AdmitResponse>, lines: string[] = []) {
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const server = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
  server.add(definition, { admit });
  const address = `127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  closing.push(() => server.close(1_000));
  return { server, address };
}

function connect(address: string, limitMs = 2_000) {
  const channel = new GrpcChannel(address, [definition]);
  closing.push(() => channel.close());
  return channel.service(definition, { limitsMs: { admit: limitMs } });
}

/** A server that counts its streams, and the calls that are made of its method. */
async function counting() {
  const counts = { streams: 0, calls: 0 };
  const server = new Server();
  const method = { ...definition.admit, requestStream: true, responseStream: true };
  server.addService(
    { admit: method },
    {
      admit: (stream: NodeJS.ReadWriteStream) => {
        counts.streams += 1;
        stream.on('data', () => {
          counts.calls += 1;
          stream.write(empty as never);
        });
        stream.on('end', () => stream.end());
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    const done = (error: Error | null, bound: number) => (error ? reject(error) : resolve(bound));
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), done);
  });
  closing.push(() => server.forceShutdown());
  return { counts, address: `127.0.0.1:${port}` };
}

test('calls one after the other share a stream, until it is old', async () => {
  const { counts, address } = await counting();
  const { admit } = connect(address);
  const startedAt = performance.now();
  for (let n = 0; n < 200; n++) await admit(context(`req-${n}`), batch('ins_1'));
  expect(counts.calls).toBe(200);
  // One, unless the machine is busy.
  const { streams } = counts;
  expect(streams).toBeLessThan(2 + (performance.now() - startedAt) / 250);
  await sleep(AFTER_ITS_LIFE_MS);
  await admit(context('req-200'), batch('ins_1'));
  expect(counts).toEqual({ streams: streams + 1, calls: 201 });
});

test('calls at the same time have a stream each, and each gets its own response', async () => {
  const seen: Context[] = [];
  const { address } = await serve(async (ctx, { items }) => {
    seen.push(ctx);
    const remaining = Number(items[0]?.installationId);
    // Those that came first are answered last.
    await sleep(100 - 10 * remaining);
    return { decisions: [{ ...AdmitResponse_Decision.decode(new Uint8Array()), remaining }] };
  });
  const { admit } = connect(address);
  for (const round of ['a', 'b']) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => admit(context(`${round}-${n}`), batch(String(n)))),
    );
    expect(answers.map(({ decisions }) => decisions[0]?.remaining)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  }
  expect(new Set(seen.map(({ requestId }) => requestId)).size).toBe(16);
});

test('a call of a stream has its own request id and deadline, and no store', async () => {
  const seen: Context[] = [];
  const { address } = await serve(async (ctx) => {
    seen.push(ctx);
    return empty;
  });
  const { admit } = connect(address, 30_000);
  await admit(context('req-1', 10_000), batch('ins_1'));
  await admit(context('req-2', 60_000), batch('ins_1'));
  await admit(context('req-3', 10_000, 'sto_1'), batch('ins_1'));
  expect(seen.map(({ requestId, storeId }) => [requestId, storeId])).toEqual([
    ['req-1', ''],
    ['req-2', ''],
    ['req-3', 'sto_1'],
  ]);
  const left = seen.map(({ deadlineMs }) => msUntil(deadlineMs));
  expect(left[0]).toBeLessThanOrEqual(10_000);
  // The limit of the method.
  expect(left[1]).toBeGreaterThan(10_000);
  expect(left[1]).toBeLessThanOrEqual(30_000);
});

test('a fault ends its stream only: it arrives whole, is logged with its request, and the next call is answered', async () => {
  const lines: string[] = [];
  const failed = new Fault('server_error', 'Server error.');
  const faults = [
    conflict('taken', 'No.'),
    undefined,
    conflict('taken', 'No.'),
    undefined,
    failed,
    undefined,
  ];
  const { address } = await serve(async () => {
    const fault = faults.shift();
    if (fault) throw fault;
    return empty;
  }, lines);
  const { admit } = connect(address);
  const outcomes = [];
  // The first fault ends a stream without a response, the others one with a response.
  for (let n = 0; n < 6; n++) {
    const outcome = await admit(context(`req-${n}`), batch('ins_1')).catch((error: unknown) => error);
    outcomes.push(outcome);
  }
  const refused = expect.objectContaining({
    code: 'conflict',
    details: [expect.objectContaining({ reason: 'taken' })],
  });
  const failure = expect.objectContaining({ code: 'server_error' });
  expect(outcomes).toEqual([refused, empty, refused, empty, failure, empty]);
  expect(lines.map((line) => (JSON.parse(line) as { request_id: string }).request_id)).toEqual(['req-4']);
});

test('a read that a service refuses as unavailable is retried, also after others on its stream', async () => {
  const reads = { listProductVersions: CatalogServiceService.listProductVersions };
  let calls = 0;
  const server = new GrpcServer(pino({ level: 'silent' }), { maxConnectionAgeMs: 60_000 });
  server.add(reads, {
    listProductVersions: async () => {
      calls += 1;
      if (calls === 2) throw new Fault('unavailable', 'The service is not available at the moment.');
      return { pages: [], encoding: 1 };
    },
  });
  closing.push(() => server.close(1_000));
  const channel = new GrpcChannel(`127.0.0.1:${await server.listen('127.0.0.1', 0)}`, [reads]);
  closing.push(() => channel.close());
  const { listProductVersions } = channel.service(reads);
  for (const id of ['req-1', 'req-2'])
    expect(await listProductVersions(context(id), { pages: [] })).toEqual({ pages: [], encoding: 1 });
  expect(calls).toBe(3);
});

test('each call continues the trace that it is made in', async () => {
  const collector = await startOtlpCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.endpoint);
  const stop = await startTelemetry(collector.endpoint, { name: 'kit', release: '1.2.3', sampleRatio: 1 });
  const { address } = await serve(async () => empty);
  const { admit } = connect(address);
  for (const id of ['req-1', 'req-2'])
    await inSpan({ name: id, kind: 'server' }, () => admit(context(id), batch('ins_1')));
  await stop();
  vi.unstubAllEnvs();
  await collector.close();
  const tracesOf = (kind: string, name: string) =>
    collector.spans.filter((span) => span.kind === kind && span.name === name).map(({ traceId }) => traceId);
  const method = 'commerce.auth.v1.AdmissionService/Admit';
  const traces = ['req-1', 'req-2'].flatMap((id) => tracesOf('server', id));
  expect(new Set(traces).size).toBe(2);
  expect(tracesOf('client', method)).toEqual(traces);
  expect(tracesOf('server', method)).toEqual(traces);
});

test('a call that is not answered in time is made again, without a stream', async () => {
  let calls = 0;
  const { address } = await serve(async () => {
    calls += 1;
    return calls === 2 ? new Promise(() => undefined) : empty;
  });
  const { admit } = connect(address, 1_000);
  for (const id of ['req-1', 'req-2', 'req-3'])
    expect(await admit(context(id), batch('ins_1'))).toEqual(empty);
  // One repetition to each of two replicas, of which this is the only one.
  await expect.poll(() => calls).toBe(5);
});

test('a call whose connection is lost is made again, and so is one after a connection was lost', async () => {
  let calls = 0;
  const { address } = await serve(async () => {
    calls += 1;
    return calls === 1 ? new Promise(() => undefined) : empty;
  });
  const relay = await startRelay(`http://${address}`);
  closing.push(() => relay.close());
  const { admit } = connect(new URL(relay.url).host, 30_000);
  const answered = admit(context('req-1'), batch('ins_1'));
  await expect.poll(() => calls).toBe(1);
  relay.closeConnections();
  expect(await answered).toEqual(empty);
  // This one leaves a stream, which is lost too.
  await admit(context('req-2'), batch('ins_1'));
  relay.closeConnections();
  expect(await admit(context('req-3'), batch('ins_1'))).toEqual(empty);
});

test('a client that sends a call of its own is answered', async () => {
  const { address } = await serve(async ({ storeId }, { items }) => {
    expect([storeId, items.length]).toEqual(['sto_1', 2]);
    return empty;
  });
  const client = new Client(address, credentials.createInsecure());
  closing.push(() => client.close());
  const metadata = new Metadata();
  contextToMetadata(context('req-1', 1_000, 'sto_1'), metadata);
  const { path, requestSerialize, responseDeserialize } = definition.admit;
  const answer = await new Promise((resolve, reject) => {
    const done = (error: Error | null, value?: AdmitResponse) => (error ? reject(error) : resolve(value));
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, batch('a', 'b'), metadata, done);
  });
  expect(answer).toEqual(empty);
});

test('a server that stops waits for the calls of streams, and not longer than streams live', async () => {
  const release: (() => void)[] = [];
  const { server, address } = await serve(() => new Promise((resolve) => release.push(() => resolve(empty))));
  const { admit } = connect(address, 30_000);
  const answered = admit(context('req-1'), batch('ins_1'));
  await expect.poll(() => release.length).toBe(1);
  const startedAt = performance.now();
  const closed = server.close(60_000);
  release[0]!();
  expect(await answered).toEqual(empty);
  await closed;
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});
