import type { Request, Response } from 'express';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordApiRequestsRequest } from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import { REQUEST_CODES } from '@commerce/console-api/routes/requests.ts';
import { PROBLEM_CODE_NAMES } from '@commerce/public-api/problem.ts';
import { conflict, Fault, invalid } from '@commerce/service-kit/fault.ts';
import { attribute, RequestLog } from '../../src/edge/request-log.ts';

const T0 = Date.UTC(2026, 10, 3, 12);
const HOUR = 3600_000;
const CALLER = { appId: 'app_1', storeId: 'sto_1' };

/** The webhooks service, which may be unavailable. */
class Service {
  readonly received: RecordApiRequestsRequest[] = [];
  available = true;
  /** Adds the batch but fails, as a call whose response is lost. */
  losesResponse = false;
  async recordApiRequests(_ctx: unknown, batch: RecordApiRequestsRequest) {
    if (!this.available) throw new Error('unavailable');
    this.received.push(structuredClone(batch));
    if (this.losesResponse) throw new Error('response lost');
    return {};
  }
}

let nowMs: number;
let log: RequestLog;
let service: Service;

beforeEach(() => {
  nowMs = T0;
  log = new RequestLog({ now: () => nowMs });
  service = new Service();
});

interface Sent {
  caller?: typeof CALLER;
  status?: number;
  ms?: number;
  fault?: Fault;
  error?: { code: string; description: string };
  route?: string;
}

function add({ caller = CALLER, status = 200, ms = 3, fault, error, route = '/products' }: Sent = {}): void {
  const res = { locals: { requestId: 'req-1', fault, error } } as unknown as Response;
  attribute(res, caller);
  log.add({ method: 'GET' } as Request, res, { route, status, ms });
}

const failureOf = async (sent: Sent) => {
  add(sent);
  await log.send(service);
  return service.received.at(-1)!.failures[0]!;
};
const totalOf = (batches: RecordApiRequestsRequest[]) =>
  batches
    .flatMap(({ routes }) => routes)
    .reduce((sum, { succeeded, refused }) => sum + succeeded + refused, 0);

describe('counts', () => {
  test('responses are counted by app, route, class of status and step of duration', async () => {
    for (const ms of [0.4, 1, 1.9, 2, 20_000_000]) add({ ms });
    add({ status: 404, ms: 5 });
    add({ status: 503, ms: 16_384 });
    add({ caller: { appId: 'app_2', storeId: 'sto_1' }, route: '/orders' });
    await log.send(service);
    const [{ hourMs, routes }] = service.received as [RecordApiRequestsRequest];
    expect(hourMs).toBe(T0);
    expect(routes).toEqual([
      {
        appId: 'app_1',
        route: 'GET /products',
        succeeded: 5,
        refused: 1,
        failed: 1,
        omitted: 0,
        durations: [1, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
      },
      expect.objectContaining({ appId: 'app_2', route: 'GET /orders', succeeded: 1 }),
    ]);
  });

  test('a batch never contains responses of two hours', async () => {
    nowMs = T0 + HOUR - 1;
    add();
    nowMs += 1;
    add();
    await log.send(service);
    expect(service.received.map(({ hourMs }) => hourMs)).toEqual([T0, T0 + HOUR]);
  });

  test('a request that belongs to no app is not logged', async () => {
    const res = { locals: { requestId: 'req-1' } } as unknown as Response;
    log.add({ method: 'GET' } as Request, res, { route: '/products', status: 401, ms: 1 });
    await log.send(service);
    expect(service.received).toEqual([]);
  });
});

describe('failures', () => {
  test('a failure has the code, and reason and field of the first detail', async () => {
    const fault = invalid('variants[0].price', 'Must be above 0.');
    expect(await failureOf({ status: 400, fault, ms: 12.4 })).toEqual({
      id: 0,
      atMs: T0,
      ...CALLER,
      requestId: 'req-1',
      route: 'GET /products',
      status: 400,
      code: 'invalid_request',
      reason: 'invalid_value',
      field: 'variants[0].price',
      description: '',
      durationMs: 12,
    });
  });

  test('a message or a field name that may contain data of the request is not logged', async () => {
    const fault = conflict('email_taken', 'ana@example.com is taken.', 'ana@example.com');
    const logged = await failureOf({ status: 409, fault });
    expect(logged).toMatchObject({ reason: 'email_taken', field: '', description: '' });
    expect(JSON.stringify(service.received)).not.toContain('ana@');
  });

  test('a refused token, a limit, a token request and a closed connection are explained', async () => {
    const expired = new Fault('invalid_token', 'The access token has expired.');
    expect(await failureOf({ status: 401, fault: expired })).toMatchObject({
      code: 'invalid_token',
      description: 'The access token has expired.',
    });
    expect(await failureOf({ status: 429 })).toMatchObject({ code: 'too_many_requests' });
    const error = { code: 'invalid_grant', description: 'The code has expired.' };
    expect(await failureOf({ status: 400, error })).toMatchObject(error);
    expect(await failureOf({ status: 499 })).toMatchObject({ code: 'client_closed' });
  });

  test('failures over 100 of an app in a batch are counted as omitted, those of another app are listed', async () => {
    for (let i = 0; i < 130; i++) add({ status: 429 });
    add({ caller: { appId: 'app_2', storeId: 'sto_1' }, status: 404 });
    await log.send(service);
    const [{ routes, failures }] = service.received as [RecordApiRequestsRequest];
    expect(routes[0]).toMatchObject({ refused: 130, omitted: 30 });
    expect(failures).toHaveLength(101);
    expect(failures.at(-1)!.appId).toBe('app_2');
  });
});

test('the portal filters by every code of a request that belongs to an app', () => {
  // A path is matched before its token is verified.
  const codes = PROBLEM_CODE_NAMES.filter((code) => code !== 'method_not_allowed');
  expect(REQUEST_CODES).toEqual(expect.arrayContaining(codes));
});

describe('while the service is unavailable', () => {
  test('nothing is lost: the first batch is repeated with its id, and one other grows', async () => {
    service.losesResponse = true;
    add();
    await expect(log.send(service)).rejects.toThrow('response lost');
    service.available = false;
    for (let i = 0; i < 5; i++) {
      add({ status: 404 });
      await expect(log.send(service)).rejects.toThrow('unavailable');
    }
    [service.available, service.losesResponse] = [true, false];
    await log.send(service);
    const [first, repeated, rest] = service.received;
    expect(service.received).toHaveLength(3);
    expect(repeated).toEqual(first);
    expect(rest!.failures).toHaveLength(5);
    await log.send(service);
    expect(service.received).toHaveLength(3);
  });

  test('the oldest hours are dropped beyond the bound', async () => {
    service.available = false;
    for (let hour = 0; hour < 8; hour++) {
      nowMs = T0 + hour * HOUR;
      add();
      await log.send(service).catch(() => undefined);
    }
    service.available = true;
    await log.send(service);
    expect(service.received.map(({ hourMs }) => (hourMs - T0) / HOUR)).toEqual([3, 4, 5, 6, 7]);
    expect(totalOf(service.received)).toBe(5);
  });
});
