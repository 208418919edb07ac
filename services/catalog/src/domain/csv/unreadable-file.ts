import type { Params } from './findings.ts';

/** A file that cannot be read. */
export class UnreadableFile extends Error {
  /** Line in the file, from 1; 0 for the whole file. */
  readonly line: number;
  readonly code: string;
  readonly params: Params;

  constructor(line: number, code: string, params: Params = {}) {
    super(`line ${line}: ${code}`);
    this.line = line;
    this.code = code;
    this.params = params;
  }
}
