import path from 'node:path';
import { parseArgs } from 'node:util';
import { StackError } from './stack-error.ts';

/** Options of the command line. */
export type CommandLine = ReturnType<typeof readCommandLine>;

export const usage = `npx pnpm start [--fresh] [--products N] [--no-demo] [--data DIR]

  --fresh        start over: remove all data of earlier runs
  --products N   number of products of the larger demo store (2000); applies when the demo data is loaded
  --no-demo      do not load demo data
  --data DIR     keep the data in DIR instead of .local, for example to run a second stack

Environment: PORT (4000) and <SERVICE>_PORT, <SERVICE>_ADMIN_PORT, GATEWAY_ADMIN_PORT, POSTGRES_PORT, NATS_PORT,
MAIL_SMTP_PORT, MAIL_PAGE_PORT;
DATABASE_URL to use your own PostgreSQL (a user who can create databases and roles), NATS_URL for your own NATS with
JetStream; PUBLIC_URL if the gateway has another public address; LOG_LEVEL, OTEL_*, TRACE_SAMPLE_RATIO, RATE_LIMIT_MULTIPLIER.`;

/** Parses the command line. Throws `StackError` for unknown arguments. */
export function readCommandLine(args: string[]) {
  const options = {
    fresh: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: true },
    products: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    // pnpm passes a lone -- through.
    const { values } = parseArgs({ args: args.filter((arg) => arg !== '--'), options, allowNegative: true });
    const { fresh, demo, help, data } = values;
    return { fresh, demo, help, dataDir: data && path.resolve(data), products: readCount(values.products) };
  } catch (error) {
    if (error instanceof StackError) throw error;
    throw new StackError(`${(error as Error).message.split('. ', 1)[0]}: see --help.`);
  }
}

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new StackError(`--products ${text} is invalid: use a number of products from 1 to 9999999.`);
  return Number(text);
}
