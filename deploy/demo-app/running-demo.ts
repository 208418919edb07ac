import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isAlive } from '../local/pid-files.ts';

/** A problem with the command line or the platform, worded for the user. */
export class DemoError extends Error {}

/** The fields of `.local/demo.json` that the commands read. */
export interface Demo {
  /** Root of the public API. */
  base_url: string;
  /** Root of the OAuth endpoints. */
  auth_url: string;
  /** The page with the emails of the local platform. */
  mail_url: string;
  stores: { id: string; name: string; owner: { email: string; password: string } }[];
  apps: {
    client_id: string;
    client_secret: string;
    redirect_uri: string;
    webhook_url: string;
    webhook_secret: string;
  }[];
}

/** Reads the running platform's demo and the gRPC addresses of its services. Throws `DemoError` when it is not running. */
export async function runningDemo(
  dataDir: string,
): Promise<{ demo: Demo; addresses: Record<string, string> }> {
  const read = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(path.join(dataDir, name), 'utf8'));
    } catch {
      return undefined;
    }
  };
  const demo = read('demo.json') as Demo | undefined;
  const addresses = read('addresses.json') as Record<string, string> | undefined;
  const holder = read('lock.json') as { pid: number; startedAt: string } | undefined;
  if (demo === undefined || addresses === undefined || holder === undefined || !(await isAlive(holder)))
    throw new DemoError(`No platform is running on ${dataDir}: start it with "npx pnpm start".`);
  if (demo.stores === undefined)
    throw new DemoError(`The platform on ${dataDir} has no demo data: start it without --no-demo.`);
  return { demo, addresses };
}

/** Command line of a demo command. */
export interface DemoCommand {
  /** Index of the demo app or store: 0 or 1. */
  index: number;
  dataDir: string;
  help: boolean;
}

/** Reads `[1|2] [--data DIR] [--help]`. Throws `DemoError` for anything else. */
export function readDemoCommand(args: string[]): DemoCommand {
  try {
    const { values, positionals } = parseArgs({
      // pnpm passes a lone -- through.
      args: args.filter((arg) => arg !== '--'),
      options: {
        data: { type: 'string', default: '.local' },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    });
    const [number = '1', ...more] = positionals;
    if (!/^[12]$/.test(number) || more.length > 0)
      throw new DemoError(`${positionals.join(' ')} is invalid: use 1 or 2 (default 1).`);
    return { index: Number(number) - 1, dataDir: values.data, help: values.help };
  } catch (error) {
    if (error instanceof DemoError) throw error;
    throw new DemoError(`${(error as Error).message.split('. ', 1)[0]}: see --help.`);
  }
}

/** Runs a demo command: `--help` prints the usage, an error one line. */
export async function runDemoCommand(
  usage: string,
  run: (command: DemoCommand) => Promise<void>,
): Promise<void> {
  try {
    const command = readDemoCommand(process.argv.slice(2));
    if (command.help) process.stdout.write(`${usage}\n`);
    else await run(command);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
