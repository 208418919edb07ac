import { z } from 'zod';
import type { Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';

export const shopRoutes = {
  /** Shops of the store, in the order in which they were added. */
  list: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/shops',
    access: { store: 'see' },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<Json<Shop>>>(),
  }),
};
