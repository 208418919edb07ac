import type {
  GetListSettingsRequest,
  GetListSettingsResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { checkList, NO_SETTINGS } from '../domain/list-settings.ts';
import { listSettingsFind } from '../store/list-settings.ts';

export const getListSettings =
  ({ prisma }: Deps): Handler<GetListSettingsRequest, GetListSettingsResponse> =>
  async (ctx, { list }) => {
    checkList(list);
    const found = await listSettingsFind(prisma, storeOf(ctx), { personId: requirePerson(ctx), list });
    return { settings: found ?? NO_SETTINGS };
  };
