import { setTimeout as sleep } from 'node:timers/promises';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { SEEDS, sandboxRoutes, type SandboxView } from '@commerce/console-api/routes/sandbox.ts';
import { storeOf } from '../choices.ts';
import type { Cli } from '../cli.ts';
import { signedIn, type Signed } from '../developer.ts';
import { CliError } from '../errors.ts';
import { print, table } from '../output.ts';
import { call } from '../platform.ts';

const POLL_MS = 1_000;

const seed = { choices: SEEDS, describe: 'Size of the sample data' } as const;

/** `stores list`, `create` and `reset`. */
export const storeCommands = (cli: Cli): Cli =>
  cli.command('stores', 'Your test stores', (stores) =>
    stores
      .command(
        'list',
        'List your test stores',
        (args) => args,
        async ({ json, developer }) => {
          const { session, params } = signedIn(developer);
          const { items } = await call(session, developerRoutes.listStores, { params });
          print(json, items, () => table(items.map(({ id, name, ownerEmail }) => [id, name, ownerEmail])));
        },
      )
      .command(
        'create <name>',
        'Create a test store, and wait for its sample data',
        (args) =>
          args
            .positional('name', { type: 'string', demandOption: true })
            .option('seed', { ...seed, default: 'none' as const }),
        async ({ name, seed: size, json, developer }) => {
          const { session, params } = signedIn(developer);
          const body = { name, seed: size };
          const store = await call(session, developerRoutes.createStore, { params, body });
          await seeded(session, { ...params, store: store.id });
          print(json, store, () => [`${store.id}  ${store.name}`]);
        },
      )
      .command(
        'reset [store]',
        'Remove all data of a test store, and make its sample data again',
        (args) =>
          args
            .positional('store', { type: 'string', describe: 'Id of the test store; default: your only one' })
            .option('seed', { ...seed, describe: `${seed.describe}; default: as before` }),
        async ({ store: wanted, seed: size, json, developer }) => {
          const { session, params } = signedIn(developer);
          const inStore = { ...params, store: await storeOf(session, params, wanted) };
          await call(session, sandboxRoutes.reset, { params: inStore, body: { seed: size } });
          const view = await seeded(session, inStore);
          print(json, { store: inStore.store, ...view }, () => [`${inStore.store}  ${view.seed}`]);
        },
      )
      .demandCommand(1, 'Say what to do with your test stores: list, create or reset.'),
  );

/** Waits until the sample data is made, and shows the progress to people. */
async function seeded(
  session: Signed['session'],
  params: { developer: string; store: string },
): Promise<SandboxView> {
  for (;;) {
    const view = await call(session, sandboxRoutes.get, { params });
    if (process.stderr.isTTY && view.total > 0)
      process.stderr.write(
        `\rSample data: ${view.done} of ${view.total}${view.done < view.total ? '' : '\n'}`,
      );
    if (view.state === 'failed') throw new CliError(`The sample data could not be made: ${view.failure}`);
    if (view.state === 'ready') return view;
    await sleep(POLL_MS);
  }
}
