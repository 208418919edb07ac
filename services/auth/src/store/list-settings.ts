import type { ListSettings } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Prisma } from './prisma.ts';

/** A list of a store, as a member sees it. */
export interface ListKey {
  personId: string;
  list: string;
}

/** The settings of a list; undefined when the member has none. */
export async function listSettingsFind(
  prisma: Prisma,
  storeId: string,
  key: ListKey,
): Promise<ListSettings | undefined> {
  const row = await prisma.forStore(storeId).listSettings.findFirst({ where: { ...key } });
  return row === null
    ? undefined
    : { hiddenColumns: row.hiddenColumns, views: row.views as unknown as ListSettings['views'] };
}

/** Replaces the settings of a list. */
export async function listSettingsPut(
  prisma: Prisma,
  storeId: string,
  key: ListKey,
  { hiddenColumns, views }: ListSettings,
): Promise<void> {
  const data = { hiddenColumns, views: views.map(({ name, query }) => ({ name, query })) };
  await prisma.forStore(storeId).listSettings.upsert({
    where: { personId_storeId_list: { ...key, storeId } },
    create: { ...key, storeId, ...data },
    update: data,
  });
}
