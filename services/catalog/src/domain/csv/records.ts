import { finished } from 'node:stream/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import type { Turn } from '@commerce/service-kit/jobs/turns.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { delimiterOf } from '@commerce/texts/delimiter.ts';

/** Maximum size of a row, in bytes, with room for columns that are ignored. */
const MAX_ROW_BYTES = 1_000_000;
/**
 * Bytes that are parsed without a pause. A row with fewer cells than headings costs the parser about 20 µs, so a
 * piece that consists of such rows takes about 10 ms.
 */
const PIECE_BYTES = 1_024;

/** A record of a CSV file. */
export interface CsvRecord {
  /** Line of the file where it starts, from 1. */
  line: number;
  cells: string[];
}

/**
 * Parses the records of a CSV file, without empty lines.
 * @param text parts of the content, the first of which has the headings
 * @throws UnreadableFile
 */
export async function* recordsOf(text: AsyncIterable<string>, turn: Turn): AsyncGenerator<CsvRecord> {
  const lines = new LineCount();
  let records: CsvRecord[] = [];
  let parser: Parser | undefined;
  for await (const part of text) {
    parser ??= parserOf(delimiterOf(part), (record) => records.push(lines.locate(record)));
    // Pieces of bytes: a piece of a string could end within a surrogate pair, whose halves the parser would encode
    // separately.
    const bytes = Buffer.from(part);
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      parser.write(bytes.subarray(from, from + PIECE_BYTES));
      yield* records;
      records = [];
      if (parser.errored) throw unreadable(parser.errored, lines);
      await turn();
    }
  }
  if (parser === undefined) return;
  parser.end();
  await finished(parser.resume()).catch((error: unknown) => {
    throw unreadable(error, lines);
  });
  yield* records;
}

/** A record as the parser reports it. */
interface Parsed {
  cells: string[];
  /** Number of empty lines before it in the file. */
  emptyLines: number;
  /** Line where it ends, as counted by the parser, which counts a CRLF within a cell twice. */
  endLine: number;
}

/** Makes a parser that calls back for each record while it is written to, and has no output as a stream. */
function parserOf(delimiter: string, take: (record: Parsed) => void): Parser {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: (cells: string[], { lines: endLine, empty_lines: emptyLines }) => {
      take({ cells, endLine, emptyLines });
    },
  });
  // Without an 'error' listener the process would crash; the error is read from `errored`.
  return parser.on('error', () => undefined);
}

/** Counts the lines where records start. */
class LineCount {
  #ofRecords = 0;
  #before = { endLine: 0, emptyLines: 0 };

  locate({ cells, ...end }: Parsed): CsvRecord {
    const line = this.next(end.emptyLines);
    const mayBreak = end.endLine - this.#before.endLine > end.emptyLines - this.#before.emptyLines + 1;
    this.#ofRecords += 1 + (mayBreak ? breaksIn(cells) : 0);
    this.#before = end;
    return { line, cells };
  }

  /** Line where the next record starts, after a number of empty lines. */
  next(emptyLines: number): number {
    return 1 + this.#ofRecords + emptyLines;
  }
}

const breaksIn = (cells: string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|[\r\n]/g)?.length ?? 0), 0);

function unreadable(error: unknown, lines: LineCount): unknown {
  if (!(error instanceof CsvError)) return error;
  return new UnreadableFile(lines.next(Number(error['empty_lines'] ?? 0)), error.code.toLowerCase(), {
    limit: MAX_ROW_BYTES,
  });
}
