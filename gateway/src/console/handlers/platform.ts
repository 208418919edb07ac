import type { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import type { HandlersOf } from '../handler.ts';

export const platformHandlers: HandlersOf<typeof platformRoutes> = {};
