import { slugOf } from '../slug.ts';
import { Findings, type Finding } from './findings.ts';
import type { ImportedProduct } from './imported-product.ts';
import { readProduct } from './read-product.ts';
import type { Row } from './rows.ts';

/** Most handles are slugs already; the rest of them are made such. */
const handleOf = ({ cells }: Row): string => {
  const given = cells.handle || cells.title || '';
  return given === '' ? '' : slugOf(given, '');
};

/** A product of a file, with what is wrong with it. */
export interface ReadProduct {
  product: ImportedProduct;
  findings: Finding[];
  hasErrors: boolean;
}

/**
 * The products of a file: rows of one handle that follow each other are one. What has no handle, or one that was there before, comes
 * as errors of the rows alone.
 */
export async function* productsOf(
  rows: AsyncIterable<Row>,
): AsyncGenerator<ReadProduct | { findings: Finding[] }> {
  const seen = new Map<string, number>();
  let group: Row[] = [];
  let handle = '';
  for await (const row of rows) {
    // An image or variant row of a file that names each product once only.
    const own = row.cells.handle || row.cells.title ? handleOf(row) : handle;
    if (own !== '' && own === handle) {
      group.push(row);
      continue;
    }
    if (group.length > 0) yield read(handle, group);
    [group, handle] = [[], ''];
    const before = seen.get(own);
    if (own === '' || before !== undefined) yield { findings: refusedRow(row, own, before) };
    else {
      seen.set(own, row.line);
      [group, handle] = [[row], own];
    }
  }
  if (group.length > 0) yield read(handle, group);
}

function refusedRow(row: Row, handle: string, before: number | undefined): Finding[] {
  const findings = new Findings(handle);
  if (before === undefined)
    findings.error(row.line, 'handle', 'handle_missing', 'The row has neither a handle nor a title.');
  else
    findings.error(
      row.line,
      'handle',
      'handle_twice',
      `The product “${handle}” was already at line ${before}: all rows of a product must follow each other.`,
    );
  return findings.list;
}

function read(handle: string, rows: Row[]): ReadProduct {
  const findings = new Findings(handle);
  const product = readProduct(findings, handle, rows);
  return { product, findings: findings.list, hasErrors: findings.hasErrors };
}
