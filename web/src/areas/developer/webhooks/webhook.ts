import type { AnswerOf } from '@commerce/console-api/route.ts';
import type { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';

/** What is known of an app's webhook. */
export type Webhook = AnswerOf<typeof webhookRoutes.get>;
