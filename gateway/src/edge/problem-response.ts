import type { Response } from 'express';
import { problem, PROBLEM_CODES, PROBLEM_MEDIA_TYPE, tooManyRequests } from '@commerce/public-api/problem.ts';
import type { Fault } from '@commerce/service-kit/fault.ts';
import { requestIdOf } from './request-id.ts';

/** Seconds after which a caller may try again when a service is away. */
const RETRY_AFTER_S = '2';

/** Answers a request that failed. */
export type WriteProblem = (
  res: Response,
  fault: Fault,
  headers?: Record<string, string>,
  /** Of the request that the body tells of, when it is not this one. */
  requestId?: string,
) => void;

/**
 * Writes faults as problem+json (RFC 9457; decisions, "Errors of the public API").
 * @param docsUrl root of the documentation; the types of problems are pages of it
 */
export function problemWriter(docsUrl: string): WriteProblem {
  return (res, fault, headers = {}, requestId = requestIdOf(res)) => {
    // An answer that has begun can only be broken off, so that its receiver sees that it is not whole.
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
