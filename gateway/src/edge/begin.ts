import type { RequestHandler } from 'express';
import type { Logger } from '@commerce/service-kit/logger.ts';
import type { Overload } from '@commerce/service-kit/overload.ts';
import { observeAnswer } from './access-log.ts';
import type { WriteProblem } from './problem-response.ts';
import { requestIdFrom } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** What requests begin with. */
export interface BeginParts {
  publicUrl: string;
  logger: Logger;
  writeProblem: WriteProblem;
  /** Refuses requests while the process is overloaded. */
  overload?: Overload | undefined;
}

/**
 * The beginning of every request, in one layer because each costs time: its id, the headers of every response, its log line, and
 * the refusal while the process is overloaded.
 */
export function begin({ publicUrl, logger, writeProblem, overload }: BeginParts): RequestHandler {
  const headers = Object.entries(securityHeaders(publicUrl.startsWith('https:')));
  return (req, res, next) => {
    const id = requestIdFrom(req.headers['x-request-id']);
    res.locals['requestId'] = id;
    res.setHeader('X-Request-Id', id);
    for (const [name, value] of headers) res.setHeader(name, value);
    observeAnswer(req, res, logger);
    const refusal = overload?.refusal();
    if (refusal) return writeProblem(res, refusal);
    next();
  };
}
