import type { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import type { HandlersOf } from '../../handler.ts';
import { accountHandlers } from './account.ts';
import { mailedLinkHandlers } from './mailed-links.ts';
import { teamHandlers } from './team.ts';

export const peopleHandlers: HandlersOf<typeof peopleRoutes> = {
  ...mailedLinkHandlers,
  ...accountHandlers,
  ...teamHandlers,
};
