import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { BulkFinding } from './bulk.ts';
import type { Measured } from './measure.ts';
import { renderPages, type PageFinding } from './pages.ts';
import { renderWebhooks, type WebhookFinding } from './webhooks.ts';

/** A row of the table: a kind of request with its cost on the platform and the bare process. */
export interface Row {
  name: string;
  connections: number;
  ours: Measured;
  /** Absent when a single process could not do the same. */
  bare?: Measured;
}

/** Results of a benchmark run. */
export interface Findings {
  rows: Row[];
  memory: { name: string; mib: number }[];
  depth: { page: number; first: Measured; deep: Measured };
  lag: Lag;
  bulk: BulkFinding;
  products: number;
}

/** Time from the commit of a change until its event is received, in ms, at a constant rate of adjustments. */
export interface Lag {
  ratePerSecond: number;
  events: number;
  p50Ms: number;
  p99Ms: number;
}

const FILE = 'docs/performance.md';

/** Prints the findings and writes them between the markers of docs/performance.md. */
export const report = (findings: Findings): Promise<void> => writeSection('bench', render(findings));

/** Prints the cost of webhooks and writes it between separate markers, because it can be measured alone. */
export const reportWebhooks = (finding: WebhookFinding): Promise<void> =>
  writeSection('bench-webhooks', `On ${machine()}.\n\n${renderWebhooks(finding)}\n`);

/** Prints the responsiveness of the pages and writes it between its markers. */
export const reportPages = (findings: PageFinding[], products: number): Promise<void> =>
  writeSection('bench-pages', `${products} products, on ${machine()}.\n\n${renderPages(findings)}\n`);

async function writeSection(mark: string, text: string): Promise<void> {
  process.stdout.write(`${text}\n`);
  const page = await readFile(FILE, 'utf8');
  const [begin, end] = [`<!-- ${mark}:begin -->`, `<!-- ${mark}:end -->`];
  const [head] = page.split(begin);
  const tail = page.split(end)[1] ?? '\n';
  await writeFile(FILE, `${head}${begin}\n\n${text}\n${end}${tail}`);
}

function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu!.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

function render({ rows, memory, depth, lag, bulk, products }: Findings): string {
  const ratio = depth.deep.cpuMs / depth.first.cpuMs;
  return [
    `\`pnpm bench --products ${products}\` on ${machine()}; load generator on the same machine. Platform and bare process`,
    'alternate, three windows each; the one with the median CPU is reported.',
    '',
    '| request | connections | requests/s | p50 ms | p99 ms | CPU ms per request | bare CPU ms | bare ÷ ours |',
    '|-|-|-|-|-|-|-|-|',
    ...rows.map(line),
    '',
    `Depth: page ${depth.page} takes ${depth.deep.cpuMs.toFixed(2)} ms CPU, page 1 ${depth.first.cpuMs.toFixed(2)} ms: ${ratio.toFixed(2)}×.`,
    '',
    `Events: at ${Math.round(lag.ratePerSecond)} adjustments a second, half of peak throughput, an event is received ${lag.p50Ms.toFixed(0)} ms (median) and ${lag.p99Ms.toFixed(0)} ms (p99 of ${lag.events}) after its change.`,
    '',
    `Bulk: every price of ${bulk.products} products is changed in ${bulk.seconds.toFixed(0)} s; during the change, the slowest read of the store takes ${bulk.longestReadMs.toFixed(0)} ms, the slowest write ${bulk.longestWriteMs.toFixed(0)} ms.`,
    '',
    `Resident memory at rest, MiB: ${memory.map(({ name, mib }) => `${name} ${Math.round(mib)}`).join(', ')}.`,
    '',
  ].join('\n');
}

function line({ name, connections, ours, bare }: Row): string {
  const cells = [
    name,
    connections,
    Math.round(ours.requestsPerSecond),
    ours.p50Ms.toFixed(1),
    ours.p99Ms.toFixed(1),
    ours.cpuMs.toFixed(2),
    bare?.cpuMs.toFixed(2) ?? '',
    bare ? (bare.cpuMs / ours.cpuMs).toFixed(2) : '',
  ];
  return `| ${cells.join(' | ')} |`;
}
