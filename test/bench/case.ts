import type { Bench } from './bench.ts';
import type { TableName } from './tables.ts';

/** Figures of a row, by the key of their column. */
export type Figures = Record<string, number>;

/** Bound of a figure that the product has to keep. */
export interface Target {
  figure: string;
  atLeast?: number;
  atMost?: number;
}

/** A row of the report and its measurement. */
export interface Case {
  /** Name for `--only`, unique. */
  name: string;
  table: TableName;
  /** First cell of the row. */
  label: string;
  /** Figures that are known beforehand, such as the number of connections. */
  given?: Figures;
  target?: Target;
  measure(bench: Bench): Promise<Figures>;
}
