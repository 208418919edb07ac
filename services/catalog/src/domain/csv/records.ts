import { finished } from 'node:stream/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import type { Turn } from '@commerce/service-kit/jobs/turns.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { delimiterOf } from './text.ts';

/** Longest row of a file, in bytes: texts, and room for what is left out. */
const MAX_ROW_BYTES = 1_000_000;
/**
 * Bytes that are parsed without a pause. A row whose cells are fewer than the headings costs the parser some 20 µs: a piece of
 * nothing but such rows takes about 10 ms.
 */
const PIECE = 1_024;

/** A record of a CSV text. */
export interface CsvRecord {
  /** Where it begins in the file, from 1. */
  line: number;
  cells: string[];
}

/**
 * The records of a CSV text, lines without anything left out.
 * @param text in parts, the first of which has the headings
 * @throws UnreadableFile
 */
export async function* recordsOf(text: AsyncIterable<string>, turn: Turn): AsyncGenerator<CsvRecord> {
  const lines = new LineCount();
  let records: CsvRecord[] = [];
  let parser: Parser | undefined;
  for await (const part of text) {
    parser ??= parserOf(delimiterOf(part), (record) => records.push(lines.place(record)));
    // Of bytes: a piece of a string may end within a surrogate pair, and the parser would encode its halves apart.
    const bytes = Buffer.from(part);
    for (let from = 0; from < bytes.length; from += PIECE) {
      parser.write(bytes.subarray(from, from + PIECE));
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

/** A record as the parser has it. */
interface Parsed {
  cells: string[];
  /** Lines without anything before it in the file. */
  emptyLines: number;
  /** The line at which it ends, by the parser's count, which takes a CRLF in a cell for two. */
  endLine: number;
}

/** A parser that hands records over while it is written to, and passes nothing on as a stream. */
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
  // Without a listener an error would end the process; it is read from `errored`.
  return parser.on('error', () => undefined);
}

/** Where records begin. */
class LineCount {
  #ofRecords = 0;
  #before = { endLine: 0, emptyLines: 0 };

  place({ cells, ...end }: Parsed): CsvRecord {
    const line = this.next(end.emptyLines);
    const mayBreak = end.endLine - this.#before.endLine > end.emptyLines - this.#before.emptyLines + 1;
    this.#ofRecords += 1 + (mayBreak ? breaksIn(cells) : 0);
    this.#before = end;
    return { line, cells };
  }

  /** Where the next record begins, after so many lines without anything. */
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
