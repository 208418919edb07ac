import * as z from 'zod';
import { answers, consoleRoute } from '../route.ts';

/** Lists whose columns and filters a person can keep. */
const list = z.enum(['products', 'orders']);

const view = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** Query string of the page. */
  query: z.string().max(1_000),
});

const settings = {
  hiddenColumns: z.array(z.string().min(1).max(32)).max(40),
  views: z.array(view).max(20),
};

/** Name of a list. */
export type ListName = z.output<typeof list>;

/** How a person sees a list of a store. */
export type ListSettings = z.output<ReturnType<typeof z.strictObject<typeof settings>>>;

const path = '/console/api/stores/:store/list-settings';

export const listRoutes = {
  /** Settings of a list of the signed-in person; empty ones when there are none. */
  get: consoleRoute({
    method: 'GET',
    path,
    access: { store: 'see' },
    query: z.strictObject({ list }),
    answer: answers<ListSettings>(),
  }),
  put: consoleRoute({
    method: 'PUT',
    path,
    access: { store: 'see' },
    body: z.strictObject({ list, ...settings }),
    answer: answers<ListSettings>(),
  }),
};
