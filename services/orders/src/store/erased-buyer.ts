import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import type { Prisma } from './prisma.ts';

/** Records that a customer was erased; once committed, no order can be created for them. */
export async function erasedBuyerInsert(
  tx: Queryable,
  { prisma, stamp }: { prisma: Prisma; stamp: Stamp },
  storeId: string,
  customerId: string,
): Promise<void> {
  const { erasedBuyer } = prisma.forStore(storeId);
  if ((await erasedBuyer.count({ where: { customerId } })) > 0) return;
  const data = { storeId, customerId, erasedAt: await stamp(tx, storeId) };
  await erasedBuyer.createMany({ data, skipDuplicates: true });
}
