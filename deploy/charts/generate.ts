import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { formatted } from '../build/format.ts';
import { workspaceRoot } from '../build/workspace.ts';
import { processNames } from '../local/services.ts';
import { callGraph } from './call-graph.ts';
import { natsUsers, natsValues } from './nats-users.ts';
import { valuesTable } from './values-docs.ts';

const CHARTS = path.join(workspaceRoot, 'charts');
const STYLE = { lineWidth: 0, flowCollectionPadding: false };
const VALUES = path.join(CHARTS, 'commerce-platform/values.yaml');
const PLATFORM_SCHEMA = path.join(CHARTS, 'commerce-platform/values.schema.json');
const SERVICE_SCHEMA = path.join(CHARTS, 'service/values.schema.json');

const INTRODUCTIONS: Record<string, string> = {
  service: `# service

One process of the platform. \`charts/commerce-platform\` includes this chart once per process. A team can also use it to release
and scale its process independently, with the process disabled in the platform's chart (\`pricing.enabled=false\`; see
docs/operations.md for how to hand over a running process). \`processes\` contains the platform chart's values of each process:

    helm install pricing charts/service -f charts/service/processes/pricing.yaml \\
      --set global.platform=commerce,global.image.prefix=registry.example.com/commerce --set-string image.tag=…

\`processes/production\` contains the production profile of each process, with its global values.

Values (this page is generated from values.yaml by \`pnpm charts:generate\`):`,
  'commerce-platform': `# commerce-platform

The gateway, the seven services and, for a trial, PostgreSQL and NATS:

    helm install commerce charts/commerce-platform -f charts/commerce-platform/values-trial.yaml
    helm test commerce

For production, see values-production.yaml and docs/operations.md. [charts/service](../service/README.md) documents the values
of a process (\`catalog.…\`). Values (this page is generated from values.yaml by \`pnpm charts:generate\`):`,
};

/** Renders every generated file under charts, by path. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const values = await withCallGraph(await readFile(VALUES, 'utf8'));
  const files = new Map([
    [VALUES, values],
    [PLATFORM_SCHEMA, await withGlobals(PLATFORM_SCHEMA, SERVICE_SCHEMA)],
  ]);
  for (const [chart, introduction] of Object.entries(INTRODUCTIONS)) {
    const own = path.join(CHARTS, chart, 'values.yaml');
    const table = valuesTable(own === VALUES ? values : await readFile(own, 'utf8'));
    const file = path.join(CHARTS, chart, 'README.md');
    files.set(file, await formatted(file, `${introduction}\n\n${table}\n`));
  }
  files.set(path.join(CHARTS, 'commerce-platform/files/nats/users.conf'), await natsUsers());
  files.set(path.join(CHARTS, 'commerce-platform/values-nats.yaml'), await natsValues());
  const production = await readFile(path.join(CHARTS, 'commerce-platform/values-production.yaml'), 'utf8');
  for (const name of processNames) {
    files.set(path.join(CHARTS, `service/processes/${name}.yaml`), valuesAlone(values, name));
    files.set(path.join(CHARTS, `service/processes/production/${name}.yaml`), productionAlone(production, name));
  }
  return files;
}

/** A schema of values whose `global` is that of another chart. */
async function withGlobals(file: string, source: string): Promise<string> {
  const [schema, { definitions, properties }] = (await Promise.all(
    [file, source].map(async (each) => JSON.parse(await readFile(each, 'utf8')) as unknown),
  )) as [Schema, Schema];
  schema.definitions = { ...schema.definitions, process: definitions['process'] };
  schema.properties['global'] = properties['global'];
  return formatted(file, JSON.stringify(schema));
}

/** The parts of a JSON schema that charts share. */
interface Schema {
  definitions: Record<string, unknown>;
  properties: Record<string, object | undefined>;
}

/** The platform chart's values of a process, as values for an independent release of that process. */
function valuesAlone(platform: string, name: string): string {
  const document = parseDocument(platform);
  const { enabled: _enabled, ...own } = (document.toJS() as Record<string, Record<string, unknown>>)[name]!;
  return `# Generated from commerce-platform/values.yaml by \`pnpm charts:generate\`.\n${stringify({ name, ...own }, STYLE)}`;
}

/** The production profile of a process and its globals, for an independent release of that process. */
function productionAlone(profile: string, name: string): string {
  const { global, [name]: own } = parseDocument(profile, { merge: true }).toJS() as Record<string, object>;
  return `# Generated from commerce-platform/values-production.yaml by \`pnpm charts:generate\`.\n${stringify({ global, ...own }, STYLE)}`;
}

/** values.yaml with the callers and calls of every process, from the services' code. */
async function withCallGraph(text: string): Promise<string> {
  const document = parseDocument(text);
  for (const [name, { callers, calls }] of Object.entries(await callGraph())) {
    document.setIn([name, 'callers'], document.createNode(callers, { flow: true }));
    document.setIn([name, 'calls'], document.createNode(calls, { flow: true }));
  }
  return document.toString(STYLE);
}

if (import.meta.main)
  for (const [file, text] of await generatedFiles()) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
