import { setTimeout as sleep } from 'node:timers/promises';
import { requestRoutes, type RequestFailure } from '@commerce/console-api/routes/requests.ts';
import { appOf } from '../choices.ts';
import type { Cli } from '../cli.ts';
import { signedIn } from '../developer.ts';
import { call, untilReached } from '../platform.ts';
import { APP } from './options.ts';

const POLL_MS = 2_000;

/** `logs tail`. */
export const logCommands = (cli: Cli): Cli =>
  cli.command('logs', 'API requests of your app that failed', (logs) =>
    logs
      .command(
        'tail',
        'Print the requests that fail from now on',
        (args) =>
          args
            .option('app', APP)
            .option('store', { type: 'string', describe: 'Only on this store' })
            .option('status', { type: 'number', describe: 'Only with this HTTP status' })
            .option('code', { type: 'string', describe: 'Only with this error code' }),
        async ({ app: wanted, store, status, code, json, developer }) => {
          const { session, params } = signedIn(developer);
          const ofApp = { ...params, app: await appOf(session, params, wanted) };
          const newest = await call(session, requestRoutes.list, { params: ofApp, query: { limit: 1 } });
          let after = Number(newest.items[0]?.id ?? 0);
          process.stderr.write('Waiting for failed requests. Ctrl+C ends.\n');
          for (;;) {
            const query = { after, store, status, code, limit: 100 };
            const { items } = await untilReached(() =>
              call(session, requestRoutes.list, { params: ofApp, query }),
            );
            for (const item of items) process.stdout.write(`${json ? JSON.stringify(item) : lineOf(item)}\n`);
            after = Number(items.at(-1)?.id ?? after);
            if (items.length < query.limit) await sleep(POLL_MS);
          }
        },
      )
      .demandCommand(1, 'Say what to do with the log: tail.'),
  );

const lineOf = ({
  at,
  status,
  route,
  code,
  reason,
  field,
  storeId,
  durationMs,
  requestId,
}: RequestFailure): string =>
  [at, status, route, [code, reason, field].filter(Boolean).join(' '), storeId, `${durationMs} ms`, requestId]
    .filter((part) => part !== '')
    .join('  ');
