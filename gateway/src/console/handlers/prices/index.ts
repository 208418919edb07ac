import type { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import type { HandlersOf } from '../../handler.ts';
import { changeHandlers } from './changes.ts';
import { editHandlers } from './edit.ts';
import { explainHandlers } from './explain.ts';
import { listHandlers } from './lists.ts';
import { promotionHandlers } from './promotions.ts';

export const priceHandlers: HandlersOf<typeof priceRoutes> = {
  ...editHandlers,
  ...explainHandlers,
  ...listHandlers,
  ...promotionHandlers,
  ...changeHandlers,
};
