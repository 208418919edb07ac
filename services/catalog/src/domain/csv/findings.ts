import { headingOf, type Column } from './columns.ts';

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
  message: string;
}

/** What is wrong with a product of a file, gathered so that all of it is told at once. */
export class Findings {
  readonly list: Finding[] = [];
  handle: string;

  constructor(handle = '') {
    this.handle = handle;
  }

  /** Adds what keeps the product from being imported. */
  error(line: number, column: Column | undefined, code: string, message: string): void {
    this.#add('error', line, column, code, message);
  }

  /** Adds what the merchant should know of it. */
  warn(line: number, column: Column | undefined, code: string, message: string): void {
    this.#add('warning', line, column, code, message);
  }

  get hasErrors(): boolean {
    return this.list.some(({ severity }) => severity === 'error');
  }

  #add(
    severity: Finding['severity'],
    line: number,
    column: Column | undefined,
    code: string,
    message: string,
  ) {
    const heading = column === undefined ? '' : headingOf(column);
    this.list.push({ line, handle: this.handle, heading, severity, code, message });
  }
}
