import type { Turn } from '@commerce/service-kit/jobs/turns.ts';
import { columnsOf, type Column } from './columns.ts';
import { unguarded } from '@commerce/texts/formula.ts';
import { recordsOf } from './records.ts';
import { textOf } from './text.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Maximum number of columns of a file. */
const MAX_COLUMNS = 1_000;
/** Maximum number of rows of a file, including the headings. */
const MAX_ROWS = 250_000;

/** A row of a file of products. */
export interface Row {
  /** Line of the file where it starts, from 1. */
  line: number;
  /** Trimmed content of its cells: empty for an empty cell, undefined if the file has no such column. */
  cells: Partial<Record<Column, string>>;
  /** The row has more cells than headings. */
  tooLong: boolean;
}

/**
 * Reads the rows of a file, without empty ones. Other work runs in between.
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
  const repeated = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at);
  if (repeated !== undefined) {
    const heading = record[columns.lastIndexOf(repeated)]!;
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
