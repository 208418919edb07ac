import type { posRoutes } from '@commerce/console-api/routes/pos.ts';
import type { HandlersOf } from '../handler.ts';

export const posHandlers: HandlersOf<typeof posRoutes> = {};
