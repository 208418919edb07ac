import { randomUUID } from 'node:crypto';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { appOf, storeOf } from '../choices.ts';
import type { Cli } from '../cli.ts';
import { signedIn } from '../developer.ts';
import { CliError } from '../errors.ts';
import { print } from '../output.ts';
import { call } from '../platform.ts';
import { APP, STORE } from './options.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** `call`. */
export const callCommand = (cli: Cli): Cli =>
  cli.command(
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
        .options({ app: APP, store: STORE })
        .option('data', { alias: 'd', type: 'string', default: '', describe: 'JSON body' })
        .option('idempotency-key', {
          type: 'string',
          describe: 'Idempotency-Key header; default: a new one for POST, PUT and PATCH',
        }),
    async ({ method, path, data, idempotencyKey, json, developer, ...wanted }) => {
      const { session, params } = signedIn(developer);
      const app = await appOf(session, params, wanted.app);
      const store = await storeOf(session, params, wanted.store);
      const key = idempotencyKey ?? (['GET', 'DELETE'].includes(method) ? '' : randomUUID());
      const body = { app, store, method, path, body: data, idempotencyKey: key };
      const answer = await call(session, webhookRoutes.explore, { params, body });
      print(json, { ...answer, body: parsed(answer.body) }, () => [pretty(answer.body)]);
      if (answer.status >= 400) throw new CliError(`The API responded with status ${answer.status}.`);
    },
  );

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
