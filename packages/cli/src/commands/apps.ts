import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { Cli } from '../cli.ts';
import { signedIn } from '../developer.ts';
import { print, table } from '../output.ts';
import { call } from '../platform.ts';

/** `apps list` and `apps create`. */
export const appCommands = (cli: Cli): Cli =>
  cli.command('apps', 'Your apps', (apps) =>
    apps
      .command(
        ['list', '$0'],
        'List your apps',
        (args) => args,
        async ({ json, developer }) => {
          const { session, params } = signedIn(developer);
          const query = { limit: 200 };
          const { items } = await call(session, developerRoutes.listApps, { params, query });
          print(json, items, () => table(items.map(({ id, fields, status }) => [id, fields!.name, status])));
        },
      )
      .command(
        'create <name>',
        'Create an app with a client secret, which is shown only once',
        (args) =>
          args
            .positional('name', { type: 'string', demandOption: true })
            .option('redirect-uri', {
              type: 'string',
              array: true,
              requiresArg: true,
              demandOption: true,
              describe: 'Where merchants return to, e.g. http://127.0.0.1:4500/callback',
            })
            .option('scopes', {
              type: 'string',
              demandOption: true,
              describe: 'Separated by commas, e.g. read_products,read_orders',
            }),
        (args) => create(args),
      ),
  );

interface CreateArguments {
  name: string;
  redirectUri: string[];
  scopes: string;
  json: boolean;
  developer: string | undefined;
}

async function create({ name, redirectUri, scopes, json, developer }: CreateArguments): Promise<void> {
  const { session, params } = signedIn(developer);
  const body = {
    name,
    redirectUris: redirectUri,
    scopes: scopes.split(',').map((scope) => scope.trim()),
    description: '',
    logoUrl: '',
    supportUrl: '',
    supportEmail: '',
  };
  const { id: app } = await call(session, developerRoutes.createApp, { params, body });
  const { value } = await call(session, developerRoutes.createSecret, {
    params: { ...params, app },
    body: { othersForS: 0 },
  });
  print(json, { clientId: app, clientSecret: value }, () =>
    table([
      ['Client id', app],
      ['Client secret', value],
    ]),
  );
}
