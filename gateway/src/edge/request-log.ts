import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type {
  ApiFailure,
  ApiRouteCounts,
  RecordApiRequestsRequest,
} from '@commerce/proto/commerce/webhooks/v1/api_requests.ts';
import type { Clock } from '@commerce/service-kit/clock.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import { counter } from '@commerce/service-kit/metrics.ts';
import type { Services } from '../grpc/services.ts';
import { requestIdOf } from './request-id.ts';

const HOUR_MS = 3600_000;
const SEND_EVERY_MS = 5_000;
const SEND_TIMEOUT_MS = 3_000;
/** Failures of an app that a batch lists; more are counted only. */
const MAX_APP_FAILURES = 100;
/** Failures that a batch lists. */
const MAX_FAILURES = 5_000;
/** Counts of a batch, one for each app and route. */
const MAX_COUNTS = 10_000;
/** Batches that are kept while the service is unavailable: more than one only after an hour, or `MAX_COUNTS`. */
const MAX_BATCHES = 4;
/** Counts of a histogram (`ApiRouteCounts.durations`). */
const STEPS = 16;
/** Names of parameters and fields as the contract writes them. A caller's unknown name may be anything, so others are omitted. */
const FIELD = /^[A-Za-z0-9_.[\]-]{1,100}$/;

const dropped = counter(
  'api_request_log_dropped_total',
  'API responses missing in the logs of their apps, because the webhooks service was unavailable for too long.',
  [],
);

/** App and store that a request belongs to. */
export interface Caller {
  /** client_id of the app. */
  appId: string;
  /** Empty for a token request. */
  storeId: string;
}

/** Error of a response that is not a problem of the API. */
export interface LoggedError {
  code: string;
  description: string;
}

/** Attributes a request to an app: only requests with a well-signed token or valid client credentials. */
export function attribute(res: Response, caller: Caller): void {
  res.locals['caller'] = caller;
}

/** Counts of the routes of an app. */
interface AppCounts {
  routes: Map<string, ApiRouteCounts>;
  failures: number;
}

/** Responses of one hour that are not sent yet. */
class Batch {
  readonly id = randomUUID();
  readonly hourMs: number;
  readonly apps = new Map<string, AppCounts>();
  readonly failures: ApiFailure[] = [];
  counts = 0;

  constructor(hourMs: number) {
    this.hourMs = hourMs;
  }

  countsOf(appId: string, route: string): ApiRouteCounts {
    const known = this.#appOf(appId).routes.get(route);
    if (known !== undefined) return known;
    const durations = Array.from<number>({ length: STEPS }).fill(0);
    const added = { appId, route, succeeded: 0, refused: 0, failed: 0, omitted: 0, durations };
    this.#appOf(appId).routes.set(route, added);
    this.counts += 1;
    return added;
  }

  /** Reports whether another failure of the app is listed. */
  takesFailure(appId: string): boolean {
    const app = this.#appOf(appId);
    if (app.failures >= MAX_APP_FAILURES || this.failures.length >= MAX_FAILURES) return false;
    app.failures += 1;
    return true;
  }

  message(): RecordApiRequestsRequest {
    const routes = [...this.apps.values()].flatMap((app) => [...app.routes.values()]);
    return { batchId: this.id, hourMs: this.hourMs, routes, failures: this.failures };
  }

  responses(): number {
    const { routes } = this.message();
    return routes.reduce((sum, { succeeded, refused, failed }) => sum + succeeded + refused + failed, 0);
  }

  #appOf(appId: string): AppCounts {
    const known = this.apps.get(appId);
    if (known !== undefined) return known;
    const added = { routes: new Map<string, ApiRouteCounts>(), failures: 0 };
    this.apps.set(appId, added);
    return added;
  }
}

/**
 * Log of the responses to each app, for its developer. Responses are counted in memory and sent in batches, so a request
 * waits for nothing.
 */
