// covers: gateway, services/auth, services/catalog
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { call, type Answer } from '../support/api.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { limitsSql } from '../support/auth-database.ts';
import { startGateway, type ExtraGateway } from '../support/extra-gateway.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, platform } from '../support/platform.ts';
import { countServerCalls } from '../support/server-calls.ts';
import { credentials, postRefresh, postRevoke, postToken } from '../support/token-endpoint.ts';

const { gateways } = platform();

/** A new app installed on a store with the given plan. */
async function tokenOn(store: TestStore): Promise<string> {
  return (await new AppClient(gateways[0], await newApp()).install(store.owner)).access_token;
}

const ask = (n: number, token: string): Promise<Answer> => call(apiRoot(gateways[n % 2]!), '/store', token);

function expectTooMany({ status, body, headers }: Answer): void {
  expect(status).toBe(429);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('x-request-id')).toMatch(/./);
  expect(body).toEqual({ error: 'Too many requests', retryAfter: Number(headers.get('retry-after')) });
  expect(Number.isInteger(body.retryAfter) && body.retryAfter >= 1).toBe(true);
}

/**
 * Sends requests to both gateways as fast as they respond until the time is over; records when the last was
 * admitted.
 */
async function hammer(
  token: string,
  forMs: number,
): Promise<{ admitted: number; lastAtMs: number; limited: Answer[] }> {
  const seen = { admitted: 0, lastAtMs: 0, limited: [] as Answer[] };
  const startedAt = performance.now();
  const worker = async (n: number) => {
    while (performance.now() - startedAt < forMs) {
      const answer = await ask(n, token);
      if (answer.status === 200) {
        seen.admitted += 1;
        seen.lastAtMs = performance.now() - startedAt;
      } else if (seen.limited.push(answer) > 2_000) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => worker(n)));
  return seen;
}

