import type { dashboardRoutes } from '@commerce/console-api/routes/dashboard.ts';
import type { HandlersOf } from '../handler.ts';

export const dashboardHandlers: HandlersOf<typeof dashboardRoutes> = {};
