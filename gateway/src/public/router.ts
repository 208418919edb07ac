import { Router, type Request, type RequestHandler, type Response } from 'express';
import { versions, type ApiVersion, type Operation } from '@commerce/public-api/versions.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { handlers } from './handlers/index.ts';
import { serveRoute, type PublicDeps } from './serve-route.ts';

/** The public API: every version of the registry under its prefix, in one flat router: nested ones cost time in each request. */
export function publicRouter(deps: PublicDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const version of versions) addVersion(router, version, deps);
  return router;
}

function addVersion(router: Router, version: ApiVersion, deps: PublicDeps): void {
  const prefix = `/api/public/${version.prefix}`;
  const headers = Object.entries(lifecycleHeaders(version));
  const lifecycle: RequestHandler[] = headers.length === 0 ? [] : [setHeaders(headers)];
  const byPath = Map.groupBy(Object.entries(version.routes), ([, route]) => route.path);
  // One layer for each path, whatever its methods: every request is matched against those before its own.
  for (const [path, operations] of byPath) {
    const layer = router.route(`${prefix}${path}`);
    if (lifecycle.length > 0) layer.all(lifecycle);
    for (const [operation, route] of operations) {
      const handler = handlers[operation as Operation] as Parameters<typeof serveRoute>[2];
      layer[route.method.toLowerCase() as 'get'](serveRoute(operation, route, handler, deps));
    }
    const allowed = operations.map(([, { method }]) => method);
    layer.all(methodNotAllowed(path, allowed, deps));
  }
}

function setHeaders(headers: [string, string][]): RequestHandler {
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

function methodNotAllowed(path: string, allowed: string[], deps: PublicDeps) {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', ');
  return (_req: Request, res: Response): void => {
    res.locals['route'] = path;
    deps.writeProblem(res, new Fault('method_not_allowed', `This path answers ${allow}.`), { Allow: allow });
  };
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of a version that has them. */
function lifecycleHeaders({ deprecated, sunset }: ApiVersion): Record<string, string> {
  return {
    ...(deprecated ? { Deprecation: `@${Math.floor(Date.parse(deprecated) / 1000)}` } : {}),
    ...(sunset ? { Sunset: new Date(sunset).toUTCString() } : {}),
  };
}