describe('rate limit of an installation', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await newStore('professional');
  });

  test.each([
    ['demo', 120],
    ['developer', 120],
    ['professional', 600],
    // The test platform gives enterprise apps more than the default of 3,000.
    ['enterprise', 60_000],
  ] as const)(
    'the %s plan allows %i requests a minute and a tenth of them as a burst',
    async (plan, perMinute) => {
      const { status, headers } = await ask(0, await tokenOn(await newStore(plan)));
      expect([status, headers.get('ratelimit-policy')]).toEqual([200, `"default";q=${perMinute};w=60`]);
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${perMinute / 10 - 1};t=1$`));
    },
  );

  test('the rate limit is exact to 5 % across both gateways and per installation', async () => {
    const [mine, other] = [await tokenOn(store), await tokenOn(store)];
    const hammering = hammer(mine, 8_000);
    const over = new AbortController();
    const others = (async () => {
      const statuses: number[] = [];
      while (!over.signal.aborted) {
        statuses.push((await ask(statuses.length, other)).status);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      return statuses;
    })();
    const { admitted, lastAtMs, limited } = await hammering.finally(() => over.abort());
    // An ideal token bucket: a burst of 60 and one every 100 ms.
    const ideal = 60 + lastAtMs / 100;
    process.stderr.write(
      `  admitted ${admitted} of ${ideal.toFixed(0)} ideally, refused ${limited.length}\n`,
    );
    expect(Math.abs(admitted - ideal) / ideal).toBeLessThan(0.05);
    expect(limited.length).toBeGreaterThan(admitted);
    limited.slice(0, 100).forEach(expectTooMany);
    const { headers } = limited[0]!;
    expect(headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d$/);
    expect([...new Set(await others)]).toEqual([200]);
  });

  test('a client that waits for Retry-After is admitted', async () => {
    const token = await tokenOn(await newStore('demo'));
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n, token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(12);
    const limited = answers.find(({ status }) => status === 429)!;
    expectTooMany(limited);
    await new Promise((resolve) => setTimeout(resolve, limited.body.retryAfter * 1000));
    expect((await ask(1, token)).status).toBe(200);
  });

  longTest('a client that uses the full quota reported in the headers never gets 429', async () => {
    const token = await tokenOn(store);
    const statuses = new Map<number, number>();
    let may = 1;
    for (const until = Date.now() + 10_000; Date.now() < until;) {
      const answers = await Promise.all(Array.from({ length: may }, (_, n) => ask(n, token)));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const limits = answers.map(({ headers }) => /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit')!)!);
      may = Math.min(...limits.map(([, r]) => Number(r)));
      if (may > 0) continue;
      const seconds = Math.min(...limits.filter(([, r]) => r === '0').map(([, , t]) => Number(t)));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      may = 60;
    }
    process.stderr.write(`  an obedient client: ${JSON.stringify([...statuses])}\n`);
    expect([...statuses.keys()]).toEqual([200]);
    // It was not slow: after its burst it reached a good part of the rate of an ideal bucket.
    expect(statuses.get(200)).toBeGreaterThanOrEqual(100);
  });
});

const lists = () => countServerCalls('catalog', 'CatalogService/ListProducts');
const of = (statuses: number[], status: number): number => statuses.filter((each) => each === status).length;

const listAtOnce = async (token: string): Promise<{ statuses: number[]; reached: number }> => {
  const before = await lists();
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => call(apiRoot(gateways[0]), '/products?limit=100', token)),
  );
  // A refusal does not wait for the read that was sent in parallel.
  let after = await lists();
  for (let last = -1; last !== after; after = await lists()) {
    last = after;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { statuses: answers.map(({ status }) => status), reached: after - before };
};

describe('refused requests do not load the services', () => {
  /** Reads that are sent in parallel with the first admission, before the installation's state is known. */
  const FIRST_READS = 16;

  test('of 300 concurrent reads of a limited installation, hardly more than the admitted ones reach a service', async () => {
    const token = await tokenOn(await newStore('demo'));
    const first = await listAtOnce(token);
    const admitted = of(first.statuses, 200);
    process.stderr.write(`  of 300 at once ${admitted} were admitted, ${first.reached} reached catalog\n`);
    expect(admitted + of(first.statuses, 429)).toBe(300);
    expect(of(first.statuses, 429)).toBeGreaterThan(200);
    expect(first.reached).toBeLessThanOrEqual(admitted + FIRST_READS);
  });

  test('reads with a revoked token are refused without reaching a service', async () => {
    const app = new AppClient(gateways[0], await newApp());
    const tokens = await app.install((await newStore('professional')).owner);
    await postRevoke(gateways[1], app.app, tokens.refresh_token);
    const first = await listAtOnce(tokens.access_token);
    const second = await listAtOnce(tokens.access_token);
    process.stderr.write(
      `  revoked: of 300 at once ${first.reached} reached catalog, then ${second.reached}\n`,
    );
    expect([of(first.statuses, 401), of(second.statuses, 401), second.reached]).toEqual([300, 300, 0]);
    expect(first.reached).toBeLessThanOrEqual(FIRST_READS);
  });

  test('a limited installation is admitted again as soon as auth allows it', async () => {
    const token = await tokenOn(await newStore('demo'));
    const { statuses } = await listAtOnce(token);
    expect(of(statuses, 429)).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await ask(0, token)).status).toBe(200);
  });
});

describe('rate limit of a client at /token and /revoke', () => {
  test('a client may make exactly 300 requests a minute across both endpoints and gateways, independent of other clients', async () => {
    const app = await newApp();
    const requests = Array.from(
      { length: 400 },
      (_, n) => () =>
        n % 4 < 2
          ? postRefresh(gateways[n % 2]!, app, 'unknown')
          : postRevoke(gateways[n % 2]!, app, 'unknown'),
    );
    const answers: Answer[] = [];
    const worker = async () => {
      for (let next = requests.pop(); next !== undefined; next = requests.pop()) answers.push(await next());
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    const limited = answers.filter(({ status }) => status === 429);
    expect(answers.length - limited.length).toBe(300);
    limited.forEach(expectTooMany);
    for (const { headers, body } of limited) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body.retryAfter).toBeLessThanOrEqual(60);
    }
    expect((await postRevoke(gateways[0], await newApp(), 'unknown')).status).toBe(200);
    // After the window, requests are admitted again.
    await limitsSql('update rate_window set expires_at = now() where key = $1', [
      sha256(`client\n${app.client_id}`),
    ]);
    expect((await postRevoke(gateways[1], app, 'unknown')).status).toBe(200);
  });
});

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('rate limit of failed authentications', () => {
  /** A gateway behind a trusted proxy on this machine. */
  let behindProxy: ExtraGateway;

  beforeAll(async () => {
    behindProxy = await startGateway({ TRUSTED_PROXIES: 'loopback' });
  });
  afterAll(() => behindProxy.stop());

  test('after ten failures of a client from one address across both gateways, even the right secret gets 429', async () => {
    const [app, other] = [await newApp(), await newApp()];
    const wrong = { id: app.client_id, secret: 'sk_wrong' };
    const statuses = [];
    for (let n = 0; n < 12; n++) {
      const path = n % 3 === 0 ? '/oauth/apps/revoke' : '/oauth/apps/token';
      statuses.push((await postToken(gateways[n % 2]!, { basic: wrong, form: { token: 'x' } }, path)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const right = await postToken(gateways[1], { basic: credentials(app), form: {} });
    expectTooMany(right);
    expect(right.body.retryAfter).toBeGreaterThan(500);
    expect(right.body.retryAfter).toBeLessThanOrEqual(600);
    // Another client from this address is not locked out, nor is this client from another address.
    expect((await postRevoke(gateways[0], other, 'unknown')).status).toBe(200);
    const elsewhere = { basic: credentials(app), form: {}, headers: from('198.51.100.7') };
    expect((await postToken(behindProxy.url, elsewhere)).status).toBe(400);
    // After the window, requests are admitted again.
    await limitsSql('update rate_window set expires_at = now() where key = $1', [
      sha256(`client-failure\n${app.client_id}\n127.0.0.1`),
    ]);
    expect((await postToken(gateways[1], { basic: credentials(app), form: {} })).status).toBe(400);
  });

  test('of 40 concurrent failures exactly ten are counted before 429', async () => {
    const basic = { id: (await newApp()).client_id, secret: 'sk_wrong' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => postToken(gateways[n % 2]!, { basic, form: {} })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('only the last address in X-Forwarded-For of a trusted proxy counts', async () => {
    const basic = { id: (await newApp()).client_id, secret: 'sk_wrong' };
    const fail = async (headers: Record<string, string>) =>
      (await postToken(behindProxy.url, { basic, form: {}, headers })).status;
    // The client forges another address each time; the proxy appends the real one.
    for (let n = 0; n < 10; n++) expect(await fail(from(`192.0.2.${n}, 203.0.113.9`))).toBe(401);
    expect(await fail(from('192.0.2.77, 203.0.113.9'))).toBe(429);
    expect(await fail(from('203.0.113.10'))).toBe(401);
    expect(await fail({})).toBe(401);
  });

  test('X-Forwarded-For is ignored unless it comes from the configured proxy', async () => {
    const otherProxy = await startGateway({ TRUSTED_PROXIES: '10.0.0.0/8' });
    try {
      for (const url of [gateways[0], otherProxy.url]) {
        const basic = { id: (await newApp()).client_id, secret: 'sk_wrong' };
        const statuses = [];
        for (let n = 0; n < 11; n++) {
          const headers = from(`203.0.113.${n}`);
          statuses.push((await postToken(url, { basic, form: {}, headers })).status);
        }
        expect(statuses).toEqual([...Array(10).fill(401), 429]);
      }
    } finally {
      await otherProxy.stop();
    }
  });
});
