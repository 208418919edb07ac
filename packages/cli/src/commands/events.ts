import { DELIVERY_STATES, webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { appOf } from '../choices.ts';
import type { Cli } from '../cli.ts';
import { signedIn } from '../developer.ts';
import { CliError } from '../errors.ts';
import { print, table } from '../output.ts';
import { call } from '../platform.ts';
import { APP } from './options.ts';

/** `events list` and `events resend`. */
export const eventCommands = (cli: Cli): Cli =>
  cli.command('events', 'Events that were sent to the webhook of your app', (events) =>
    events
      .command(
        'list',
        'List the newest deliveries',
        (args) =>
          args
            .option('app', APP)
            .option('store', { type: 'string', describe: 'Only of this store' })
            .option('type', { type: 'string', describe: 'Only of this type, e.g. order.paid' })
            .option('state', { choices: DELIVERY_STATES, describe: 'Only in this state' })
            .option('limit', { type: 'number', default: 20, describe: '1 to 100' }),
        async ({ app, store, type, state, limit, json, developer }) => {
          const { session, params } = signedIn(developer);
          const { items } = await call(session, webhookRoutes.deliveries, {
            params: { ...params, app: await appOf(session, params, app) },
            query: { store, type, state, limit },
          });
          print(json, items, () =>
            table(items.map((one) => [one.createdAt, one.eventId, one.type, one.state, one.id])),
          );
        },
      )
      .command(
        'resend <id>',
        'Send an event again, by its id or the id of one of its deliveries',
        (args) => args.positional('id', { type: 'string', demandOption: true }).option('app', APP),
        async ({ id, app, json, developer }) => {
          const { session, params } = signedIn(developer);
          const ofApp = { ...params, app: await appOf(session, params, app) };
          let delivery: string | undefined = id;
          if (id.startsWith('evt_')) {
            const query = { event: id };
            delivery = (await call(session, webhookRoutes.deliveries, { params: ofApp, query })).items[0]?.id;
          }
          if (delivery === undefined)
            throw new CliError(
              `The event ${id} was not sent to the webhook of the app. To get it here, use mostrador listen --since.`,
            );
          const made = await call(session, webhookRoutes.replay, { params: { ...ofApp, delivery } });
          print(json, made, () => [made.deliveryId]);
        },
      )
      .demandCommand(1, 'Say what to do with the events: list or resend.'),
  );
