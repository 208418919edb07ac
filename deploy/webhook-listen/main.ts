import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { readOptions, usage, type ListenOptions } from './options.ts';
import { createReceiver } from './receiver.ts';

/** `pnpm webhook:listen`: a receiver for trying webhooks by hand, that of the first demo app unless told otherwise. */
function main(): void {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const secret = options.secret ?? demoSecret(options);
  const receiver = createReceiver({ ...options, secret }, (lines) => console.log(lines));
  receiver.on('error', fail);
  receiver.listen(options.port, '127.0.0.1', () => {
    const { port } = receiver.address() as AddressInfo;
    console.log(`Listening for webhooks at http://127.0.0.1:${port}/webhooks; Ctrl-C ends it.`);
  });
}

function demoSecret({ dataDir }: ListenOptions): string {
  const file = path.join(dataDir, 'demo.json');
  try {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as { apps?: { webhook_secret: string }[] };
    return demo.apps![0]!.webhook_secret;
  } catch {
    throw new Error(`There is no demo in ${file}: start the platform first, or give the secret by --secret.`);
  }
}

function fail(error: NodeJS.ErrnoException): void {
  const why =
    error.code === 'EADDRINUSE' ? 'Something listens there already: choose another --port.' : error.message;
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

try {
  main();
} catch (error) {
  fail(error as Error);
}
