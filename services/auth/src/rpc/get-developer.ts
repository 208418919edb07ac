import type { GetDeveloperRequest, GetDeveloperResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { toDeveloper } from '../store/developer-columns.ts';
import { findDeveloper } from '../store/developer-find.ts';

/** A developer, as its own people see it. */
export function getDeveloper({ database }: Deps): Handler<GetDeveloperRequest, GetDeveloperResponse> {
  return async (_ctx, { developerId }) => {
    const row = isId('dev', developerId) ? await findDeveloper(database, developerId) : undefined;
    if (row === undefined) throw notFound();
    return { developer: toDeveloper(row) };
  };
}
