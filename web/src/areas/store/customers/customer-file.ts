import { parse } from 'csv-parse/browser/esm/sync';
import { CUSTOMER_COLUMNS, type CustomerColumn } from '@commerce/console-api/customer-file.ts';
import { MAX_CELL_CHARS, type ImportedRow } from '@commerce/console-api/routes/customers.ts';
import { delimiterOf } from '@commerce/texts/delimiter.ts';
import { unguarded } from '@commerce/texts/formula.ts';
import { isReadableLines } from '@commerce/texts/readable.ts';

/** Maximum size of a file, in bytes. */
export const MAX_FILE_BYTES = 10_000_000;
const MAX_ROWS = 50_000;
/** Invisible characters that spreadsheets and contact lists leave in cells: marks of direction and of width zero. */
const INVISIBLE = /[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A row of a file. */
export interface FileRow {
  /** Number of the row, from 1; the headings are row 1. */
  line: number;
  /** Cells as in the file. */
  cells: string[];
  /** The customer, or the problem of a cell: too long, or with characters that the platform refuses. */
  customer: ImportedRow | 'long' | 'unreadable';
}

/** A file that was read. */
export interface CustomerFile {
  headings: string[];
  /** Headings of columns that are not used. */
  ignored: string[];
  rows: FileRow[];
}

/** A file that cannot be imported; the message is the key of a text. */
export class UnreadableFile extends Error {
  readonly columns: string;

  constructor(key: 'unreadable' | 'tooLong' | 'noRows' | 'noColumns', columns: string[] = []) {
    super(key);
    this.columns = columns.join(', ');
  }
}

/** Reads a file of customers. @throws UnreadableFile */
export async function readCustomerFile(file: Blob): Promise<CustomerFile> {
  const [headings = [], ...records] = recordsOf(decoded(await file.arrayBuffer()));
  const columns = headings.map(columnOf);
  if (!columns.includes('email') && !columns.includes('phone'))
    throw new UnreadableFile('noColumns', headings);
  if (records.length === 0) throw new UnreadableFile('noRows');
  if (records.length > MAX_ROWS) throw new UnreadableFile('tooLong');
  return {
    headings,
    ignored: headings.filter((heading, at) => columns[at] === undefined && heading.trim() !== ''),
    rows: records.map((cells, at) => ({ line: at + 2, cells, customer: customerOf(columns, cells) })),
  };
}

/** The text of a file in UTF-8, UTF-16 with a byte order mark, or the Latin-1 of Windows, which older spreadsheets write. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
    });
  } catch {
    throw new UnreadableFile('unreadable');
  }
}

/** A heading without case, accents and punctuation. */
const comparable = (heading: string): string =>
  heading
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const columnByHeading = new Map(
  Object.entries(CUSTOMER_COLUMNS).flatMap(([column, headings]) =>
    headings.map((heading) => [comparable(heading), column as CustomerColumn]),
  ),
);

const columnOf = (heading: string): CustomerColumn | undefined => columnByHeading.get(comparable(heading));

function customerOf(columns: (CustomerColumn | undefined)[], row: string[]): FileRow['customer'] {
  const cells = row.map((cell) => cell.replaceAll(INVISIBLE, ''));
  const used = cells.filter((_, at) => columns[at] !== undefined);
  if (used.some((cell) => cell.length > MAX_CELL_CHARS)) return 'long';
  if (!used.every(isReadableLines)) return 'unreadable';
  /** The first of several columns with the same meaning that has a value. */
  const cell = (column: CustomerColumn): string =>
    unguarded(cells.find((text, at) => columns[at] === column && text.trim() !== '') ?? '').trim();
  return {
    name: cell('name') || `${cell('firstName')} ${cell('lastName')}`.trim(),
    email: cell('email'),
    phone: cell('phone'),
    dni: cell('dni'),
    tags: tagsOf(cell('tags')),
    address: addressOf(cell, columns.includes('streetNumber')),
  };
}

/** Tags separated by commas or line breaks, those with a comma in quotes. */
function tagsOf(text: string): string[] {
  const tags = splitTags(text).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

function splitTags(text: string): string[] {
  try {
    const lines: string[][] = parse(text, { relax_quotes: true, relax_column_count: true, trim: true });
    return lines.flat();
  } catch {
    return text.split(/[,\r\n]/);
  }
}

function addressOf(cell: (column: CustomerColumn) => string, hasNumbers: boolean): ImportedRow['address'] {
  const address = {
    street: cell('street'),
    streetNumber: cell('streetNumber'),
    apartment: cell('apartment'),
    city: cell('city'),
    state: cell('state'),
    postalCode: cell('postalCode'),
    notes: cell('notes'),
  };
  if (Object.values(address).every((part) => part === '')) return null;
  // Other shops keep street and number in one column.
  const [, street, streetNumber] = (!hasNumbers && /^(.*\S)\s+(\d+\S*)$/.exec(address.street)) || [];
  return street === undefined ? address : { ...address, street, streetNumber: streetNumber! };
}
