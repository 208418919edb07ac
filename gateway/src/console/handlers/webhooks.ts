import type { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import type { HandlersOf } from '../handler.ts';

export const webhookHandlers: HandlersOf<typeof webhookRoutes> = {};
