import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { Cli } from '../cli.ts';
import { signedIn, type Signed } from '../developer.ts';
import { CliError } from '../errors.ts';
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
        'Create an app with a client secret, which is shown only once; only owners of the developer account get the secret',
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
    installUrl: '',
  };
  const { id: app } = await call(session, developerRoutes.createApp, { params, body });
  // From here on the app exists, whatever the next request returns.
  process.stderr.write(`Created the app ${app}.\n`);
  const secret = await createSecret({ session, params }, app);
  const isCreated = typeof secret === 'string';
  print(json, { clientId: app, clientSecret: isCreated ? secret : null }, () =>
    table([['Client id', app], ...(isCreated ? [['Client secret', secret]] : [])]),
  );
  if (!isCreated) throw secret;
}

/** Creates a client secret, which only owners may. @returns the secret, or why there is none and how to go on */
async function createSecret({ session, params }: Signed, app: string): Promise<string | CliError> {
  try {
    const input = { params: { ...params, app }, body: { othersForS: 0 } };
    return (await call(session, developerRoutes.createSecret, input)).value;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const page = `${session.url}/developers/${params.developer}/apps/${app}`;
    const message = [
      'The app was created, but its client secret was not received:',
      error.message,
      `Do not create the app again: an owner of the developer account can create a secret at ${page}`,
    ].join('\n');
    return new CliError(message, error.exitCode, { cause: error });
  }
}
