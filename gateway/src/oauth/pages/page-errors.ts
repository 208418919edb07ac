import type { RequestHandler, Response } from 'express';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { requestIdOf } from '../../edge/request-id.ts';
import { serve } from '../../edge/serve.ts';
import type { OAuthDeps, OAuthHandler, OAuthRoute } from '../deps.ts';
import { messagePage } from './message-page.ts';
import { sendPage } from './send-page.ts';
import { textsFor } from './texts-for.ts';

/** Route of a page: errors are answered with a page as well. */
export function pageRoute(deps: OAuthDeps, route: OAuthRoute, handler: OAuthHandler): RequestHandler {
  return serve(route, handler, (res, error) => failed(deps, res, error));
}

function failed(deps: OAuthDeps, res: Response, error: unknown): void {
  const fault = toFault(error);
  const requestId = requestIdOf(res);
  const texts = textsFor(res.req);
  if (res.headersSent) return void res.destroy();
  if (fault.code === 'payload_too_large') {
    // The rest of the body is not read.
    return sendPage(res, texts, 413, messagePage(texts, texts.tooLarge), { Connection: 'close' });
  }
  if (fault.code === 'unavailable' || fault.code === 'timeout') {
    return sendPage(res, texts, 503, messagePage(texts, texts.unavailable, requestId), {
      'Retry-After': '2',
    });
  }
  deps.logger.error({ err: fault.cause ?? error, request_id: requestId }, 'page failed');
  sendPage(res, texts, 500, messagePage(texts, texts.failed, requestId));
}
