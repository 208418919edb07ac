import type { RequestHandler } from 'express';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { Overload } from '@commerce/service-kit/overload.ts';
import { observeResponse } from './access-log.ts';
import type { WriteProblem } from './problem-response.ts';
import { requestIdFrom } from './request-id.ts';
import type { RequestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

/** Dependencies of `begin`. */
export interface BeginDeps {
  publicUrl: string;
  logger: Logger;
  writeProblem: WriteProblem;
  requestLog: RequestLog;
  /** Rejects requests while the process is overloaded. */
  overload?: Overload | undefined;
}

/**
 * First handler of every request: sets its id and the common response headers, logs it, and rejects it while the process
 * is overloaded. One layer, because each layer costs time.
 */
export function begin(deps: BeginDeps): RequestHandler {
  const { publicUrl, writeProblem, overload } = deps;
  const headers = Object.entries(securityHeaders(publicUrl.startsWith('https:')));
  return (req, res, next) => {
    const id = requestIdFrom(req.headers['x-request-id']);
    res.locals['requestId'] = id;
    res.setHeader('X-Request-Id', id);
    for (const [name, value] of headers) res.setHeader(name, value);
    observeResponse(req, res, deps);
    const refusal = overload?.refusal();
    if (refusal) return writeProblem(res, refusal);
    next();
  };
}
