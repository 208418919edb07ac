import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { useRead } from '../../../lib/api.ts';
import { useAppIds } from '../use-developer.ts';

/** The client secrets of the app of the page. */
export const useSecrets = () => useRead(developerRoutes.listSecrets, { params: useAppIds() });
