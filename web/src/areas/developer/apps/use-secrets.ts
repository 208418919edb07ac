import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { useRead } from '../../../lib/api.ts';
import { useAppIds } from '../use-developer.ts';

/** Client secrets of the current app. */
export const useSecrets = () => useRead(developerRoutes.listSecrets, { params: useAppIds() });
