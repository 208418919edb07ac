import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemSchema } from '@commerce/public-api/problem.ts';
import { startGateway, untilReady, type ExtraGateway } from './extra-gateway.ts';
import { AppClient } from './install-app.ts';
import { newApp } from './new-app.ts';
import { pidOf, platform } from './platform.ts';
import { callAll, endpointsOf, type CalledEndpoint, type Endpoint } from './service-endpoints.ts';
import { postRefresh } from './token-endpoint.ts';

const { gateways, processes, demo } = platform();
const TIMEOUT_MS = 3_000;

let token: string;
let endpoints: Endpoint[];
/** A gateway with shorter timeouts than those of the platform. */
let shortTimeoutGateway: ExtraGateway;
const paused = new Set<number>();

/** Pause between rounds of requests, to stay below the rate limit. */
const PAUSE_MS = 500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits until all endpoints respond 200 at the gateways.
 * @returns ms of the slowest response; a busy machine is slow anyway
 */
async function untilHealthy(at: readonly string[]): Promise<number> {
  let left: string[] = [];
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    const calls = await callAll(endpoints, at, token);
    left = calls
      .filter(({ answer }) => answer.status !== 200)
      .map(({ path, answer }) => `${path}: ${answer.status}`);
    if (left.length === 0) return Math.max(...calls.map(({ ms }) => ms));
    await pause(PAUSE_MS);
  }
  throw new Error(`did not recover: ${left.join(', ')}`);
}

/** Expects a 503 with Retry-After, or a 504, that reveals no internals. */
function expectUnavailable({ answer: { status, body, headers }, path }: CalledEndpoint): void {
  expect([path, status, body.code]).toEqual([path, status, status === 503 ? 'unavailable' : 'timeout']);
  expect([503, 504]).toContain(status);
  expect(problemSchema.parse(body).request_id).toBe(headers.get('x-request-id'));
  if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect([body.detail, body.details]).toEqual([
    expect.stringMatching(/^The (service|request) [\w ]+\.$/),
    [],
  ]);
}

/** Kills a process; resolves when it no longer exists. */
async function kill(name: string): Promise<void> {
  const pid = (await pidOf(name))!;
  process.kill(pid, 'SIGKILL');
  while ((await pidOf(name)) === pid) await pause(5);
}

/**
 * Kills a process and calls all endpoints at both gateways until it has restarted and everything works again.
 * @returns the responses while it was certainly down, and those before or after
 */
async function callWithout(name: string): Promise<{ down: CalledEndpoint[]; around: CalledEndpoint[] }> {
  const [down, around]: [CalledEndpoint[], CalledEndpoint[]] = [[], []];
  // The supervisor's restart delay grows, so a busy machine misses at most the first second.
  while (down.length === 0) {
    await kill(name);
    do {
      const calls = await callAll(endpoints, gateways, token);
      ((await pidOf(name)) === undefined ? down : around).push(...calls);
      await pause(PAUSE_MS);
    } while ((await pidOf(name)) === undefined);
    await untilReady(processes[name]!.adminUrl);
    await untilHealthy(gateways);
  }
  return { down, around };
}

const statuses = (calls: CalledEndpoint[]) => calls.map(({ path, answer }) => [path, answer.status]);

/** Services to kill and to hang, and whether to include auth in both. */
interface Extent {
  killed: string[];
  hanging: string[];
  withAuth: boolean;
}

/** Tests which endpoints fail when a service is killed or hangs, and that all others respond. */
export function testAvailability({ killed, hanging, withAuth }: Extent): void {
  beforeAll(async () => {
    const client = new AppClient(gateways[0], await newApp());
    token = (await client.install(demo.stores[1].owner)).access_token;
    endpoints = await endpointsOf(gateways[0], token);
    shortTimeoutGateway = await startGateway({ REQUEST_TIMEOUT_MS: String(TIMEOUT_MS) });
  });

  // Leaves the platform healthy for the next tests.
  afterAll(async () => {
    for (const pid of paused) process.kill(pid, 'SIGCONT');
    await shortTimeoutGateway.stop();
    await Promise.all(Object.values(processes).map(({ adminUrl }) => untilReady(adminUrl)));
  });

  describe.each(killed)('%s', (service) => {
    test(`while ${service} is killed, endpoints that need it respond 503 until it has restarted, and all others keep working`, async () => {
      const { down, around } = await callWithout(service);
      const needing = down.filter((each) => each.service === service);
      const others = [...down, ...around].filter((each) => each.service !== service);
      needing.forEach(expectUnavailable);
      expect(statuses(needing)).toEqual(needing.map(({ path }) => [path, 503]));
      expect(statuses(others)).toEqual(others.map(({ path }) => [path, 200]));
    });
  });

  describe('hung service', () => {
    test.each(hanging)(
      'while %s hangs, endpoints that need it respond within the timeout, and all others immediately',
      async (service) => {
        const pid = (await pidOf(service))!;
        const slowestMs = await untilHealthy([shortTimeoutGateway.url]);
        process.kill(pid, 'SIGSTOP');
        paused.add(pid);
        try {
          const calls = await callAll(endpoints, [shortTimeoutGateway.url], token);
          for (const each of calls) {
            if (each.service === service) expectUnavailable(each);
            else expect([each.path, each.answer.status]).toEqual([each.path, 200]);
            expect(each.ms).toBeLessThan(TIMEOUT_MS + 1_000 + slowestMs);
          }
        } finally {
          process.kill(pid, 'SIGCONT');
          paused.delete(pid);
        }
        await untilHealthy([shortTimeoutGateway.url, ...gateways]);
      },
    );
  });

  if (!withAuth) return;
  describe('auth', () => {
    test('while auth is killed, every endpoint responds 503, and everything recovers with it', async () => {
      const { down } = await callWithout('auth');
      down.forEach(expectUnavailable);
      expect(statuses(down)).toEqual(down.map(({ path }) => [path, 503]));
    });

    test('while auth hangs, no request is admitted, and API, pages and OAuth respond in their own error format', async () => {
      const app = await newApp();
      const pid = (await pidOf('auth'))!;
      const slowestMs = await untilHealthy([shortTimeoutGateway.url]);
      process.kill(pid, 'SIGSTOP');
      paused.add(pid);
      try {
        const [calls, page, tokenAnswer] = await Promise.all([
          callAll(endpoints, [shortTimeoutGateway.url], token),
          fetch(`${shortTimeoutGateway.url}/oauth/apps/authorize?client_id=${app.client_id}`),
          postRefresh(shortTimeoutGateway.url, app, 'x'),
        ]);
        for (const each of calls) {
          expectUnavailable(each);
          expect(each.ms).toBeLessThan(TIMEOUT_MS + 1_000 + slowestMs);
        }
        expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
        expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
        expect([tokenAnswer.status, tokenAnswer.body]).toEqual([500, { error: 'server_error' }]);
        expect(Number(tokenAnswer.headers.get('retry-after'))).toBeGreaterThan(0);
      } finally {
        process.kill(pid, 'SIGCONT');
        paused.delete(pid);
      }
      await untilHealthy([shortTimeoutGateway.url, ...gateways]);
    });
  });
}
