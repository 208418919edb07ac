#!/usr/bin/env node
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { explorerRoutes } from '@commerce/console-api/routes/explorer.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import manifest from '../package.json' with { type: 'json' };
import { signedIn } from './developer.ts';
import { CliError, EXIT } from './errors.ts';
import { login } from './login.ts';
import { print, table } from './output.ts';
import { call } from './platform.ts';
import { readSession, removeSession, saveSession } from './session-file.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const cli = yargs(hideBin(process.argv))
  .scriptName('mostrador')
  .usage('$0 <command>\n\nWork on your Mostrador apps from the command line.')
  .version(manifest.version)
  .option('json', { type: 'boolean', default: false, describe: 'Print JSON', global: true })
  .option('developer', { type: 'string', describe: 'Developer account, by name or id', global: true })
  .epilog('Exit codes: 0 done, 1 refused or not reachable, 2 invalid command line, 3 not signed in.')
  .command(
    'login',
    'Sign in with the portal in a browser',
    (args) =>
      args
        .option('url', {
          type: 'string',
          describe: 'Address of the platform',
          default: process.env['MOSTRADOR_URL'],
        })
        .option('browser', {
          type: 'boolean',
          default: true,
          describe: 'Open the browser; --no-browser prints the address only',
        })
        .demandOption('url', 'Give the address of the platform with --url, or in MOSTRADOR_URL.'),
    async ({ url, browser, json }) => {
      if (!URL.canParse(url)) throw new CliError(`${url} is not a URL.`, EXIT.usage);
      const session = await login(new URL(url).origin, browser);
      saveSession(session);
      const { email, developers, expiresAt } = session;
      print(json, { email, developers, expiresAt }, () => [
        `Signed in as ${email} until ${expiresAt.slice(0, 10)}: ${developers.map(({ name }) => name).join(', ')}`,
      ]);
    },
  )
  .command('logout', 'End the session', {}, async () => {
    const session = readSession();
    await call(session, sessionRoutes.signOut, {});
    removeSession();
  })
  .command(
    'apps',
    'List your apps',
    (args) => args,
    async ({ json, developer }) => {
      const session = signedIn(developer);
      const params = { developer: session.developer };
      const { items } = await call(session, developerRoutes.listApps, { params, query: { limit: 200 } });
      print(json, items, () => table(items.map(({ id, fields, status }) => [id, fields!.name, status])));
    },
  )
  .command('stores', 'Your test stores', (stores) =>
    stores
      .command(
        'list',
        'List your test stores',
        (args) => args,
        async ({ json, developer }) => {
          const session = signedIn(developer);
          const { items } = await call(session, developerRoutes.listStores, {
            params: { developer: session.developer },
          });
          print(json, items, () => table(items.map(({ id, name, ownerEmail }) => [id, name, ownerEmail])));
        },
      )
      .command(
        'create <name>',
        'Create a test store',
        (args) => args.positional('name', { type: 'string', demandOption: true }),
        async ({ name, json, developer }) => {
          const session = signedIn(developer);
          const params = { developer: session.developer };
          const store = await call(session, developerRoutes.createStore, { params, body: { name } });
          print(json, store, () => [`${store.id}  ${store.name}`]);
        },
      )
      .demandCommand(1, 'Say what to do with your test stores: list or create.'),
  )
  .command(
    'call <method> <path>',
    'Call the public API as an app that is installed on a test store',
    (args) =>
      args
        .positional('method', { choices: METHODS, demandOption: true })
        .positional('path', {
          type: 'string',
          demandOption: true,
          describe: 'With the query, e.g. "/products?limit=2"',
        })
        .option('app', { type: 'string', describe: 'Id of the app; default: your only one' })
        .option('store', { type: 'string', describe: 'Id of the test store; default: your only one' })
        .option('data', { alias: 'd', type: 'string', default: '', describe: 'JSON body' })
        .option('idempotency-key', { type: 'string', default: '', describe: 'Idempotency-Key header' }),
    async ({ method, path, app, store, data, idempotencyKey, json, developer }) => {
      const session = signedIn(developer);
      const params = { developer: session.developer };
      const { apps, stores } = await call(session, explorerRoutes.explorer, { params });
      const body = {
        app: only('app', apps, app),
        store: only('store', stores, store),
        method,
        path,
        body: data,
        idempotencyKey,
      };
      const answer = await call(session, explorerRoutes.explore, { params, body });
      print(json, { ...answer, body: parsed(answer.body) }, () => [pretty(answer.body)]);
      if (answer.status >= 400) throw new CliError(`The API responded with status ${answer.status}.`);
    },
  )
  .completion('completion', 'Print a script that completes commands in bash or zsh')
  .demandCommand(1, 'Give a command.')
  .strict()
  .wrap(100)
  .fail((message, error) => {
    throw error ?? new CliError(`${message}\nSee mostrador --help.`, EXIT.usage);
  });

/** The given id, or that of the only item. */
function only(name: string, items: { id: string; name: string }[], wanted: string | undefined): string {
  if (wanted !== undefined) return wanted;
  if (items.length === 1) return items[0]!.id;
  const list = table(items.map((item) => [`  ${item.id}`, item.name])).join('\n');
  throw new CliError(
    items.length === 0 ? `You have no ${name} yet.` : `Choose one with --${name}:\n${list}`,
    EXIT.usage,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const pretty = (text: string): string => {
  const value = parsed(text);
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
};

try {
  await cli.parseAsync();
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
