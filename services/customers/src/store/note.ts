import type { CustomerNote } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Prisma } from './prisma.ts';

/** Maximum number of notes of a person. */
export const MAX_NOTES = 200;

/** Notes of a person, newest first. */
export async function noteList(prisma: Prisma, storeId: string, customerId: string): Promise<CustomerNote[]> {
  const rows = await prisma.forStore(storeId).customerNote.findMany({
    where: { customerId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_NOTES,
  });
  return rows.map(({ id, content, createdAt, createdBy }) => ({
    id,
    text: content,
    createdAtMs: createdAt.getTime(),
    createdBy,
  }));
}

/** Number of notes of a person. */
export const noteCount = (prisma: Prisma, storeId: string, customerId: string): Promise<number> =>
  prisma.forStore(storeId).customerNote.count({ where: { customerId } });

/** Adds a note to a person, whose row is locked. */
export async function noteInsert(
  prisma: Prisma,
  storeId: string,
  note: { id: string; customerId: string; content: string; createdAt: Date; createdBy: string },
): Promise<void> {
  await prisma.forStore(storeId).customerNote.create({ data: { storeId, ...note } });
}

/** Removes a note of a person. @returns false when there is none */
export async function noteDelete(
  prisma: Prisma,
  storeId: string,
  where: { customerId: string; id: string },
): Promise<boolean> {
  return (await prisma.forStore(storeId).customerNote.deleteMany({ where })).count > 0;
}

/** Removes all notes of a person. */
export async function noteDeleteAll(prisma: Prisma, storeId: string, customerId: string): Promise<void> {
  await prisma.forStore(storeId).customerNote.deleteMany({ where: { customerId } });
}
