import type { AnswerOf } from '@commerce/console-api/route.ts';
import type { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';

/** Webhook of an app, as its route returns it. */
export type Webhook = AnswerOf<typeof webhookRoutes.get>;
