import type { Turn } from '@commerce/service-kit/jobs/turns.ts';
import { columnsOf, type Column } from './columns.ts';
import { unguarded } from './formula.ts';
import { recordsOf } from './records.ts';
import { textOf } from './text.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Most columns of a file. */
const MAX_COLUMNS = 1_000;
/** Most rows of a file, the headings' included. */
const MAX_ROWS = 250_000;

/** A row of a file of products. */
export interface Row {
  /** Where it begins in the file, from 1. */
  line: number;
  /** What is in its cells, trimmed; empty where there is nothing, undefined where the file has no such column. */
  cells: Partial<Record<Column, string>>;
  /** It has more cells than there are headings. */
  tooLong: boolean;
}

/**
 * The rows of a file, empty ones left out. Other work runs in between.
 * @throws UnreadableFile
 */
export async function* rowsOf(file: Uint8Array[], turn: Turn): AsyncGenerator<Row> {
  let columns: (Column | undefined)[] | undefined;
  let rows = 0;
  for await (const { line, cells } of recordsOf(textOf(file, turn), turn)) {
    if (++rows > MAX_ROWS) throw new UnreadableFile(line, 'too_many_rows', { limit: MAX_ROWS });
    if (cells.length > MAX_COLUMNS)
      throw new UnreadableFile(line, 'too_many_columns', { limit: MAX_COLUMNS });
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (columns === undefined) columns = headings(cells, line);
    else yield { line, ...cellsOf(columns, cells) };
  }
  if (columns === undefined) throw new UnreadableFile(0, 'file_empty');
}

function headings(record: string[], line: number): (Column | undefined)[] {
  const columns = columnsOf(record.map(unguarded));
  const twice = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at);
  if (twice !== undefined) {
    const heading = record[columns.lastIndexOf(twice)]!;
    throw new UnreadableFile(line, 'heading_twice', { heading: heading.trim() });
  }
  if (!columns.includes('handle') && !columns.includes('title'))
    throw new UnreadableFile(line, 'headings_missing');
  return columns;
}

function cellsOf(columns: (Column | undefined)[], record: string[]): Pick<Row, 'cells' | 'tooLong'> {
  const cells: Row['cells'] = {};
  for (const [at, column] of columns.entries())
    if (column !== undefined) cells[column] = unguarded((record[at] ?? '').trim());
  const tooLong = record.slice(columns.length).some((cell) => cell.trim() !== '');
  return { cells, tooLong };
}
