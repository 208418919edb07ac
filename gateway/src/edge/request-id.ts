import { randomUUID } from 'node:crypto';
import type { Response } from 'express';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's request id if it is acceptable, otherwise a new one (decisions, "Errors of the public API"). */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : randomUUID();
}

/** Id of the request that a response answers. */
export const requestIdOf = (res: Response): string => String(res.locals['requestId'] ?? '');
