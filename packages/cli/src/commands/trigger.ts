import { SANDBOX_EVENTS, sandboxRoutes } from '@commerce/console-api/routes/sandbox.ts';
import { storeOf } from '../choices.ts';
import type { Cli } from '../cli.ts';
import { signedIn } from '../developer.ts';
import { print, table } from '../output.ts';
import { call } from '../platform.ts';
import { STORE } from './options.ts';

const id = (of: string) => ({ type: 'string', describe: `Id of the ${of}` }) as const;

/** Fields of a change; the platform says which of them an event takes. */
const FIELDS = {
  'order-id': id('order'),
  'product-id': id('product'),
  'variant-id': id('variant'),
  'shop-id': id('shop'),
  'customer-id': id('customer'),
  source: {
    choices: ['online', 'pos', 'phone', 'marketplace'],
    describe: 'Of a new order; default: online',
  },
  quantity: { type: 'number', describe: 'Units that are ordered' },
  'price-centavos': { type: 'number', describe: 'New price, in centavos' },
  'on-hand': { type: 'number', describe: 'New stock, in units' },
  name: { type: 'string', describe: 'Name of the customer' },
  email: { type: 'string', describe: 'Email address of the customer' },
  phone: { type: 'string', describe: 'Telephone of the customer' },
} as const;

/** `trigger`. */
export const triggerCommand = (cli: Cli): Cli =>
  cli.command(
    'trigger <event>',
    'Make a change in a test store as its merchant would, which sends the event',
    (args) =>
      args
        .positional('event', { choices: SANDBOX_EVENTS, demandOption: true })
        .option('store', STORE)
        .options(FIELDS)
        .epilog('What is not given is chosen at random.'),
    async ({ event, store, json, developer, ...given }) => {
      const { session, params } = signedIn(developer);
      const names = Object.keys(FIELDS).map((name) =>
        name.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      );
      const fields = Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
      const made = await call(session, sandboxRoutes.act, {
        params: { ...params, store: await storeOf(session, params, store) },
        body: { event, ...fields },
      });
      print(json, made, () => table(Object.entries(made).map(([name, value]) => [name, String(value)])));
    },
  );
