import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { HandlersOf } from '../handler.ts';

export const productHandlers: HandlersOf<typeof productRoutes> = {};
