import type { Request, Response } from 'express';
import type { Fault } from '@commerce/service-kit/fault.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { durationHistogram } from '@commerce/service-kit/metrics.ts';
import type { Span } from '@commerce/service-kit/telemetry.ts';
import type { RequestLog } from './request-log.ts';

const requestDuration = durationHistogram(
  'http_request_duration_seconds',
  'Time to answer an HTTP request.',
  ['method', 'route', 'status'],
);

/**
 * Counts and logs a request once its response has been sent, also in the log of the app that sent it. Logs the pattern of
 * the route, never the URL: a query string may contain an email address, an OAuth code or a state.
 */
export function observeResponse(
  req: Request,
  res: Response,
  { logger, requestLog }: { logger: Logger; requestLog: RequestLog },
): void {
  const startedAt = performance.now();
  res.on('close', () => {
    const ms = performance.now() - startedAt;
    const route = (res.locals['route'] as string | undefined) ?? 'none';
    const status = res.writableFinished ? res.statusCode : 499;
    const span = res.locals['span'] as Span | undefined;
    requestDuration.observe({ method: req.method, route, status }, ms / 1000, span);
    requestLog.add(req, res, { route, status, ms });
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

/** Cause of a failure for the log: the code of the problem, the call that failed, and its error. */
const failureOf = (fault: Fault | undefined) =>
  fault && { problem: fault.code, rpc: fault.rpc, err: fault.cause ?? fault };
