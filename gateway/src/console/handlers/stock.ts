import type { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import type { HandlersOf } from '../handler.ts';

export const stockHandlers: HandlersOf<typeof stockRoutes> = {};
