import { Router } from 'express';
import { consoleRoutes } from '@commerce/console-api/index.ts';
import type { AnyConsoleRoute } from '@commerce/console-api/route.ts';
import { Fault, notFound } from '@commerce/service-kit/fault.ts';
import { consoleHandlers } from './handlers/index.ts';
import { serveConsoleRoute, type AnyConsoleHandler, type ConsoleDeps } from './serve-route.ts';

const PREFIX = '/console/api';

/** The console API: what the pages of the back office, the developers' portal and the platform's desk call. */
export function consoleRouter(deps: ConsoleDeps): Router {
  const routes = Router({ caseSensitive: true, strict: true });
  for (const [area, ofArea] of Object.entries(consoleRoutes)) {
    const handlers = consoleHandlers[area as keyof typeof consoleHandlers] as Record<
      string,
      AnyConsoleHandler
    >;
    const byPath = Map.groupBy(Object.entries<AnyConsoleRoute>(ofArea), ([, { path }]) => path);
    for (const [path, named] of byPath) {
      const layer = routes.route(path.slice(PREFIX.length));
      for (const [name, route] of named) {
        const served = { name: `${area}.${name}`, route, handler: handlers[name]!, deps };
        layer[route.method.toLowerCase() as 'get'](serveConsoleRoute(served));
      }
      const allow = named.map(([, { method }]) => method).join(', ');
      layer.all((_req, res) => {
        res.locals['route'] = path;
        const fault = new Fault('method_not_allowed', `This path answers ${allow}.`);
        deps.writeProblem(res, fault, { Allow: allow });
      });
    }
  }
  routes.use((_req, res) => deps.writeProblem(res, notFound()));
  // Behind a prefix of its own: no other request is matched against these paths.
  return Router().use(PREFIX, routes);
}
