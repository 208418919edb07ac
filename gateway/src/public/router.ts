import { Router, type RequestHandler } from 'express';
import type { ApiVersion, ApiVersions, Operation } from '@commerce/public-api/versions.ts';
import { addPath } from '../edge/serve.ts';
import type { BoundRoute, PublicDeps } from './admit.ts';
import { handlers } from './handlers/index.ts';
import { serveRoute } from './serve-route.ts';

/** Router of the public API, with every version below its prefix. Flat, because nested routers cost time in each request. */
export function publicRouter(versions: ApiVersions, deps: PublicDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const version of versions) addVersion(router, version, deps);
  return router;
}

const handlerOf = (operation: string): BoundRoute['handler'] => handlers[operation as Operation];

function addVersion(router: Router, version: ApiVersion, deps: PublicDeps): void {
  const prefix = `/api/public/${version.prefix}`;
  const headers = Object.entries(lifecycleHeaders(version));
  const byPath = Map.groupBy(Object.entries(version.routes), ([, route]) => route.path);
  for (const [path, operations] of byPath) {
    const methods = operations.map(([operation, route]) => ({
      method: route.method,
      handler: serveRoute({ version: version.prefix, operation, route, handler: handlerOf(operation), deps }),
    }));
    const allowed = methods.map(({ method }) => method);
    const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].join(', ');
    const before = headers.length === 0 ? [] : [setHeaders(headers)];
    addPath(router, { at: `${prefix}${path}`, path, before, methods, allow }, deps);
  }
}

function setHeaders(headers: [string, string][]): RequestHandler {
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of a version that has them. */
function lifecycleHeaders({ deprecated, sunset }: ApiVersion): Record<string, string> {
  return {
    ...(deprecated ? { Deprecation: `@${Math.floor(Date.parse(deprecated) / 1000)}` } : {}),
    ...(sunset ? { Sunset: new Date(sunset).toUTCString() } : {}),
  };
}
