import type { KeyObject } from 'node:crypto';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Method, Route } from '@commerce/http-contract/route.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { failSpan, inSpan, type Span, type SpanOptions } from '@commerce/service-kit/telemetry.ts';
import type { Services } from '../grpc/services.ts';
import { cursorBox, type CursorBox } from './cursor.ts';
import type { WriteProblem } from './problem-response.ts';
import { requestIdOf } from './request-id.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';

/** Dependencies of the routes of an API. */
export interface ApiDeps {
  services: Services;
  writeProblem: WriteProblem;
  /** Newest first. */
  cursorKeys: KeyObject[];
  requestTimeoutMs: number;
}

/**
 * Runs a route in a server span named after it. `answer` writes the response; `refuse` writes the response to an error.
 * The span has no URL: a query string may contain an OAuth code or a state.
 */
export function serve(
  { method, path }: Pick<Route, 'method' | 'path'>,
  answer: (req: Request, res: Response) => Promise<void>,
  refuse: (res: Response, error: unknown) => void,
) {
  const attributes = { 'http.request.method': method, 'http.route': path };
  const options: SpanOptions = { name: `${method} ${path}`, kind: 'server', attributes };
  return (req: Request, res: Response): void => {
    res.locals['route'] = path;
    void inSpan(options, (span) => {
      const answered = answer(req, res).catch((error: unknown) => refuse(res, error));
      return span ? describe(span, res, answered) : answered;
    });
  };
}

/** Completes the span of a request, and leaves it to the metrics. */
async function describe(span: Span, res: Response, answered: Promise<void>): Promise<void> {
  res.locals['span'] = span;
  await answered;
  span.setAttribute('http.response.status_code', res.statusCode);
  if (res.statusCode >= 500) failSpan(span, String(res.statusCode));
}

/** Methods of one path. */
export interface PathRoutes {
  /** Path in the router. */
  at: string;
  /** Path in the contract, for logs and metrics. */
  path: string;
  /** Handlers that run before those of the methods. */
  before?: RequestHandler[];
  methods: { method: Method; handler: RequestHandler }[];
  /** Value of the `Allow` header of a 405. */
  allow: string;
}

/** Adds the routes of a path as one layer: every request is matched against the layers before its own. */
export function addPath(
  router: Router,
  { at, path, before = [], methods, allow }: PathRoutes,
  { writeProblem }: Pick<ApiDeps, 'writeProblem'>,
): void {
  const layer = router.route(at);
  if (before.length > 0) layer.all(before);
  for (const { method, handler } of methods) layer[method.toLowerCase() as 'get'](handler);
  layer.all((_req: Request, res: Response) => {
    res.locals['route'] = path;
    writeProblem(res, new Fault('method_not_allowed', `This path supports ${allow}.`), { Allow: allow });
  });
}

/** Request id and deadline of the calls that a request makes. */
export const callLimits = (res: Response, timeoutMs: number): { requestId: string; deadlineMs: number } => ({
  requestId: requestIdOf(res),
  deadlineMs: deadlineIn(timeoutMs),
});

/** Cursors of a list, bound to its parameters: `query` without `limit` and `cursor`, and `params` of the path. */
export function cursorsOf(
  keys: KeyObject[],
  list: { storeId: string; operation: string },
  query: unknown,
  params: Record<string, string> = {},
): CursorBox {
  const { limit: _limit, cursor: _cursor, ...filters } = query as Record<string, unknown>;
  return cursorBox(keys, { ...list, filters: { ...params, ...filters } });
}

/** Writes a JSON response. A string goes out in one piece with its headers; a buffer would be copied once more. */
export function writeJson(
  res: Response,
  status: number,
  json: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    ...headers,
  });
  res.end(json);
}
