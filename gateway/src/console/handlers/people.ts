import type { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import type { HandlersOf } from '../handler.ts';

export const peopleHandlers: HandlersOf<typeof peopleRoutes> = {};
