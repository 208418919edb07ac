import type {
  PutListSettingsRequest,
  PutListSettingsResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { checkListSettings, NO_SETTINGS } from '../domain/list-settings.ts';
import { listSettingsPut } from '../store/list-settings.ts';

export const putListSettings =
  ({ prisma }: Deps): Handler<PutListSettingsRequest, PutListSettingsResponse> =>
  async (ctx, { list, settings = NO_SETTINGS }) => {
    checkListSettings(list, settings);
    await listSettingsPut(prisma, storeOf(ctx), { personId: requirePerson(ctx), list }, settings);
    return { settings };
  };
