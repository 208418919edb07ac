import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import express from 'express';
import { versions } from '@commerce/public-api/versions.ts';
import { problemWriter } from '../../src/edge/problem-response.ts';
import type { PublicDeps } from '../../src/public/admit.ts';
import { publicRouter } from '../../src/public/router.ts';

const [current] = versions;
let server: Server;
let origin: string;

beforeAll(async () => {
  const registry = [
    { ...current!, prefix: '2026-10', deprecated: '2027-01-01', sunset: '2028-01-01' },
    { ...current!, prefix: '2027-01', deprecated: '2027-06-01' },
    { ...current!, prefix: '2027-06' },
  ];
  // A request without a token needs nothing else.
  const deps = { writeProblem: problemWriter('https://commerce.test/docs') } as PublicDeps;
  const app = express().use(publicRouter(registry, deps));
  await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/public`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test.each([
  ['2026-10', '@1798761600', 'Sat, 01 Jan 2028 00:00:00 GMT'],
  ['2027-01', '@1811808000', null],
  ['2027-06', null, null],
])('responses of %s have the dates of their version', async (prefix, deprecation, sunset) => {
  for (const [method, status] of [
    ['GET', 401],
    ['PUT', 405],
  ] as const) {
    const answer = await fetch(`${origin}/${prefix}/products`, { method });
    expect(answer.status).toBe(status);
    expect([answer.headers.get('deprecation'), answer.headers.get('sunset')]).toEqual([deprecation, sunset]);
  }
});

test('a version that is not in the registry is 404', async () => {
  expect((await fetch(`${origin}/2026-11/products`)).status).toBe(404);
});
