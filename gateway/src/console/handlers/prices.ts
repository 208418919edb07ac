import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { HandlersOf } from '../handler.ts';

export const priceHandlers: HandlersOf<typeof priceRoutes> = {};
