import type { listRoutes } from '@commerce/console-api/routes/lists.ts';
import type { HandlersOf } from '../handler.ts';

export const listHandlers: HandlersOf<typeof listRoutes> = {
  get: async ({ ctx, services, query }) => {
    const { settings } = await services.people.getListSettings(ctx, query);
    return settings!;
  },
  put: async ({ ctx, services, body: { list, ...settings } }) => {
    const answer = await services.people.putListSettings(ctx, { list, settings });
    return answer.settings!;
  },
};
