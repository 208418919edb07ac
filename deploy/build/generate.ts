import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BuildError, mustRunTool } from './run-tool.ts';
import { inputsHash, installedVersion, isUpToDate, stamp } from './stamp.ts';
import { tool, workspaceRoot } from './workspace.ts';

/** One kind of generated code: inputs, tools and output. */
interface Step {
  name: string;
  inputs: string[];
  tools: string[];
  output: string;
  run(): Promise<unknown>;
}

function protoStep(): Step[] {
  const proto = path.join(workspaceRoot, 'proto');
  if (!existsSync(path.join(proto, 'buf.gen.yaml'))) return [];
  const inputs = readdirSync(proto, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!node_modules|gen\/).*\.proto$|^buf\..*$/.test(file))
    .map((file) => path.join(proto, file));
  // buf finds its local plugins on PATH.
  const env = { PATH: `${path.dirname(tool('buf'))}${path.delimiter}${process.env['PATH'] ?? ''}` };
  return [
    {
      name: 'proto',
      inputs,
      tools: ['@bufbuild/buf', 'ts-proto'],
      output: path.join(proto, 'gen'),
      run: () => mustRunTool('buf', ['generate'], { cwd: proto, env }),
    },
  ];
}

function prismaStep(service: string): Step[] {
  const packageDir = path.join(workspaceRoot, 'services', service);
  const schema = path.join(packageDir, 'prisma/schema.prisma');
  if (!existsSync(schema)) return [];
  const output = /^\s*output\s*=\s*"([^"]+)"/m.exec(readFileSync(schema, 'utf8'))?.[1];
  if (output === undefined) throw new BuildError(`${schema}: the generator names no output folder.`);
  const config = path.join(packageDir, 'prisma.config.ts');
  return [
    {
      name: `prisma-${service}`,
      inputs: existsSync(config) ? [schema, config] : [schema],
      tools: ['prisma'],
      output: path.resolve(path.dirname(schema), output),
      run: () =>
        mustRunTool('prisma', ['generate', '--schema', 'prisma/schema.prisma', '--no-hints'], {
          cwd: packageDir,
          // Generating needs no schema engine, but Prisma would download it; any existing file prevents that.
          env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
        }),
    },
  ];
}

/** The SDK's types and calls, from the public API's OpenAPI document. */
function sdkStep(): Step {
  const sdk = path.join(workspaceRoot, 'packages/sdk');
  const inputs = globSync(
    '{proto/commerce,packages/{public-api,http-contract,texts}/src}/**/*.{proto,ts,json}',
    {
      cwd: workspaceRoot,
    },
  );
  return {
    name: 'sdk',
    inputs: ['packages/sdk/generate.ts', 'packages/sdk/package.json', 'pnpm-lock.yaml', ...inputs].map(
      (file) => path.join(workspaceRoot, file),
    ),
    tools: [],
    output: path.join(sdk, 'src/generated'),
    run: () => mustRunTool('node', ['generate.ts'], { cwd: sdk }),
  };
}

async function runUnlessUpToDate(step: Step): Promise<void> {
  const versions = await Promise.all(step.tools.map(installedVersion));
  const hash = await inputsHash(step.inputs, versions);
  if (existsSync(step.output) && (await isUpToDate(step.name, hash))) return;
  await step.run();
  await stamp(step.name, hash);
  console.log(`generated ${path.relative(workspaceRoot, step.output)}`);
}

/**
 * Brings all generated code up to date: TypeScript from proto/, a Prisma client for each service that has a schema, and the
 * SDK's client from the OpenAPI document.
 * Steps with unchanged inputs and tools are skipped. Throws `BuildError` with the tool's output.
 */
export async function generate(): Promise<void> {
  const services = path.join(workspaceRoot, 'services');
  const queue = [...protoStep(), ...readdirSync(services).flatMap(prismaStep)];
  const worker = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) await runUnlessUpToDate(step);
  };
  // Two at a time: each tool uses a whole core.
  await Promise.all([worker(), worker()]);
  // It imports code that the other steps generate.
  await runUnlessUpToDate(sdkStep());
}

if (import.meta.main) {
  try {
    await generate();
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
