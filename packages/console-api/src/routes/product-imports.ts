import * as z from 'zod';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';
import type { ListedImport, ListedImportProduct, ListedProblem } from './product-messages.ts';

/** Maximum size of an import file, in bytes. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

const STORE = '/console/api/stores/:store';
const edit = { store: 'editProducts' } as const;

/** Imports of product files. */
export const importRoutes = {
  imports: consoleRoute({
    method: 'GET',
    path: `${STORE}/imports`,
    access: edit,
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<ListedImport>>(),
  }),
  /** Uploads a file and starts building its preview. */
  startImport: consoleRoute({
    method: 'POST',
    path: `${STORE}/imports`,
    access: edit,
    query: z.strictObject({ name: z.string().min(1).max(255) }),
    upload: { types: ['text/csv'], maxBytes: MAX_FILE_BYTES },
    answer: answers<{ id: string }>(),
  }),
  getImport: consoleRoute({
    method: 'GET',
    path: `${STORE}/imports/:import`,
    access: edit,
    answer: answers<ListedImport>(),
  }),
  importProducts: consoleRoute({
    method: 'GET',
    path: `${STORE}/imports/:import/products`,
    access: edit,
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<ListedImportProduct>>(),
  }),
  importProblems: consoleRoute({
    method: 'GET',
    path: `${STORE}/imports/:import/problems`,
    access: edit,
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<ListedProblem & { id: string }>>(),
  }),
  /** Runs the import, including its prices and costs, which requires the permission to change prices. */
  confirmImport: consoleRoute({
    method: 'POST',
    path: `${STORE}/imports/:import/confirm`,
    access: { store: 'editPrices' },
    body: z.strictObject({ shop: z.string().min(1).max(64).nullable() }),
    answer: answers<ListedImport>(),
  }),
};
