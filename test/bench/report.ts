import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { formatted } from '@commerce/deploy/build/format.ts';
import { markdownTable, replaceMarked } from '@commerce/deploy/build/marked-tables.ts';
import type { Case, Figures, Target } from './case.ts';
import { TABLES, type TableName } from './tables.ts';

const PAGE = 'docs/performance.md';
const RESULTS = 'docs/performance.json';

/** A measured row. */
interface Result {
  table: TableName;
  label: string;
  figures: Figures;
  target?: Target;
  /** Number of products of the store. */
  products: number;
  machine: string;
  /** Day of the measurement, YYYY-MM-DD. */
  day: string;
}

/** Rows by the name of their case and the size of the store: `list-32@100000`. */
type Results = Record<string, Result>;

const readResults = async (): Promise<Results> => JSON.parse(await readFile(RESULTS, 'utf8')) as Results;

/** Prints a row and keeps it for the report. */
export async function record(
  { name, table, label, target }: Case,
  figures: Figures,
  products: number,
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const result: Result = {
    table,
    label,
    figures,
    ...(target && { target }),
    products,
    machine: machine(),
    day,
  };
  process.stdout.write(`${[label, ...described(result)].join(' · ')}\n`);
  const results = await readResults();
  results[`${name}@${products}`] = result;
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

const rounded = (value: number, decimals: number): string => value.toFixed(decimals);

const described = ({ table, figures, target }: Result): string[] => [
  ...TABLES[table].columns.flatMap(({ key, title, decimals }) => {
    const value = figures[key];
    return value === undefined ? [] : [`${title} ${rounded(value, decimals)}`];
  }),
  ...(target === undefined ? [] : [verdict(target, figures)]),
];

function verdict({ figure, atLeast, atMost }: Target, figures: Figures): string {
  const value = figures[figure]!;
  const met = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
  return `${atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`} ${met ? 'met' : 'missed'}`;
}

function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu!.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
}

/** Writes all rows of the default size into docs/performance.md, and the figures into the documents that quote them. */
export async function writeReport(cases: Case[], products: number): Promise<void> {
  const results = await readResults();
  const rows = cases.flatMap(({ name }) => results[`${name}@${products}`] ?? []);
  let page = await readFile(PAGE, 'utf8');
  for (const name of Object.keys(TABLES) as TableName[]) {
    const own = rows.filter(({ table }) => table === name);
    page = replaceMarked(page, `bench: ${name}`, renderTable(name, own));
  }
  await writeFile(PAGE, await formatted(PAGE, page));
  await quote(results, products);
}

function renderTable(name: TableName, rows: Result[]): string {
  if (rows.length === 0) return '';
  const { first, columns } = TABLES[name];
  const used = columns.filter(({ key }) => rows.some(({ figures }) => figures[key] !== undefined));
  const hasTargets = rows.some(({ target }) => target !== undefined);
  const titles = [first, ...used.map(({ title }) => title), ...(hasTargets ? ['target'] : [])];
  const taken = new Set(rows.map(({ day, machine: on }) => `${on}, ${day}`));
  const cells = rows.map((row) => [
    row.label,
    ...used.map(({ key, decimals }) => {
      const value = row.figures[key];
      return value === undefined ? '' : rounded(value, decimals);
    }),
    ...(hasTargets ? [row.target === undefined ? '' : verdict(row.target, row.figures)] : []),
  ]);
  return `${markdownTable(titles, cells)}\n\nMeasured on ${[...taken].join('; ')}.`;
}

/** `1.56 ms<!-- performance: list-32 -->`: a quoted figure and the row that it is from. */
const QUOTE = /[\d.]+(?: to \d+)?( ms| MiB)?<!-- performance: ([^>]+?) -->/g;

/** Replaces the quoted figures in all documents: CPU ms of a row, or the range of resident memory (MiB). */
async function quote(results: Results, products: number): Promise<void> {
  const rows = Object.values(results).filter((row) => row.products === products);
  const mib = rows.flatMap(({ figures }) => figures['mib'] ?? []);
  const figureOf = (name: string): string | undefined =>
    name === 'memory'
      ? `${Math.round(Math.min(...mib))} to ${Math.round(Math.max(...mib))}`
      : results[`${name}@${products}`]?.figures['cpuMs']?.toFixed(2);
  for (const file of await readdir('docs')) {
    if (!file.endsWith('.md')) continue;
    const document = path.join('docs', file);
    const text = await readFile(document, 'utf8');
    const quoted = text.replaceAll(QUOTE, (whole, unit: string | undefined, name: string) => {
      const figure = figureOf(name);
      return figure === undefined ? whole : `${figure}${unit ?? ''}<!-- performance: ${name} -->`;
    });
    if (quoted !== text) await writeFile(document, quoted);
  }
}
