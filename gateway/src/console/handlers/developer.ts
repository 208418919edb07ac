import type { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { HandlersOf } from '../handler.ts';

export const developerHandlers: HandlersOf<typeof developerRoutes> = {};
