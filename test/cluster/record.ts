import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable, replaceMarked } from '@commerce/deploy/build/marked-tables.ts';
import { must } from './kubernetes.ts';

const DOCUMENT = 'docs/operations.md';

/** A line of the report. */
export interface Line {
  step: string;
  line: string;
}

interface Cluster {
  items: {
    status: { capacity: { cpu: string }; nodeInfo: { kubeletVersion: string; architecture: string } };
  }[];
}

/** Writes the report of a run of all steps, which took some minutes, into docs/operations.md. */
export function record(report: readonly Line[], minutes: number): void {
  const { items: nodes } = JSON.parse(must('kubectl', ['get', 'nodes', '--output', 'json'])) as Cluster;
  const { capacity, nodeInfo } = nodes[0]!.status;
  const cores = `${capacity.cpu} cores (${nodeInfo.architecture})`;
  const day = new Date().toISOString().slice(0, 10);
  const size = nodes.length === 1 ? `one node of ${cores}` : `${nodes.length} nodes, the first of ${cores}`;
  const content = [
    `All steps of one run of ${day}, in ${minutes} min, on ${size} with Kubernetes ${nodeInfo.kubeletVersion}:`,
    markdownTable(
      ['Step', 'Result'],
      report.map(({ step, line }) => [step, line]),
    ),
  ].join('\n\n');
  writeFileSync(DOCUMENT, replaceMarked(readFileSync(DOCUMENT, 'utf8'), 'cluster: results', content));
  execFileSync('node_modules/.bin/oxfmt', [DOCUMENT]);
}
