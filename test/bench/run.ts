import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeScalePage } from '@commerce/deploy/build/scale-model.ts';
import { startStack } from '@commerce/deploy/local/stack.ts';
import { openBench } from './bench.ts';
import type { Case } from './case.ts';
import { cases } from './cases.ts';
import { changeServer } from '../support/change-server.ts';
import { untilIdle } from './platform.ts';
import { record, writeReport } from './report.ts';

const HELP = `pnpm bench [--only NAMES] [--products N] [--profile] [--list]

Measures a large store on this machine, in comparison with a bare process that gives the same responses. Each row is
printed when it is measured and kept in docs/performance.json; a row that fails does not affect the others.

  --only NAMES   only the rows with these names or first words of names, such as list,webhooks-20
  --products N   size of the store, 100000 by default; its data is kept in .cache/bench-N for the next run
  --profile      also prints the CPU by process and function
  --list         prints the names of the rows
`;

const DEFAULT_PRODUCTS = 100_000;

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: String(DEFAULT_PRODUCTS) },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** True for `list-32` and `list`. */
const isNamed = (name: string, prefix: string): boolean => name === prefix || name.startsWith(`${prefix}-`);

/** The cases that `--only` selects. @throws when a name selects none */
function selected(only: string): Case[] {
  if (only === '') return cases;
  const prefixes = only.split(',');
  const unknown = prefixes.find((prefix) => !cases.some(({ name }) => isNamed(name, prefix)));
  if (unknown !== undefined) throw new Error(`--only: no row is called ${unknown}. --list prints the names.`);
  return cases.filter(({ name }) => prefixes.some((prefix) => isNamed(name, prefix)));
}

async function run(): Promise<void> {
  const products = Number(values.products);
  if (!Number.isInteger(products) || products < 1) throw new Error('--products must be a whole number.');
  const chosen = selected(values.only);
  const dataDir = path.resolve('.cache', `bench-${products}`);
  const start = () =>
    startStack({
      dataDir,
      ports: 'random',
      demo: true,
      products,
      env: { ...process.env, RATE_LIMIT_MULTIPLIER: '100000' },
    });
  // The first start of an installation makes keys and handles the events of the demo data, which takes memory.
  if (!existsSync(path.join(dataDir, 'demo.json'))) await (await start()).stop();
  const stack = await start();
  // A run that was interrupted may have left it off.
  await changeServer(stack.adminDatabaseUrl, 'autovacuum = default');
  const bench = await openBench(stack, products, values.profile);
  try {
    for (const one of chosen) {
      try {
        await untilIdle(stack);
        await record(one, { ...one.given, ...(await one.measure(bench)) }, products);
      } catch (error) {
        process.exitCode = 1;
        process.stdout.write(`${one.name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      }
    }
    await writeReport(cases, DEFAULT_PRODUCTS);
    await writeScalePage();
  } finally {
    await bench.close();
    await stack.stop();
  }
}

if (values.help) process.stdout.write(HELP);
else if (values.list) process.stdout.write(`${cases.map(({ name }) => name).join('\n')}\n`);
else await run();
