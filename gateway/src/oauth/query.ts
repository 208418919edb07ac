import type { Request } from 'express';

/** The parameters of a request's URL. */
export function queryOf(req: Request): URLSearchParams {
  const mark = req.originalUrl.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : req.originalUrl.slice(mark + 1));
}

/** A parameter's value; one sent without a value counts as not sent (RFC 6749, 3.1). */
export function valueOf(params: URLSearchParams, name: string): string | undefined {
  return params.get(name) || undefined;
}

/** A parameter that must be there exactly once; undefined when it is not, or more than once. */
export function singleValueOf(params: URLSearchParams, name: string): string | undefined {
  return params.getAll(name).length === 1 ? valueOf(params, name) : undefined;
}
