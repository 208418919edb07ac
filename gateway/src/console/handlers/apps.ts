import type { appRoutes } from '@commerce/console-api/routes/apps.ts';
import type { HandlersOf } from '../handler.ts';

export const appHandlers: HandlersOf<typeof appRoutes> = {};
