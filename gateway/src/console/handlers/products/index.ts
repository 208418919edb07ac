import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { HandlersOf } from '../../handler.ts';
import { imageHandlers } from './images.ts';
import { importHandlers } from './imports.ts';
import { labelHandlers } from './labels.ts';
import { editHandlers } from './edit.ts';
import { sheetHandlers } from './sheet.ts';

export const productHandlers: HandlersOf<typeof productRoutes> = {
  ...editHandlers,
  ...sheetHandlers,
  ...labelHandlers,
  ...importHandlers,
  ...imageHandlers,
};
