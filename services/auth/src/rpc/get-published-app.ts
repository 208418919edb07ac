import type {
  GetPublishedAppRequest,
  GetPublishedAppResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { toPublishedApp } from '../domain/published-app.ts';
import { publishedAppFind } from '../store/published-app.ts';

/** An app of the directory. */
export const getPublishedApp =
  ({ db }: Deps): Handler<GetPublishedAppRequest, GetPublishedAppResponse> =>
  async (ctx, { appId }) => {
    const app = isId('app', appId) ? await publishedAppFind(db, storeOf(ctx), appId) : undefined;
    if (app === undefined) throw notFound();
    return { app: toPublishedApp(app) };
  };
