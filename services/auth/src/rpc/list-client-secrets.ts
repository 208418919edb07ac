import type {
  ListClientSecretsRequest,
  ListClientSecretsResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toClientSecret } from '../domain/client-secret.ts';
import { clientSecretList } from '../store/client-secret.ts';
import { findOwnApp } from '../use-cases/find-own-app.ts';

/** The client secrets of an app that are in force, without the secrets. */
export const listClientSecrets =
  ({ db, prisma, clock }: Deps): Handler<ListClientSecretsRequest, ListClientSecretsResponse> =>
  async (_ctx, own) => {
    await findOwnApp(db, own);
    const secrets = await clientSecretList(prisma, own.appId, new Date(clock.now()));
    return { secrets: secrets.map(toClientSecret) };
  };
