import type { SearchProductsRequest } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { ProductImport } from '@commerce/proto/commerce/catalog/v1/import.ts';
import { ImportSeverity, ImportState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumName, type EnumName } from '@commerce/proto/enum.ts';
import { contextOf, type TestService } from './service.ts';

/** An import with its state by name. */
export type ReadImport = Omit<ProductImport, 'state'> & { state: EnumName<typeof ImportState> };

const read = ({ state, ...one }: ProductImport): ReadImport => ({
  ...one,
  state: enumName(ImportState, state),
});

/** Uploads a file and makes its preview. */
export async function preview(
  { client, jobs }: TestService,
  store: string,
  file: string | Buffer,
): Promise<ReadImport> {
  const importId = await upload(client, store, Buffer.from(file));
  await jobs.worker().run();
  return read((await client.getImport(contextOf(store), { importId })).import!);
}

const PART_BYTES = 512 * 1024;

/** Uploads a file in parts, like the gateway. @returns the id of the import */
export async function upload(client: TestService['client'], store: string, file: Buffer): Promise<string> {
  const { importId } = await client.startImport(contextOf(store), { fileName: 'productos.csv' });
  for (let number = 0; number * PART_BYTES < Math.max(file.length, 1); number++) {
    const data = file.subarray(number * PART_BYTES, (number + 1) * PART_BYTES);
    const isLast = (number + 1) * PART_BYTES >= file.length;
    await client.addImportPart(contextOf(store), { importId, number, data, isLast });
  }
  return importId;
}

/** Uploads a file and carries out the import. */
export async function importFile(
  service: TestService,
  store: string,
  file: string | Buffer,
  shopId?: string,
): Promise<ReadImport> {
  const { id: importId } = await preview(service, store, file);
  return write(service, store, importId, shopId);
}

/** Carries out an import that has a preview. */
export async function write(
  service: TestService,
  store: string,
  importId: string,
  shopId?: string,
): Promise<ReadImport> {
  await service.client.confirmImport(contextOf(store), { importId, shopId });
  await service.jobs.worker().run();
  return read((await service.client.getImport(contextOf(store), { importId })).import!);
}

/** Problems of an import, each as `line severity code`. */
export async function problemsOf(
  { client }: TestService,
  store: string,
  importId: string,
): Promise<string[]> {
  const { problems } = await client.listImportProblems(contextOf(store), {
    importId,
    limit: 100,
    pageToken: Buffer.alloc(0),
  });
  return problems.map(({ line, severity, code }) => `${line} ${enumName(ImportSeverity, severity)} ${code}`);
}

/** All products of a store by slug, drafts included, as the back office edits them. */
export async function productsBySlug({ client }: TestService, store: string) {
  const found = await client.searchProducts(contextOf(store), {
    text: '',
    status: undefined,
    visibility: undefined,
    type: undefined,
    categoryId: undefined,
    brandId: undefined,
    order: 2,
    limit: 100,
    pageToken: Buffer.alloc(0),
  });
  const ids = found.products.map(({ id }) => id);
  const { products } = await client.batchGetProductsForEditing(contextOf(store), { ids });
  return new Map(products.map(({ product, isDraft }) => [product!.slug, { ...product!, isDraft }]));
}

/** Exports the products of a store. */
export async function exportFile(
  { client }: TestService,
  store: string,
  shopId?: string,
  filter?: SearchProductsRequest,
): Promise<string> {
  const parts: Buffer[] = [];
  let pageToken = Buffer.alloc(0);
  do {
    const part = await client.exportProducts(contextOf(store), {
      includeCosts: true,
      productIds: [],
      shopId,
      filter,
      pageToken,
    });
    parts.push(Buffer.from(part.csv));
    pageToken = Buffer.from(part.nextPageToken);
  } while (pageToken.length > 0);
  return Buffer.concat(parts).toString();
}
