import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's request id when it is acceptable, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
}

/** Puts `X-Request-Id` on every response and `res.locals.requestId` (decisions, "Errors of the public API"). */
export function requestId(req: Request, res: Response, next: NextFunction): void {
  const id = requestIdFrom(req.headers['x-request-id']);
  res.locals['requestId'] = id;
  res.setHeader('X-Request-Id', id);
  next();
}
