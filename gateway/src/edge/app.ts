import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { notFound } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { begin, type BeginDeps } from './begin.ts';

/** Parts of the application. */
export interface AppParts extends BeginDeps {
  /** Proxies whose X-Forwarded-For is trusted; none when absent. */
  trustedProxies?: string | undefined;
  publicApi: Router;
  /** OAuth, documentation, the console API and its pages, each with its own paths. */
  routers: Router[];
}

/** Creates the Express application, with nothing that a route does not need. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', parts.trustedProxies?.split(',').map((proxy) => proxy.trim()) ?? false);
  app.use(begin(parts));
  // First, because it receives most requests.
  app.use(parts.publicApi);
  for (const router of parts.routers) app.use(router);
  app.use((_req, res) => parts.writeProblem(res, notFound()));
  app.use(lastResort(parts));
  return app;
}

function lastResort({ writeProblem }: AppParts): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    // A malformed path does not exist.
    if (error instanceof URIError) return writeProblem(res, notFound());
    writeProblem(res, toFault(error));
  };
}
