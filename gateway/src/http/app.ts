import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import { notFound } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { begin } from './begin.ts';
import type { WriteProblem } from './problem-response.ts';

/** What the application is put together from. */
export interface AppParts {
  publicUrl: string;
  trustedProxies: string;
  logger: Logger;
  writeProblem: WriteProblem;
  publicApi: Router;
  /** OAuth, documentation, the console API and its pages, each with its own paths. */
  routers: Router[];
}

/** The Express application: nothing that a route does not need. */
export function createApp(parts: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set(
    'trust proxy',
    parts.trustedProxies.split(',').map((proxy) => proxy.trim()),
  );
  app.use(begin({ https: parts.publicUrl.startsWith('https:'), logger: parts.logger }));
  // The first, because it is asked most.
  app.use(parts.publicApi);
  for (const router of parts.routers) app.use(router);
  app.use((_req, res) => parts.writeProblem(res, notFound()));
  app.use(lastResort(parts));
  return app;
}

function lastResort({ logger, writeProblem }: AppParts): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    // A path that is not well-formed is one that does not exist.
    if (error instanceof URIError) return writeProblem(res, notFound());
    const fault = toFault(error);
    if (fault.code === 'server_error')
      logger.error(
        { err: fault.cause ?? error, request_id: res.locals['requestId'] as string },
        'request failed',
      );
    writeProblem(res, fault);
  };
}
