import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { Cli } from '../cli.ts';
import { signedIn } from '../developer.ts';
import { print, table } from '../output.ts';
import { call } from '../platform.ts';

/** `apps`. */
export const appCommands = (cli: Cli): Cli =>
  cli.command(
    'apps',
    'List your apps',
    (args) => args,
    async ({ json, developer }) => {
      const { session, params } = signedIn(developer);
      const { items } = await call(session, developerRoutes.listApps, { params, query: { limit: 200 } });
      print(json, items, () => table(items.map(({ id, fields, status }) => [id, fields!.name, status])));
    },
  );
