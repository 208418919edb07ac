import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { HandlersOf } from '../handler.ts';
import { importHandlers } from './products/imports.ts';
import { labelHandlers } from './products/labels.ts';
import { editHandlers } from './products/edit.ts';

export const productHandlers: HandlersOf<typeof productRoutes> = {
  ...editHandlers,
  ...labelHandlers,
  ...importHandlers,
};
