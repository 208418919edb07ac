import type {
  ListSecretUsesRequest,
  ListSecretUsesResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { secretUseList } from '../store/secret-use.ts';

const MAX_USES = 50;

export const listSecretUses =
  ({ prisma }: Pick<Deps, 'prisma'>): Handler<ListSecretUsesRequest, ListSecretUsesResponse> =>
  async (_ctx, { appId }) => ({ uses: await secretUseList(prisma, appId, MAX_USES) });
