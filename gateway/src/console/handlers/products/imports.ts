import {
  ImportAction,
  ImportProductState,
  ImportSeverity,
  ImportState,
} from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { ListedImport, ListedProblem } from '@commerce/console-api/routes/product-messages.ts';
import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { ImportProblem, ProductImport } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { requireId } from '../../../edge/ids.ts';
import { required } from '../../../edge/required.ts';
import { fileParts } from '../../file-parts.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';
import { filterOf } from './filter.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';

type Imports = Pick<
  typeof productRoutes,
  'imports' | 'startImport' | 'getImport' | 'importProducts' | 'importProblems' | 'confirmImport' | 'export'
>;

/** Size of the parts of an uploaded file, in bytes. */
const PART_BYTES = 512 * 1024;
/** Time limit for producing or storing a part of a file, in ms. */
const PART_TIMEOUT_MS = 20_000;

export const importHandlers: HandlersOf<Imports> = {
  imports: async ({ ctx, services, cursor, query }) => {
    const pageToken = cursor.open(query.cursor);
    const page = await services.catalog.listImports(ctx, { limit: query.limit, pageToken });
    return { items: page.imports.map(importOf), nextCursor: cursor.seal(page.nextPageToken) };
  },

  startImport: async ({ ctx, services, query, upload }) => {
    const { importId } = await services.catalog.startImport(ctx, { fileName: query.name });
    for await (const part of partsOf(upload)) {
      const { idempotency: _key, ...own } = { ...ctx, deadlineMs: deadlineIn(PART_TIMEOUT_MS) };
      await services.catalog.addImportPart(own, { importId, ...part });
    }
    return { id: importId };
  },

  getImport: async ({ ctx, services, params }) => {
    const importId = requireId('imp', params.import);
    return importOf(required((await services.catalog.getImport(ctx, { importId })).import));
  },

  importProducts: async ({ ctx, services, cursor, params, query }) => {
    const importId = requireId('imp', params.import);
    const pageToken = cursor.open(query.cursor);
    const page = await services.catalog.listImportProducts(ctx, { importId, limit: query.limit, pageToken });
    const items = page.products.map((product) => ({
      id: `${product.line}`,
      ...toJson(product),
      action: enumName(ImportAction, product.action),
      state: enumName(ImportProductState, product.state),
    }));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  importProblems: async ({ ctx, services, cursor, params, query }) => {
    const importId = requireId('imp', params.import);
    const pageToken = cursor.open(query.cursor);
    const page = await services.catalog.listImportProblems(ctx, { importId, limit: query.limit, pageToken });
    const items = page.problems.map((problem, at) => ({
      id: `${problem.line} ${at} ${problem.code}`,
      ...problemOf(problem),
    }));
    return { items, nextCursor: cursor.seal(page.nextPageToken) };
  },

  confirmImport: async ({ ctx, services, params, body }) => {
    const importId = requireId('imp', params.import);
    const shopId = body.shop === null ? undefined : requireId('shp', body.shop);
    return importOf(required((await services.catalog.confirmImport(ctx, { importId, shopId })).import));
  },

  export: async ({ ctx, services, query, may }) => {
    const { shop, products, ...filter } = query;
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const request = {
      includeCosts: may('seeCosts'),
      shopId: requireId('shp', shop),
      productIds: products ?? [],
      filter: isFiltered ? filterOf(filter) : undefined,
    };
    const chunks = await fileParts(ctx, PART_TIMEOUT_MS, async (own, pageToken) => {
      const { csv, nextPageToken } = await services.catalog.exportProducts(own, { ...request, pageToken });
      return { chunk: csv, nextPageToken };
    });
    return { type: 'text/csv; charset=utf-8', name: 'products.csv', chunks };
  },
};

const problemOf = (problem: ImportProblem): ListedProblem => ({
  ...toJson(problem),
  severity: enumName(ImportSeverity, problem.severity),
});

const importOf = ({ failure, ...one }: ProductImport): ListedImport => ({
  ...toJson(one),
  state: enumName(ImportState, one.state),
  failure: failure && problemOf(failure),
});

/** Numbered parts of a file; the last may be empty. */
async function* partsOf(file: AsyncIterable<Buffer>) {
  let chunks: Buffer[] = [];
  let size = 0;
  let number = 0;
  for await (const chunk of file) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield { number: number++, data: Buffer.concat(chunks), isLast: false };
    [chunks, size] = [[], 0];
  }
  yield { number, data: Buffer.concat(chunks), isLast: true };
}
