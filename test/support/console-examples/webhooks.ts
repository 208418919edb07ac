import type { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import type { ExamplesOf } from './example.ts';

export const webhookExamples: ExamplesOf<typeof webhookRoutes> = {};
