import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { columnsOf, type Column } from './columns.ts';
import { unguarded } from './formula.ts';
import { decodeText, delimiterOf } from './text.ts';

/** Longest row of a file, in bytes: texts, and room for what is left out. */
const MAX_ROW_BYTES = 1_000_000;
/** Most columns of a file. */
const MAX_COLUMNS = 1_000;
/** The text is parsed in parts of this many characters, so that nobody else waits long. */
const PART = 32_768;

/** A row of a file of products. */
export interface Row {
  /** Where it begins in the file, from 1. */
  line: number;
  /** What is in its cells, trimmed; empty where there is nothing, undefined where the file has no such column. */
  cells: Partial<Record<Column, string>>;
  /** It has more cells than there are headings. */
  tooLong: boolean;
}

/** A file that cannot be read, in words for whoever made it. */
export class UnreadableFile extends Error {
  readonly line: number;
  readonly code: string;

  constructor(line: number, code: string, message: string) {
    super(message);
    this.line = line;
    this.code = code;
  }
}

/**
 * The rows of a file, empty ones left out. Others are let in between parts of it.
 * @throws UnreadableFile
 */
export async function* rowsOf(file: Uint8Array): AsyncGenerator<Row> {
  const text = decodeText(file);
  let lastLine = 0;
  const parser = Readable.from(partsOf(text)).pipe(
    parse({
      delimiter: delimiterOf(text),
      relax_column_count: true,
      info: true,
      max_record_size: MAX_ROW_BYTES,
      on_record: (record, { lines }) => {
        lastLine = lines;
        return record;
      },
    }),
  );
  let columns: (Column | undefined)[] | undefined;
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const begins = line;
      line = info.lines + 1;
      if (record.every((cell) => cell.trim() === '')) continue;
      if (columns === undefined) columns = headings(record);
      else yield { line: begins, ...cellsOf(columns, record) };
    }
  } catch (error) {
    // What comes before it may not have been handed over yet.
    throw error instanceof CsvError ? unreadable(error, lastLine + 1) : error;
  }
  if (columns === undefined) throw new UnreadableFile(0, 'file_empty', 'The file is empty.');
}

function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PART) yield text.slice(from, from + PART);
}

function headings(record: string[]): (Column | undefined)[] {
  if (record.length > MAX_COLUMNS)
    throw new UnreadableFile(1, 'too_many_columns', `The file has more than ${MAX_COLUMNS} columns.`);
  const columns = columnsOf(record.map(unguarded));
  const twice = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at);
  if (twice !== undefined) {
    const heading = record[columns.lastIndexOf(twice)]!;
    throw new UnreadableFile(1, 'heading_twice', `Line 1: two columns are for the same: “${heading}”.`);
  }
  if (!columns.includes('handle') && !columns.includes('title'))
    throw new UnreadableFile(
      1,
      'headings_missing',
      'Line 1 must have the headings of Shopify’s product files: neither “Handle” nor “Title” is there.',
    );
  return columns;
}

function cellsOf(columns: (Column | undefined)[], record: string[]): Pick<Row, 'cells' | 'tooLong'> {
  const cells: Row['cells'] = {};
  for (const [at, column] of columns.entries())
    if (column !== undefined) cells[column] = unguarded((record[at] ?? '').trim());
  const tooLong = record.slice(columns.length).some((cell) => cell.trim() !== '');
  return { cells, tooLong };
}

function unreadable({ code }: CsvError, line: number): UnreadableFile {
  const words: Partial<Record<string, string>> = {
    CSV_QUOTE_NOT_CLOSED: 'a cell begins with a quotation mark (") that is never closed',
    CSV_INVALID_CLOSING_QUOTE:
      'a quotation mark (") ends a cell, and text follows: within a cell it must be doubled ("")',
    INVALID_OPENING_QUOTE:
      'a quotation mark (") stands within a cell that does not begin with one: put the cell in quotation marks and double it ("")',
    CSV_MAX_RECORD_SIZE: `the row has more than ${MAX_ROW_BYTES} bytes: a closing quotation mark (") may be missing`,
  };
  const what = words[code] ?? 'the row cannot be read';
  return new UnreadableFile(line, code.toLowerCase(), `Line ${line}: ${what}.`);
}
