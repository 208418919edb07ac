import type { ImportSeverity } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import { headingOf, type Column } from './columns.ts';

/** Values of the placeholders in the wording of a finding. */
export type Params = Record<string, string | number>;

/** A problem in a file. */
export interface Finding {
  /** Line in the file, from 1; 0 for the whole file. */
  line: number;
  handle: string;
  /** Heading of the column; empty for the whole line. */
  heading: string;
  /** A product with an error is not imported; one with a warning is. */
  severity: EnumName<typeof ImportSeverity>;
  code: string;
  params: Params;
}

/** Findings that are kept per product. */
const MAX_OF_PRODUCT = 100;

/** Collects the findings of a product, so that all of them are reported at once. */
export class Findings {
  readonly list: Finding[] = [];
  handle: string;
  #hasErrors = false;

  constructor(handle = '') {
    this.handle = handle;
  }

  /** Adds an error, which prevents the import of the product. */
  error(line: number, column: Column | undefined, code: string, params: Params = {}): void {
    this.#hasErrors = true;
    this.#add('error', line, column, code, params);
  }

  /** Adds a warning for the merchant. */
  warn(line: number, column: Column | undefined, code: string, params: Params = {}): void {
    this.#add('warning', line, column, code, params);
  }

  get hasErrors(): boolean {
    return this.#hasErrors;
  }

  #add(
    severity: Finding['severity'],
    line: number,
    column: Column | undefined,
    code: string,
    params: Params,
  ): void {
    if (this.list.length >= MAX_OF_PRODUCT) return;
    const heading = column === undefined ? '' : headingOf(column);
    this.list.push({ line, handle: this.handle, heading, severity, code, params });
  }
}
