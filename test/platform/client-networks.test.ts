// covers: gateway, services/auth
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { startGateway, type ExtraGateway } from '../support/extra-gateway.ts';
import { newApp } from '../support/new-app.ts';
import { postToken } from '../support/token-endpoint.ts';

/** A gateway behind a trusted proxy on this machine. */
let gateway: ExtraGateway;

beforeAll(async () => {
  gateway = await startGateway({ TRUSTED_PROXIES: 'loopback' });
});
afterAll(() => gateway.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const newPrefix = () => `2001:db8:${randomInt(1, 0xffff).toString(16)}`;

test('the addresses of an IPv6 /64 share the limit of failed authentications', async () => {
  const [prefix, basic] = [newPrefix(), { id: (await newApp()).client_id, secret: 'sk_wrong' }];
  const fail = async (address: string) =>
    (await postToken(gateway.url, { basic, form: {}, headers: from(address) })).status;
  for (let n = 0; n < 10; n++) expect(await fail(`${prefix}:1::${n}`)).toBe(401);
  expect(await fail(`${prefix}:1:ffff::1`)).toBe(429);
  expect(await fail(`${prefix}:2::1`)).toBe(401);
});

test('the addresses of an IPv6 /64 share the limit of sign-ins', async () => {
  const [prefix, client] = [newPrefix(), new ConsoleClient(gateway.url)];
  const body = { email: `${randomUUID()}@example.com`, password: 'wrong' };
  const fail = async (address: string) =>
    (await client.send(sessionRoutes.signIn, { body, headers: from(address) })).status;
  for (let n = 0; n < 10; n++) expect(await fail(`${prefix}:1::${n}`)).toBe(400);
  expect(await fail(`${prefix}:1:ffff::1`)).toBe(429);
  expect(await fail(`${prefix}:2::1`)).toBe(400);
});
