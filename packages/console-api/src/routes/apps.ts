import type { StoreApp } from '@commerce/proto/commerce/auth/v1/store_apps.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute } from '../route.ts';

/** An app that is installed on the store. */
export type InstalledApp = Omit<Json<StoreApp>, 'installationId' | 'status' | 'scopes'> & {
  /** Of the installation. */
  id: string;
  /** `revoked`: installed, but its tokens are dead until it is authorized again. */
  status: 'installed' | 'revoked';
  /** What it may, in the words of the page on which the owner agreed to it. */
  scopes: { name: string; es: string; en: string }[];
  /** Whether the app hears of the store's events; `none` when it has no webhook. */
  webhook: 'well' | 'failing' | 'disabled' | 'none';
  /** Since when its webhook fails or is disabled. */
  webhookSince: string | null;
};

export const appRoutes = {
  /** The apps that are installed on the store, the newest first. Whole: a plan bounds them. */
  list: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/apps',
    access: { store: 'apps' },
    answer: answers<{ items: InstalledApp[]; nextCursor: null }>(),
  }),
  /** Uninstalls an app: its tokens are refused from the answer on. */
  uninstall: consoleRoute({
    method: 'DELETE',
    path: '/console/api/stores/:store/apps/:installation',
    access: { store: 'apps' },
    answer: answers<{ uninstalled: true }>(),
  }),
};
