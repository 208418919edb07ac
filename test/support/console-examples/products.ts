import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { ExamplesOf } from './example.ts';

export const productExamples: ExamplesOf<typeof productRoutes> = {};
