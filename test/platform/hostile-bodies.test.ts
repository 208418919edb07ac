// covers: gateway, services/auth
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choices, longTest } from '@commerce/service-kit/testing/level.ts';
import { startGateway, type ExtraGateway } from '../support/extra-gateway.ts';
import { AppClient } from '../support/install-app.ts';
import { readMetrics } from '../support/metrics.ts';
import { newApp } from '../support/new-app.ts';
import { newStore } from '../support/new-store.ts';
import { apiRoot, platform } from '../support/platform.ts';

const { gateways } = platform();
const someOf = choices();
const MIB = 2 ** 20;
const BODIES = 32;
const ANONYMOUS_FORMS = ['/session', '/password-reset', '/invitation', '/developer-sign-up'];

/** Bodies that are cheap to send and were expensive to parse. */
const hostile: Record<string, string> = {
  'nested arrays': `{"email":${'['.repeat(520_000)}${']'.repeat(520_000)}}`,
  'many names': `{${Array.from({ length: 100_000 }, (_, n) => `"${n.toString(36)}":1`).join()}}`,
  'a list of bad values': `{"tags":[${'1,'.repeat(500_000)}1]}`,
  'a name of combining marks': JSON.stringify({ name: `a${'\u0301\u0316'.repeat(MIB / 4 - 10)}` }),
};

let gateway: ExtraGateway;
let token: string;

beforeAll(async () => {
  gateway = await startGateway({ TRUSTED_PROXIES: 'loopback' });
  const { owner } = await newStore('enterprise');
  token = (await new AppClient(gateways[0], await newApp()).install(owner)).access_token;
});
afterAll(() => gateway.stop());

const cpuSeconds = async (): Promise<number> =>
  (await readMetrics(gateway.adminUrl, 'process_cpu_seconds_total'))[0]!;

const anonymously = (path: string, body: string, address = '192.0.2.1') =>
  fetch(`${gateway.url}/console/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', 'x-forwarded-for': address },
    body,
  });

const asApp = (body: string) =>
  fetch(`${apiRoot(gateway.url)}/products`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  });

/** CPU time of the gateway per request, in ms. @param atOnce number of concurrent requests */
async function costOf(
  send: (n: number) => Promise<Response>,
  atOnce: number,
): Promise<[statuses: number[], ms: number]> {
  const before = await cpuSeconds();
  const statuses: number[] = [];
  const work = Array.from({ length: BODIES }, (_, n) => n).values();
  const worker = async () => {
    for (const n of work) {
      const response = await send(n);
      await response.text();
      statuses.push(response.status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return [[...new Set(statuses)], ((await cpuSeconds()) - before) * (1_000 / BODIES)];
}

describe.each(someOf(Object.keys(hostile), 2))('hostile body: %s', (name) => {
  const body = hostile[name]!;

  test('32 concurrent requests without a session take less than 50 ms of CPU each and are not read past 16 KiB', async () => {
    const [statuses, ms] = await costOf((n) => anonymously(ANONYMOUS_FORMS[n % 4]!, body), BODIES);
    expect(statuses).toEqual([413]);
    expect(ms).toBeLessThan(50);
  });

  test('32 requests of an app take less than 50 ms of gateway CPU each', async () => {
    // More concurrency would delay admissions beyond their timeout, which is a 503.
    const [statuses, ms] = await costOf(() => asApp(body), 2);
    expect(statuses).toEqual([400]);
    expect(ms).toBeLessThan(50);
  });
});

test('a body that is nested too deeply is refused with the limit in the message', async () => {
  const response = await asApp('['.repeat(33));
  expect(((await response.json()) as { details: unknown }).details).toEqual([
    { reason: 'malformed_json', message: 'The body is nested more than 32 levels deep.' },
  ]);
});

longTest(
  'requests without a session are rate limited by address across forms and gateways before their bodies are read',
  async () => {
    const address = `198.51.100.${Math.floor(Math.random() * 256)}`;
    const statuses: number[] = [];
    const send = async (n: number) => {
      const response = await anonymously(ANONYMOUS_FORMS[n % 4]!, '{', address);
      statuses.push(response.status);
      return { response, text: await response.text() };
    };
    let limited: Awaited<ReturnType<typeof send>> | undefined;
    const worker = async (first: number) => {
      for (let n = first; n < 1_040; n += 8) {
        const answer = await send(n);
        if (answer.response.status === 429) limited = answer;
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => worker(n)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(1_000);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    const retryAfter = Number(limited!.response.headers.get('retry-after'));
    expect(JSON.parse(limited!.text)).toEqual({ error: 'Too many requests', retryAfter });
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await anonymously('/session', '{', '203.0.113.77')).status).toBe(400);
  },
);
