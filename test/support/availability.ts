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
/** A gateway that is less patient than those of the platform. */
let impatient: ExtraGateway;
const paused = new Set<number>();

/** Between rounds of requests, so that they stay below the rate limit. */
const PAUSE_MS = 500;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until everything answers 200 at those gateways. @returns ms of the slowest answer then: a busy machine is slow by itself */
async function untilAllWell(at: readonly string[]): Promise<number> {
  let left: string[] = [];
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    const calls = await callAll(endpoints, at, token);
    left = calls
      .filter(({ answer }) => answer.status !== 200)
      .map(({ path, answer }) => `${path}: ${answer.status}`);
    if (left.length === 0) return Math.max(...calls.map(({ ms }) => ms));
    await pause(PAUSE_MS);
  }
  throw new Error(`not well again: ${left.join(', ')}`);
}

/** A failure that tells the caller to come again, and nothing of the inside. */
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

/** Kills a process; resolves when the system knows that it is gone. */
async function kill(name: string): Promise<void> {
  const pid = (await pidOf(name))!;
  process.kill(pid, 'SIGKILL');
  while ((await pidOf(name)) === pid) await pause(5);
}

/**
 * Kills a process and asks everything at both gateways until it has been started again and all is well.
 * @returns the answers that came while it was down for certain, and those that came before or after
 */
async function callWithout(name: string): Promise<{ down: CalledEndpoint[]; around: CalledEndpoint[] }> {
  const [down, around]: [CalledEndpoint[], CalledEndpoint[]] = [[], []];
  // The supervisor waits longer from time to time: a machine that is busy misses the first second at most.
  while (down.length === 0) {
    await kill(name);
    do {
      const calls = await callAll(endpoints, gateways, token);
      ((await pidOf(name)) === undefined ? down : around).push(...calls);
      await pause(PAUSE_MS);
    } while ((await pidOf(name)) === undefined);
    await untilReady(processes[name]!.adminUrl);
    await untilAllWell(gateways);
  }
  return { down, around };
}

const statuses = (calls: CalledEndpoint[]) => calls.map(({ path, answer }) => [path, answer.status]);

/** What is tried: services that are killed and that hang, and whether auth is one of both. */
interface Extent {
  killed: string[];
  hanging: string[];
  withAuth: boolean;
}

/** Tests what a service takes with it when it is killed or hangs, and that all else answers. */
export function testAvailability({ killed, hanging, withAuth }: Extent): void {
  beforeAll(async () => {
    const client = new AppClient(gateways[0], await newApp());
    token = (await client.install(demo.stores[1].owner)).access_token;
    endpoints = await endpointsOf(gateways[0], token);
    impatient = await startGateway({ REQUEST_TIMEOUT_MS: String(TIMEOUT_MS) });
  });

  // The tests after these find everything as it was.
  afterAll(async () => {
    for (const pid of paused) process.kill(pid, 'SIGCONT');
    await impatient.stop();
    await Promise.all(Object.values(processes).map(({ adminUrl }) => untilReady(adminUrl)));
  });

  describe.each(killed)('%s', (service) => {
    test('killed: what needs it answers 503 until it has been started again, all else answers', async () => {
      const { down, around } = await callWithout(service);
      const needing = down.filter((each) => each.service === service);
      const others = [...down, ...around].filter((each) => each.service !== service);
      needing.forEach(expectUnavailable);
      expect(statuses(needing)).toEqual(needing.map(({ path }) => [path, 503]));
      expect(statuses(others)).toEqual(others.map(({ path }) => [path, 200]));
    });
  });

  describe('a service that hangs', () => {
    test.each(hanging)(
      '%s: what needs it is answered within the timeout, all else at once',
      async (service) => {
        const pid = (await pidOf(service))!;
        const slowestMs = await untilAllWell([impatient.url]);
        process.kill(pid, 'SIGSTOP');
        paused.add(pid);
        try {
          const calls = await callAll(endpoints, [impatient.url], token);
          for (const each of calls) {
            if (each.service === service) expectUnavailable(each);
            else expect([each.path, each.answer.status]).toEqual([each.path, 200]);
            expect(each.ms).toBeLessThan(TIMEOUT_MS + 1_000 + slowestMs);
          }
        } finally {
          process.kill(pid, 'SIGCONT');
          paused.delete(pid);
        }
        await untilAllWell([impatient.url, ...gateways]);
      },
    );
  });

  if (!withAuth) return;
  describe('auth', () => {
    test('killed: every endpoint answers 503, nobody is admitted; back again, all is well', async () => {
      const { down } = await callWithout('auth');
      down.forEach(expectUnavailable);
      expect(statuses(down)).toEqual(down.map(({ path }) => [path, 503]));
    });

    test('hanging: nobody is admitted, and every door says so in its own way', async () => {
      const app = await newApp();
      const pid = (await pidOf('auth'))!;
      const slowestMs = await untilAllWell([impatient.url]);
      process.kill(pid, 'SIGSTOP');
      paused.add(pid);
      try {
        const [calls, page, tokenAnswer] = await Promise.all([
          callAll(endpoints, [impatient.url], token),
          fetch(`${impatient.url}/oauth/apps/authorize?client_id=${app.client_id}`),
          postRefresh(impatient.url, app, 'x'),
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
      await untilAllWell([impatient.url, ...gateways]);
    });
  });
}
