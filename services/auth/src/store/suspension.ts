import type { SuspensionColumns } from '../domain/suspension.ts';
import type { Prisma } from './prisma.ts';

/** Models that can be suspended. */
export type Suspendable = 'app' | 'developer';

/** The calls that the models have in common. */
interface SuspendableModel {
  updateMany(args: {
    where: { id: string; suspendedAt: null | { not: null } };
    data: SuspensionColumns;
  }): PromiseLike<{ count: number }>;
  count(args: { where: { id: string } }): PromiseLike<number>;
}

/**
 * Suspends or restores an app or a developer. One that is suspended already keeps its first time and reason.
 * @returns true when that changed anything; undefined when the id is unknown
 */
export async function suspensionSet(
  prisma: Prisma,
  kind: Suspendable,
  id: string,
  data: SuspensionColumns,
): Promise<boolean | undefined> {
  const model: SuspendableModel = prisma.acrossStores[kind];
  const where = { id, suspendedAt: data.suspendedAt === null ? { not: null } : null };
  if ((await model.updateMany({ where, data })).count > 0) return true;
  return (await model.count({ where: { id } })) > 0 ? false : undefined;
}
