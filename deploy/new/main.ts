import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace.ts';
import { runTool } from '../build/run-tool.ts';
import { addEndpoint } from './endpoint.ts';
import { addEvent } from './event.ts';
import { ScaffoldError, Source } from './source.ts';

const usage = `npx pnpm new endpoint METHOD PATH --service SERVICE --rpc NAME --scope SCOPE
npx pnpm new event SERVICE TYPE

Writes the skeleton of an endpoint of the public API, or of an event, which compiles, and a test that fails with what is to be filled in.

  npx pnpm new endpoint GET /price-lists/:id --service pricing --rpc GetPriceList --scope read_prices
  npx pnpm new event inventory stock.counted

  --service  a service, or service/file where a service has several gRPC services, e.g. auth/apps`;

/** Adds what the command line names to a checkout. @returns the files that changed */
export function scaffold(args: string[], root: string): string[] {
  const { values, positionals } = parseArgs({
    // pnpm passes a lone -- through.
    args: args.filter((arg) => arg !== '--'),
    options: { service: { type: 'string' }, rpc: { type: 'string' }, scope: { type: 'string' } },
    allowPositionals: true,
  });
  const source = new Source(root);
  const [kind, first, second, ...more] = positionals;
  const { service, rpc, scope } = values;
  if (first === undefined || second === undefined || more.length > 0) throw new ScaffoldError(usage);
  if (kind === 'event') addEvent(source, first, second);
  else if (kind !== 'endpoint' || service === undefined || rpc === undefined || scope === undefined)
    throw new ScaffoldError(usage);
  else addEndpoint(source, { method: first, path: second, service, rpc, scope });
  return source.write();
}

if (import.meta.main) {
  try {
    const files = scaffold(process.argv.slice(2), workspaceRoot);
    await runTool(
      'oxfmt',
      files.filter((file) => file.endsWith('.ts')),
    );
    process.stdout.write(`${files.map((file) => `  ${file}\n`).join('')}Run pnpm lint, then the new test.\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
