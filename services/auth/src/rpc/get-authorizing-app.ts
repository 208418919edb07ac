import type {
  GetAuthorizingAppRequest,
  GetAuthorizingAppResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { findAuthorizingApp } from '../store/app-find-authorizing.ts';

/** What the authorization endpoint needs to know of an app. */
export function getAuthorizingApp({
  prisma,
}: Deps): Handler<GetAuthorizingAppRequest, GetAuthorizingAppResponse> {
  return async (_ctx, { clientId }) => {
    const found = isId('app', clientId) ? await findAuthorizingApp(prisma, clientId) : null;
    if (!found) return { app: undefined };
    const { id, name, logoUrl, redirectUris, scopes, developer } = found;
    return {
      app: {
        clientId: id,
        name,
        logoUrl: logoUrl ?? '',
        redirectUris,
        scopes,
        developerName: developer.name,
      },
    };
  };
}
