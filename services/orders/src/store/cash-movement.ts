import { enumName, enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { CashMovement } from '@commerce/proto/commerce/orders/v1/registers.ts';
import { CashMovementKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Prisma } from './prisma.ts';

/** Inserts a movement of a session. */
export async function cashMovementInsert(
  prisma: Prisma,
  storeId: string,
  sessionId: string,
  { kind, amountCentavos, reason, by, atMs }: CashMovement,
): Promise<void> {
  await prisma.forStore(storeId).cashMovement.create({
    data: {
      storeId,
      sessionId,
      at: new Date(atMs),
      kind: enumName(CashMovementKind, kind),
      amountCentavos,
      reason,
      madeBy: by,
    },
  });
}

/** Counts the movements of a session. */
export const cashMovementCount = (prisma: Prisma, storeId: string, sessionId: string): Promise<number> =>
  prisma.forStore(storeId).cashMovement.count({ where: { sessionId } });

/** Lists the movements of a session, oldest first. */
export async function cashMovementList(
  prisma: Prisma,
  storeId: string,
  sessionId: string,
): Promise<CashMovement[]> {
  const rows = await prisma
    .forStore(storeId)
    .cashMovement.findMany({ where: { sessionId }, orderBy: { at: 'asc' } });
  return rows.map(({ kind, amountCentavos, reason, madeBy, at }) => ({
    kind: enumValue(CashMovementKind, kind as EnumName<typeof CashMovementKind>),
    amountCentavos: Number(amountCentavos),
    reason,
    by: madeBy,
    atMs: at.getTime(),
  }));
}
