import * as z from 'zod';
import type { PublishedApp } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';

/** App of the directory, with its scopes in the words of the consent page. */
export type ListedApp = Omit<Json<PublishedApp>, 'scopes'> & {
  scopes: { name: string; es: string; en: string }[];
};

export const directoryRoutes = {
  /** Published apps by name. */
  list: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/app-directory',
    access: { store: 'apps' },
    query: z.strictObject({
      ...pageQuery,
      /** Part of the name or description. */
      q: z.string().max(100).optional(),
    }),
    answer: answers<PageOf<ListedApp>>(),
  }),
  /** App of the directory. 404 for one that is not published. */
  get: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/app-directory/:app',
    access: { store: 'apps' },
    answer: answers<ListedApp>(),
  }),
};
