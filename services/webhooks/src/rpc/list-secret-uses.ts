import {
  SecretUse_Kind as Kind,
  type ListSecretUsesRequest,
  type ListSecretUsesResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { secretUseList } from '../store/secret-use.ts';

const MAX_USES = 50;
const KINDS = { revealed: Kind.REVEALED, rotated: Kind.ROTATED } as const;

export const listSecretUses =
  ({ db }: Pick<Deps, 'db'>): Handler<ListSecretUsesRequest, ListSecretUsesResponse> =>
  async (_ctx, { appId }) => {
    const uses = await secretUseList(db, appId, MAX_USES);
    return { uses: uses.map((use) => ({ ...use, kind: KINDS[use.kind] })) };
  };
