import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';

export type Import = AnswerOf<typeof productRoutes.getImport>;

/** Reports whether nothing more of an import will be written. */
export const isOver = ({ state }: Import): boolean => state === 'done' || state === 'failed';
