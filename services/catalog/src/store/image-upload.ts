import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement, storeStatement } from '@commerce/service-kit/db/statement.ts';
import type { Prisma } from './prisma.ts';

const SAVE = storeStatement(
  'image_upload_part-save',
  `insert into image_upload_part (store_id, upload_id, number, data, received_at)
   select $1, $2, $3::int, $4::bytea, $5::timestamptz where octet_length($4::bytea) > 0
   on conflict (store_id, upload_id, number) do update set data = excluded.data
     where image_upload_part.store_id = $1`,
);
const FIND_SIZE = storeStatement(
  'image_upload_part-find-size',
  `select count(*)::int as parts, coalesce(sum(octet_length(data)), 0)::int as bytes from image_upload_part
   where store_id = $1 and upload_id = $2`,
);

/** A part of an image file. */
export interface UploadPart {
  uploadId: string;
  number: number;
  data: Uint8Array;
}

/** Saves a part of a file, or replaces it. @returns the number and the size of all parts */
export async function uploadPartSave(
  db: Queryable,
  storeId: string,
  { uploadId, number, data }: UploadPart,
  now: Date,
): Promise<{ parts: number; bytes: number }> {
  await db.rows(SAVE, [storeId, uploadId, number, Buffer.from(data), now]);
  const [row] = await db.rows<{ parts: number; bytes: number }>(FIND_SIZE, [storeId, uploadId]);
  return row!;
}

/** The file of an upload, fetched part by part so that no statement takes long. */
export async function uploadPartList(
  prisma: Prisma,
  storeId: string,
  uploadId: string,
  parts: number,
): Promise<Buffer> {
  const { imageUploadPart } = prisma.forStore(storeId);
  const chunks: Uint8Array[] = [];
  for (let number = 0; number < parts; number++) {
    const part = await imageUploadPart.findFirst({ where: { uploadId, number }, select: { data: true } });
    if (part !== null) chunks.push(part.data);
  }
  return Buffer.concat(chunks);
}

/** Deletes the parts of an upload. */
export async function uploadPartDeleteAll(prisma: Prisma, storeId: string, uploadId: string): Promise<void> {
  await prisma.forStore(storeId).imageUploadPart.deleteMany({ where: { uploadId } });
}

const DELETE_OLD = statement(
  'image_upload_part-delete-old',
  `delete from image_upload_part where ctid = any(array(
     select ctid from image_upload_part where received_at < $1 order by received_at limit 40)) returning 1`,
);

/** Deletes some parts of uploads that were given up. @returns their number */
export const uploadPartDeleteOld = async (db: Queryable, before: Date): Promise<number> =>
  (await db.rows(DELETE_OLD, [before])).length;
