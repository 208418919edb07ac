import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable, replaceMarked } from '@commerce/deploy/build/marked-tables.ts';
import { must } from './kubernetes.ts';
import { stepNames } from './steps.ts';

const DOCUMENT = 'docs/operations.md';
const HEAD = ['Step', 'Result', 'Day'];

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

/** Writes the report of steps that have passed into docs/operations.md; the results of other steps stay there. */
export function record(report: readonly Line[]): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const recorded = new Set(report.map(({ step }) => step));
  const day = new Date().toISOString().slice(0, 10);
  const rows = [
    ...rowsIn(document).filter(([step]) => !recorded.has(step!)),
    ...report.map(({ step, line }) => [step, line, day]),
  ].toSorted(([a], [b]) => stepNames.indexOf(a!) - stepNames.indexOf(b!));
  const content = `On ${clusterSize()}:\n\n${markdownTable(HEAD, rows)}`;
  writeFileSync(DOCUMENT, replaceMarked(document, 'cluster: results', content));
  execFileSync('node_modules/.bin/oxfmt', [DOCUMENT]);
}

/** The cells of the recorded table. */
function rowsIn(document: string): string[][] {
  const table = document.split('<!-- cluster: results -->')[1]!.split('<!-- /cluster: results -->')[0]!;
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.filter(([step]) => stepNames.includes(step!));
}

function clusterSize(): string {
  const { items: nodes } = JSON.parse(must('kubectl', ['get', 'nodes', '--output', 'json'])) as Cluster;
  const { capacity, nodeInfo } = nodes[0]!.status;
  const node = `${capacity.cpu} cores (${nodeInfo.architecture}, Kubernetes ${nodeInfo.kubeletVersion})`;
  return nodes.length === 1 ? `one node of ${node}` : `${nodes.length} nodes, the first of ${node}`;
}
