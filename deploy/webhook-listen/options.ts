import { parseArgs } from 'node:util';
import type { Behavior } from './receiver.ts';

export const usage = `npx pnpm webhook:listen [--port 4400] [--secret whsec_…] [--verbose] [--fail 500] [--hang] [--slow MS] [--fail-rate 0.3]

  --port N         port on 127.0.0.1 (4400); if it differs from that of the demo app's endpoint, the endpoint is moved
                   there until this process stops
  --secret TEXT    webhook secret, by default that of the first demo app
  --verbose        print the data of each event
  --fail STATUS    respond with this status
  --hang           never respond
  --slow MS        delay each response by this many milliseconds
  --fail-rate R    respond with 500 to this share of the deliveries, 0 to 1
  --data DIR       use the stack in DIR instead of .local`;

/** Options of the command line. */
export interface ListenOptions extends Omit<Behavior, 'secret'> {
  port: number;
  /** Webhook secret; undefined for the demo app's. */
  secret: string | undefined;
  dataDir: string;
  help: boolean;
}

/** Parses the command line. @throws Error worded for the user */
export function readOptions(args: string[]): ListenOptions {
  const { values } = parseArgs({
    // pnpm passes a lone -- through.
    args: args.filter((arg) => arg !== '--'),
    options: {
      port: { type: 'string', default: '4400' },
      secret: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      fail: { type: 'string' },
      hang: { type: 'boolean', default: false },
      slow: { type: 'string', default: '0' },
      'fail-rate': { type: 'string', default: '0' },
      data: { type: 'string', default: '.local' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { secret, verbose, hang, help, data } = values;
  return {
    port: numberIn('--port', values.port, 0, 65_535),
    fail: values.fail === undefined ? undefined : numberIn('--fail', values.fail, 200, 599),
    slowMs: numberIn('--slow', values.slow, 0, 600_000),
    failRate: numberIn('--fail-rate', values['fail-rate'], 0, 1, /^\d*\.?\d+$/),
    dataDir: data,
    secret,
    verbose,
    hang,
    help,
  };
}

function numberIn(name: string, text: string, min: number, max: number, shape = /^\d+$/): number {
  const value = Number(text);
  if (!shape.test(text) || value < min || value > max)
    throw new Error(`${name} ${text}: must be a number from ${min} to ${max}.`);
  return value;
}
