import { Router } from 'express';
import { consoleRoutes } from '@commerce/console-api/index.ts';
import type { AnyConsoleRoute } from '@commerce/console-api/route.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { addPath } from '../edge/serve.ts';
import { consoleHandlers } from './handlers/index.ts';
import { serveConsoleRoute, type AnyConsoleHandler, type ConsoleDeps } from './serve-route.ts';

const PREFIX = '/console/api';

/** Router of the console API, called by the pages of the back office, the developer portal and the platform admin. */
export function consoleRouter(deps: ConsoleDeps): Router {
  const routes = Router({ caseSensitive: true, strict: true });
  for (const [area, areaRoutes] of Object.entries(consoleRoutes)) {
    const handlers = consoleHandlers[area as keyof typeof consoleHandlers] as Record<
      string,
      AnyConsoleHandler
    >;
    const byPath = Map.groupBy(Object.entries<AnyConsoleRoute>(areaRoutes), ([, { path }]) => path);
    for (const [path, named] of byPath) {
      const methods = named.map(([name, route]) => ({
        method: route.method,
        handler: serveConsoleRoute({ name: `${area}.${name}`, route, handler: handlers[name]!, deps }),
      }));
      const allow = methods.map(({ method }) => method).join(', ');
      addPath(routes, { at: path.slice(PREFIX.length), path, methods, allow }, deps);
    }
  }
  routes.use((_req, res) => deps.writeProblem(res, notFound()));
  // Below its own prefix, so that no other request is matched against these paths.
  return Router().use(PREFIX, routes);
}
