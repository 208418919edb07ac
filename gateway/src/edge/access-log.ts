import type { Request, Response } from 'express';
import type { Fault } from '@commerce/service-kit/fault.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { durationHistogram } from '@commerce/service-kit/metrics.ts';

const requestDuration = durationHistogram(
  'http_request_duration_seconds',
  'Time to answer an HTTP request.',
  ['method', 'route', 'status'],
);

/**
 * Counts and logs a request when its answer is out. The route's pattern is logged, never the URL: a query string may
 * hold an e-mail address, an OAuth code or a state.
 */
export function observeAnswer(req: Request, res: Response, logger: Logger): void {
  const startedAt = performance.now();
  res.on('close', () => {
    const ms = performance.now() - startedAt;
    const route = (res.locals['route'] as string | undefined) ?? 'none';
    const status = res.writableFinished ? res.statusCode : 499;
    requestDuration.observe({ method: req.method, route, status }, ms / 1000);
    const line = {
      request_id: res.locals['requestId'] as string,
      method: req.method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
    };
    const fault = res.locals['fault'] as Fault | undefined;
    if (status >= 500) logger.error({ ...line, ...failureOf(fault) }, 'request failed');
    else logger.info(line, 'request');
  });
}

/** Why a request failed, for the log: the code of its problem, the call that failed, and its error. */
const failureOf = (fault: Fault | undefined) =>
  fault && { problem: fault.code, rpc: fault.rpc, err: fault.cause ?? fault };
