import type { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import type { HandlersOf } from '../handler.ts';
import { accountHandlers } from './people/account.ts';
import { mailedLinkHandlers } from './people/mailed-links.ts';
import { teamHandlers } from './people/team.ts';

export const peopleHandlers: HandlersOf<typeof peopleRoutes> = {
  ...mailedLinkHandlers,
  ...accountHandlers,
  ...teamHandlers,
};
