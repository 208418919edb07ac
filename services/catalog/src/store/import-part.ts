import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Prisma } from './prisma.ts';

const SAVE = storeStatement(
  'product_import_part-save',
  `insert into product_import_part (store_id, import_id, number, data)
   select i.store_id, i.id, $3, $4 from product_import i where i.store_id = $1 and i.id = $2
   on conflict (store_id, import_id, number) do update set data = excluded.data`,
);
const FIND_SIZE = storeStatement(
  'product_import_part-find-size',
  `select coalesce(sum(octet_length(data)), 0)::int as size from product_import_part
   where store_id = $1 and import_id = $2`,
);

/** Saves a part of a file, or replaces it. @returns the size of all parts, in bytes */
export async function importPartSave(
  tx: Queryable,
  storeId: string,
  importId: string,
  number: number,
  data: Uint8Array,
): Promise<number> {
  if (data.length > 0) await tx.rows(SAVE, [storeId, importId, number, Buffer.from(data)]);
  const [row] = await tx.rows<{ size: number }>(FIND_SIZE, [storeId, importId]);
  return row!.size;
}

/** The file of an import, fetched part by part so that no statement takes long; empty once the file has been read. */
export async function importPartList(
  prisma: Prisma,
  storeId: string,
  importId: string,
): Promise<Uint8Array[]> {
  const { productImportPart } = prisma.forStore(storeId);
  const parts: Uint8Array[] = [];
  const orderBy = { number: 'asc' } as const;
  for (const { number } of await productImportPart.findMany({
    where: { importId },
    select: { number: true },
    orderBy,
  })) {
    const part = await productImportPart.findFirst({ where: { importId, number }, select: { data: true } });
    if (part !== null) parts.push(part.data);
  }
  return parts;
}

/** Deletes the file of an import. */
export async function importPartDeleteAll(prisma: Prisma, storeId: string, importId: string): Promise<void> {
  await prisma.forStore(storeId).productImportPart.deleteMany({ where: { importId } });
}
