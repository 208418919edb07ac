import type { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import type { HandlersOf } from '../handler.ts';

export const customerHandlers: HandlersOf<typeof customerRoutes> = {};
