import { SecretUseKind } from '@commerce/proto/commerce/webhooks/v1/values.ts';
import type { SecretUse } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { enumValue, type EnumName } from '@commerce/proto/enum.ts';
import type { SecretUse as SecretUseRow } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';

/** A use of a secret by a person, to be recorded. */
export interface NewSecretUse extends Omit<SecretUseRow, 'id'> {
  kind: EnumName<typeof SecretUseKind>;
}

/** Records that a person saw or rotated the secret of an app's endpoint. */
export async function secretUseInsert(prisma: Prisma, use: NewSecretUse): Promise<void> {
  await prisma.acrossStores.secretUse.create({ data: use });
}

/** The last uses of an app's secret, newest first. */
export async function secretUseList(prisma: Prisma, appId: string, limit: number): Promise<SecretUse[]> {
  const rows = await prisma.acrossStores.secretUse.findMany({
    where: { appId },
    orderBy: [{ usedAt: 'desc' }, { id: 'asc' }],
    take: limit,
  });
  return rows.map(({ usedAt, kind, personId }) => ({
    usedAtMs: usedAt.getTime(),
    kind: enumValue(SecretUseKind, kind as EnumName<typeof SecretUseKind>),
    personId,
  }));
}
