import type { Request } from 'express';

/** Query parameters of a request. */
export function queryOf(req: Request): URLSearchParams {
  const mark = req.originalUrl.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : req.originalUrl.slice(mark + 1));
}

/** Value of a parameter; one without a value counts as omitted (RFC 6749, 3.1). */
export function valueOf(params: URLSearchParams, name: string): string | undefined {
  return params.get(name) || undefined;
}

/** Value of a parameter that must be present exactly once; undefined otherwise. */
export function singleValueOf(params: URLSearchParams, name: string): string | undefined {
  return params.getAll(name).length === 1 ? valueOf(params, name) : undefined;
}
