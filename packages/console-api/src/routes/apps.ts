import type { InstallationStatus, StoreApp } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute } from '../route.ts';

/** App installed on the store. */
export type InstalledApp = Omit<Json<StoreApp>, 'installationId' | 'status' | 'scopes'> & {
  /** Id of the installation. */
  id: string;
  /** `revoked`: installed, but its tokens are rejected until it is authorized again. */
  status: Exclude<EnumName<typeof InstallationStatus>, 'uninstalled'>;
  /** Granted scopes, in the words of the consent page. */
  scopes: { name: string; es: string; en: string }[];
  /** Delivery state of the app's webhook; `none` when it has no webhook. */
  webhook: 'well' | 'failing' | 'disabled' | 'none';
  /** Start of the current failing or disabled period. */
  webhookSince: string | null;
};

export const appRoutes = {
  /** Apps installed on the store, newest first. Unpaged: the plan limits their number. */
  list: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/apps',
    access: { store: 'apps' },
    answer: answers<{ items: InstalledApp[]; nextCursor: null }>(),
  }),
  /** Uninstalls an app: its tokens are rejected as soon as this returns. */
  uninstall: consoleRoute({
    method: 'DELETE',
    path: '/console/api/stores/:store/apps/:installation',
    access: { store: 'apps' },
    answer: answers<{ uninstalled: true }>(),
  }),
};
