import { Router, type Request, type Response } from 'express';
import { versions, type ApiVersion, type Operation } from '@commerce/public-api/versions.ts';
import { Fault, notFound } from '@commerce/service-kit/fault.ts';
import { handlers } from './handlers/index.ts';
import { serveRoute, type PublicDeps } from './serve-route.ts';

/** The public API: every version of the registry under its prefix; what is none of it is 404. */
export function publicRouter(deps: PublicDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const version of versions) router.use(`/${version.prefix}`, versionRouter(version, deps));
  router.use((_req, res) => deps.writeProblem(res, notFound()));
  return router;
}

function versionRouter(version: ApiVersion, deps: PublicDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const lifecycle = Object.entries(lifecycleHeaders(version));
  if (lifecycle.length > 0) {
    router.use((_req, res, next) => {
      for (const [name, value] of lifecycle) res.setHeader(name, value);
      next();
    });
  }
  const methods = new Map<string, string[]>();
  for (const [operation, route] of Object.entries(version.routes)) {
    const handler = handlers[operation as Operation] as Parameters<typeof serveRoute>[2];
    router[route.method.toLowerCase() as 'get'](route.path, serveRoute(operation, route, handler, deps));
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
  }
  for (const [path, allowed] of methods) router.all(path, methodNotAllowed(path, allowed, deps));
  return router;
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
