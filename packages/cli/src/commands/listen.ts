import { setTimeout as sleep } from 'node:timers/promises';
import { feedRoutes } from '@commerce/console-api/routes/feed.ts';
import { appOf, storeOf } from '../choices.ts';
import type { Cli } from '../cli.ts';
import { signedIn } from '../developer.ts';
import { CliError, EXIT } from '../errors.ts';
import { forward, type ForwardedEvent } from '../forward.ts';
import { call, untilReached } from '../platform.ts';
import { APP, STORE } from './options.ts';

/** Pause after an empty response, in ms; the platform waits much longer before it sends one. */
const PAUSE_MS = 200;

/** `listen`. */
export const listenCommand = (cli: Cli): Cli =>
  cli.command(
    'listen',
    'Print the events of a test store, and forward them to an address on this computer',
    (args) =>
      args
        .option('forward-to', { type: 'string', describe: 'URL, e.g. http://localhost:3000/webhooks' })
        .option('events', { type: 'string', describe: 'Only these types, separated by commas' })
        .option('since', { type: 'string', describe: 'Begin in the past: 10m, 2h, 3d or a time (ISO 8601)' })
        .option('print-secret', {
          type: 'boolean',
          default: false,
          describe: 'Print the signing secret only',
        })
        .options({ app: APP, store: STORE }),
    async ({ forwardTo, events, since, printSecret, json, developer, ...wanted }) => {
      const { session, params } = signedIn(developer);
      const secret = session.webhookSecret;
      if (printSecret) return void process.stdout.write(`${secret}\n`);
      if (forwardTo !== undefined && !/^https?:/.test(URL.parse(forwardTo)?.protocol ?? ''))
        throw new CliError(`--forward-to: ${forwardTo} is not an http or https URL.`, EXIT.usage);
      const types = events?.split(',').map((type) => type.trim());
      const app = await appOf(session, params, wanted.app);
      const store = await storeOf(session, params, wanted.store);
      const start = new Date(startOf(since)).toISOString();
      process.stderr.write(`Listening to ${app} on ${store}. Signing secret: ${secret}. Ctrl+C ends.\n`);
      for (let cursor: string | undefined; ;) {
        const query = { store, since: start, cursor };
        const page = await untilReached(() =>
          call(session, feedRoutes.follow, { params: { ...params, app }, query }),
        );
        cursor = page.cursor ?? undefined;
        for (const body of page.bodies) {
          const event = JSON.parse(body) as ForwardedEvent;
          if (types !== undefined && !types.includes(event.type)) continue;
          const answer =
            forwardTo === undefined ? undefined : await forward(forwardTo, { event, body, secret });
          process.stdout.write(
            json ? `${JSON.stringify({ event, answer })}\n` : `${lineOf(event, answer)}\n`,
          );
        }
        if (page.bodies.length === 0) await sleep(PAUSE_MS);
      }
    },
  );

const lineOf = ({ created_at, type, id }: ForwardedEvent, answer: string | undefined): string =>
  [created_at, type, id, ...(answer === undefined ? [] : [`→ ${answer}`])].join('  ');

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The start in ms. */
function startOf(since: string | undefined): number {
  if (since === undefined) return Date.now();
  const [, count, unit] = /^(\d+)([mhd])$/.exec(since) ?? [];
  const start = count === undefined ? Date.parse(since) : Date.now() - Number(count) * UNITS_MS[unit as 'm'];
  if (Number.isNaN(start) || start < 0)
    throw new CliError(`--since: ${since} is not a time, such as 10m or 2026-11-24T08:00:00Z.`, EXIT.usage);
  return start;
}
