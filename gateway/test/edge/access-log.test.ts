import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { begin } from '../../src/edge/begin.ts';
import { problemWriter } from '../../src/edge/problem-response.ts';
import { RequestLog } from '../../src/edge/request-log.ts';

const lines: Record<string, unknown>[] = [];
const logger = pino(
  {},
  { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
);
// No server listens on this port.
const channel = new GrpcChannel('127.0.0.1:1', [CatalogServiceService]);
const writeProblem = problemWriter('https://docs.example');
const app = express()
  .use(
    begin({ publicUrl: 'http://127.0.0.1', logger, writeProblem, requestLog: new RequestLog(systemClock) }),
  )
  .get('/products', (_req, res) => {
    res.locals['route'] = '/products';
    const ctx = systemContext('req_1', deadlineIn(2_000));
    channel
      .service(CatalogServiceService)
      .listShopNames(ctx, {})
      .catch((error: unknown) => writeProblem(res, toFault(error)));
  });
let server: Server;
let url: string;

beforeAll(async () => {
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  channel.close();
});

test('a failed request is logged with its problem, the call that failed, and the error of that call', async () => {
  const { status } = await fetch(`${url}/products?email=ana@example.com`);
  expect(status).toBe(503);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'request failed',
      route: '/products',
      status: 503,
      problem: 'unavailable',
      rpc: 'commerce.catalog.v1.CatalogService/ListShopNames',
      err: expect.objectContaining({ message: expect.stringContaining('UNAVAILABLE') }),
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('ana@example.com');
});
