import type { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { HandlersOf } from '../handler.ts';

export const orderHandlers: HandlersOf<typeof orderRoutes> = {};
