import type { Response } from 'express';
import { problem, PROBLEM_CODES, PROBLEM_MEDIA_TYPE, tooManyRequests } from '@commerce/public-api/problem.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { requestIdOf } from './request-id.ts';

/** Seconds after which a caller may retry when a service is unavailable. */
const RETRY_AFTER_S = '2';

/** Answers a failed request. */
export type WriteProblem = (
  res: Response,
  fault: Fault,
  headers?: Record<string, string>,
  /** Id in the body, if it is not that of this request. */
  requestId?: string,
) => void;

/**
 * Writes faults as problem+json (RFC 9457; decisions, "Errors of the public API").
 * @param docsUrl root of the documentation, which has a page for each problem type
 */
export function problemWriter(docsUrl: string): WriteProblem {
  return (res, fault, headers = {}, requestId = requestIdOf(res)) => {
    // A response that has started can only be aborted, so that the client sees that it is incomplete.
    if (res.headersSent) return void res.destroy();
    res.locals['fault'] = fault;
    const { code, message: detail, details } = fault;
    const body = problem({ code, detail, details, requestId, docsUrl });
    res.writeHead(PROBLEM_CODES[code].status, {
      'Content-Type': PROBLEM_MEDIA_TYPE,
      ...(code === 'unavailable' ? { 'Retry-After': RETRY_AFTER_S } : {}),
      ...headers,
    });
    res.end(JSON.stringify(body));
  };
}

/** Answers 429 (contract, section 7). */
export function writeTooManyRequests(res: Response, retryAfterS: number): void {
  res.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': String(retryAfterS) });
  res.end(JSON.stringify(tooManyRequests(retryAfterS)));
}