export class RequestLog {
  readonly #clock: Clock;
  #current: Batch | undefined;
  /** Complete batches, oldest first; the first one is being sent. */
  #waiting: Batch[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a response that has been sent. @param route pattern of the path, never the URL */
  add(
    req: Request,
    res: Response,
    { route, status, ms }: { route: string; status: number; ms: number },
  ): void {
    const caller = res.locals['caller'] as Caller | undefined;
    if (caller === undefined) return;
    const atMs = this.#clock.now();
    const batch = this.#batchAt(atMs);
    const counts = batch.countsOf(caller.appId, `${req.method} ${route}`);
    counts.durations[stepOf(ms)]! += 1;
    if (status < 400) return void (counts.succeeded += 1);
    if (status < 500) counts.refused += 1;
    else counts.failed += 1;
    if (!batch.takesFailure(caller.appId)) return void (counts.omitted += 1);
    batch.failures.push({
      ...errorOf(res, status),
      id: 0,
      atMs,
      appId: caller.appId,
      storeId: caller.storeId,
      requestId: requestIdOf(res),
      route: counts.route,
      status,
      durationMs: Math.round(ms),
    });
  }

  /** Sends what has been added since the last run. Safe to repeat: the service adds a batch once. */
  job(service: Services['apiRequests']): IntervalJob {
    return { name: 'send API requests', everyMs: SEND_EVERY_MS, run: () => this.send(service) };
  }

  /** @throws Fault when the service is unavailable; what is not sent is kept */
  async send(service: Pick<Services['apiRequests'], 'recordApiRequests'>): Promise<void> {
    // While a batch waits, the current one grows: counts need no more memory, however long the service is unavailable.
    await this.#sendWaiting(service);
    this.#complete();
    await this.#sendWaiting(service);
  }

  async #sendWaiting(service: Pick<Services['apiRequests'], 'recordApiRequests'>): Promise<void> {
    for (;;) {
      const [batch] = this.#waiting;
      if (batch === undefined) return;
      const ctx = systemContext(`request-log-${batch.id}`, deadlineIn(SEND_TIMEOUT_MS));
      await service.recordApiRequests(ctx, batch.message());
      this.#waiting = this.#waiting.filter((each) => each !== batch);
    }
  }

  #batchAt(atMs: number): Batch {
    const hourMs = atMs - (atMs % HOUR_MS);
    const current = this.#current;
    if (current?.hourMs === hourMs && current.counts < MAX_COUNTS) return current;
    this.#complete();
    return (this.#current = new Batch(hourMs));
  }

  #complete(): void {
    if (this.#current !== undefined) this.#waiting.push(this.#current);
    this.#current = undefined;
    if (this.#waiting.length > MAX_BATCHES) dropped.inc(this.#waiting.shift()!.responses());
  }
}

/** Step of a duration: 0 below 1 ms, then one for each power of two. */
const stepOf = (ms: number): number => Math.min(STEPS - 1, 32 - Math.clz32(ms));

type ErrorFields = Pick<ApiFailure, 'code' | 'reason' | 'field' | 'description'>;

const NO_ERROR: ErrorFields = { code: '', reason: '', field: '', description: '' };

/** Problem codes whose messages are constant: others may contain values of the request. */
const DESCRIBED = new Set(['invalid_token', 'insufficient_scope']);

function errorOf(res: Response, status: number): ErrorFields {
  const fault = res.locals['fault'] as Fault | undefined;
  const error = res.locals['error'] as LoggedError | undefined;
  if (status === 499) return { ...NO_ERROR, code: 'client_closed' };
  if (status === 429) return { ...NO_ERROR, code: 'too_many_requests' };
  if (error !== undefined) return { ...NO_ERROR, ...error };
  if (fault === undefined) return NO_ERROR;
  const { reason = '', field = '' } = fault.details[0] ?? {};
  return {
    code: fault.code,
    reason,
    field: FIELD.test(field) ? field : '',
    description: DESCRIBED.has(fault.code) ? fault.message : '',
  };
}
