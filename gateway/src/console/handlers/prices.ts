import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { HandlersOf } from '../handler.ts';
import { changeHandlers } from './prices/changes.ts';
import { editHandlers } from './prices/edit.ts';
import { explainHandlers } from './prices/explain.ts';
import { listHandlers } from './prices/lists.ts';
import { promotionHandlers } from './prices/promotions.ts';

export const priceHandlers: HandlersOf<typeof priceRoutes> = {
  ...editHandlers,
  ...explainHandlers,
  ...listHandlers,
  ...promotionHandlers,
  ...changeHandlers,
};
