import {
  SecretUse_Kind as Kind,
  type ListSecretUsesRequest,
  type ListSecretUsesResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { secretUseList } from '../store/secret-use.ts';
import type { Deps } from '../deps.ts';

const SHOWN = 50;
const KINDS = { revealed: Kind.REVEALED, rotated: Kind.ROTATED } as const;

export const listSecretUses =
  ({ db }: Pick<Deps, 'db'>): Handler<ListSecretUsesRequest, ListSecretUsesResponse> =>
  async (_ctx, { appId }) => {
    const rows = await secretUseList(db, appId, SHOWN);
    return {
      uses: rows.map(({ used_at, kind, person_id }) => ({
        usedAtMs: used_at.getTime(),
        kind: KINDS[kind],
        personId: person_id,
      })),
    };
  };
