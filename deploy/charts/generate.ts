import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { parseDocument } from 'yaml';
import { workspaceRoot } from '../build/workspace.ts';
import { callGraph } from './call-graph.ts';
import { valuesTable } from './values-docs.ts';

const CHARTS = path.join(workspaceRoot, 'charts');
const VALUES = path.join(CHARTS, 'commerce-platform/values.yaml');

const INTRODUCTIONS: Record<string, string> = {
  service: `# service

One process of the platform, whichever it is. \`charts/commerce-platform\` takes this chart once per process; a team releases
and scales its process by it alone, beside a platform whose chart was told to leave it out (\`pricing.enabled=false\`):

    helm install pricing charts/service --set name=pricing,global.platform=commerce,image.tag=… -f pricing.yaml

Values (this page is made from values.yaml by \`pnpm charts:generate\`):`,
  'commerce-platform': `# commerce-platform

The gateway, the seven services and, for a trial, PostgreSQL and NATS:

    helm install commerce charts/commerce-platform
    helm test commerce

For production see values-production.yaml and docs/operations.md. What can be set of a process (\`catalog.…\`) is told with
[charts/service](../service/README.md). Values (this page is made from values.yaml by \`pnpm charts:generate\`):`,
};

/** Every generated file under charts, by path, as the code would have it. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const values = await withCallGraph(await readFile(VALUES, 'utf8'));
  const files = new Map([[VALUES, values]]);
  for (const [chart, introduction] of Object.entries(INTRODUCTIONS)) {
    const own = path.join(CHARTS, chart, 'values.yaml');
    const table = valuesTable(own === VALUES ? values : await readFile(own, 'utf8'));
    const file = path.join(CHARTS, chart, 'README.md');
    const options = { ...(await resolveConfig(file)), parser: 'markdown' };
    files.set(file, await format(`${introduction}\n\n${table}\n`, options));
  }
  return files;
}

/** values.yaml with the callers and calls of every process as the services' code has them. */
async function withCallGraph(text: string): Promise<string> {
  const document = parseDocument(text);
  for (const [name, { callers, calls }] of Object.entries(await callGraph())) {
    document.setIn([name, 'callers'], document.createNode(callers, { flow: true }));
    document.setIn([name, 'calls'], document.createNode(calls, { flow: true }));
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

if (import.meta.main) for (const [file, text] of await generatedFiles()) await writeFile(file, text);
