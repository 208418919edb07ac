import type {
  ListClientSecretsRequest,
  ListClientSecretsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireOwnApp } from '../apps/own-app.ts';
import type { Deps } from '../deps.ts';
import { listClientSecrets as list, toClientSecret } from '../store/client-secret-list.ts';

/** The client secrets of an app that are in force, without the secrets. */
export function listClientSecrets({
  database,
  clock,
}: Deps): Handler<ListClientSecretsRequest, ListClientSecretsResponse> {
  return async (_ctx, own) => {
    await requireOwnApp(database, own);
    const rows = await list(database, own.appId, new Date(clock.now()));
    return { secrets: rows.map(toClientSecret) };
  };
}
