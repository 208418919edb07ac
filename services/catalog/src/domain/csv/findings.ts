import { headingOf, type Column } from './columns.ts';

/** Values that the wording of a finding names, by the names of its placeholders. */
export type Params = Record<string, string | number>;

/** Something that is wrong with a file. */
export interface Finding {
  /** In the file, from 1; 0 for what concerns the whole. */
  line: number;
  handle: string;
  /** The heading of its column; empty for the whole line. */
  heading: string;
  /** The product of an error is left out; with a warning it is imported all the same. */
  severity: 'error' | 'warning';
  code: string;
  params: Params;
}

/** Most findings that are kept of one product. */
const MAX_OF_PRODUCT = 100;

/** What is wrong with a product of a file, gathered so that all of it is told at once. */
export class Findings {
  readonly list: Finding[] = [];
  handle: string;
  #hasErrors = false;

  constructor(handle = '') {
    this.handle = handle;
  }

  /** Adds what keeps the product from being imported. */
  error(line: number, column: Column | undefined, code: string, params: Params = {}): void {
    this.#hasErrors = true;
    this.#add('error', line, column, code, params);
  }

  /** Adds what the merchant should know of it. */
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
