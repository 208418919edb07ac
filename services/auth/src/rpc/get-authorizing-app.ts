import type {
  GetAuthorizingAppRequest,
  GetAuthorizingAppResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { appFindAuthorizing } from '../store/app.ts';

/** The app data that the authorization endpoint needs. */
export const getAuthorizingApp =
  ({ prisma }: Deps): Handler<GetAuthorizingAppRequest, GetAuthorizingAppResponse> =>
  async (_ctx, { clientId }) => {
    const found = isId('app', clientId) ? await appFindAuthorizing(prisma, clientId) : null;
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
