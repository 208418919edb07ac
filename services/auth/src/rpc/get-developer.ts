import type { GetDeveloperRequest, GetDeveloperResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { toDeveloper } from '../domain/developer.ts';
import { developerFind } from '../store/developer.ts';

/** The developer, as its own members see it. */
export const getDeveloper =
  ({ prisma }: Deps): Handler<GetDeveloperRequest, GetDeveloperResponse> =>
  async (_ctx, { developerId }) => {
    const developer = isId('dev', developerId) ? await developerFind(prisma, developerId) : null;
    if (developer === null) throw notFound();
    return { developer: toDeveloper(developer) };
  };
