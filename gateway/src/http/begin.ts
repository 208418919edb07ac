import type { RequestHandler } from 'express';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { observeAnswer } from './access-log.ts';
import { requestIdFrom } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * What every request begins with, in one layer because each costs time: its id, the headers of every response, and the note of
 * what it came to.
 */
export function begin(options: { https: boolean; logger: Logger }): RequestHandler {
  const headers = Object.entries(securityHeaders(options.https));
  return (req, res, next) => {
    const id = requestIdFrom(req.headers['x-request-id']);
    res.locals['requestId'] = id;
    res.setHeader('X-Request-Id', id);
    for (const [name, value] of headers) res.setHeader(name, value);
    observeAnswer(req, res, options.logger);
    next();
  };
}
