import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { BulkFinding } from './bulk.ts';
import type { Measured } from './measure.ts';
import { renderPages, type PageFinding } from './pages.ts';
import { renderWebhooks, type WebhookFinding } from './webhooks.ts';

/** A line of the table: what was asked, and what it cost us and the bare process. */
export interface Row {
  name: string;
  connections: number;
  ours: Measured;
  /** Absent where no process alone could do the same. */
  bare?: Measured;
}

/** Everything that a run of the benchmark found. */
export interface Findings {
  rows: Row[];
  memory: { name: string; mib: number }[];
  depth: { page: number; first: Measured; deep: Measured };
  lag: Lag;
  bulk: BulkFinding;
  products: number;
}

/** From the commit of a change until its event is heard, in ms, while adjustments come at a rate. */
export interface Lag {
  ratePerSecond: number;
  events: number;
  p50Ms: number;
  p99Ms: number;
}

const FILE = 'docs/performance.md';

/** Prints the findings and puts them into docs/performance.md between its marks. */
export const report = (findings: Findings): Promise<void> => writeSection('bench', render(findings));

/** Prints what webhooks cost and puts it there too, between marks of its own: it is measured alone as well. */
export const reportWebhooks = (finding: WebhookFinding): Promise<void> =>
  writeSection('bench-webhooks', `On ${machine()}.\n\n${renderWebhooks(finding)}\n`);

/** Prints how soon the pages answer, and puts it there. */
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
    `\`pnpm bench --products ${products}\` on ${machine()}; load generator on the same machine. Each is the`,
    'window of median CPU of three that ours and bare had in turn.',
    '',
    '| request | connections | requests/s | p50 ms | p99 ms | CPU ms per request | bare CPU ms | bare ÷ ours |',
    '|-|-|-|-|-|-|-|-|',
    ...rows.map(line),
    '',
    `Depth: page ${depth.page} costs ${depth.deep.cpuMs.toFixed(2)} ms CPU, page 1 ${depth.first.cpuMs.toFixed(2)} ms: ${ratio.toFixed(2)}×.`,
    '',
    `Events: at ${Math.round(lag.ratePerSecond)} adjustments a second, half of the most, an event is heard ${lag.p50Ms.toFixed(0)} ms (median) and ${lag.p99Ms.toFixed(0)} ms (p99 of ${lag.events}) after its change.`,
    '',
    `Bulk: every price of ${bulk.products} products is changed in ${bulk.seconds.toFixed(0)} s; the longest that a reader of the store waits meanwhile is ${bulk.longestReadMs.toFixed(0)} ms, a writer ${bulk.longestWriteMs.toFixed(0)} ms.`,
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
