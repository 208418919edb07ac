import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { CliError, EXIT } from './errors.ts';
import type { Signed } from './developer.ts';
import { table } from './output.ts';
import { call } from './platform.ts';

/** The given app, or the developer's only one. Throws `CliError`. */
export async function appOf(
  session: Signed['session'],
  params: Signed['params'],
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) return wanted;
  const { items } = await call(session, developerRoutes.listApps, { params, query: { limit: 200 } });
  return only(
    'app',
    items.map(({ id, fields }) => ({ id, name: fields!.name })),
  );
}

/** The given test store, or the developer's only one. Throws `CliError`. */
export async function storeOf(
  session: Signed['session'],
  params: Signed['params'],
  wanted: string | undefined,
): Promise<string> {
  if (wanted !== undefined) return wanted;
  return only('store', (await call(session, developerRoutes.listStores, { params })).items);
}

function only(name: string, items: { id: string; name: string }[]): string {
  if (items.length === 1) return items[0]!.id;
  const list = table(items.map((item) => [`  ${item.id}`, item.name])).join('\n');
  throw new CliError(
    items.length === 0 ? `You have no ${name} yet.` : `Choose one with --${name}:\n${list}`,
    EXIT.usage,
  );
}
