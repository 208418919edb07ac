import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  customerRoutes,
  MAX_IMPORT_ROWS,
  type ImportedRow,
  type ImportedRowResult,
} from '@commerce/console-api/routes/customers.ts';
import { reloadRoutes, useAct } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/call.ts';
import { useStore } from '../../../lib/session.tsx';
import type { CustomerFile, FileRow } from './customer-file.ts';

/** Characters of the rows of one call, far below the maximum size of a body. */
const MAX_PART_CHARS = 200_000;

/** Result of a row; `long` or `unreadable` for a problem of a cell that was found here. */
export type RowResult = Pick<ImportedRowResult, 'outcome'> & { invalidFields: readonly string[] };

/** Stage of an import, with the results of the rows that were sent, by line. */
export interface ImportState {
  stage: 'checking' | 'checked' | 'importing' | 'done';
  file: CustomerFile;
  results: ReadonlyMap<number, RowResult>;
  /** Why sending stopped; it can go on. */
  error: ApiError | undefined;
}

/**
 * Import of a file: `check` reports what each row would do, `start` imports, and `resume` goes on where sending stopped. Rows are
 * sent in parts, each with its own key, so that a part whose answer was lost takes effect once.
 */
export function useImport() {
  const { id: store } = useStore();
  const client = useQueryClient();
  const act = useAct(customerRoutes.import);
  const [state, setState] = useState<ImportState>();

  async function send({ file, results: known }: ImportState, stage: 'checking' | 'importing'): Promise<void> {
    const results = new Map(known);
    const report = (next: ImportState['stage'], error?: ApiError) =>
      setState({ stage: next, file, results: new Map(results), error });
    report(stage);
    const waiting = file.rows.filter(({ line }) => !results.has(line));
    for (const { line, customer } of waiting)
      if (typeof customer === 'string') results.set(line, { outcome: 'refused', invalidFields: [customer] });
    for (const part of partsOf(waiting)) {
      const body = { rows: part.map(({ customer }) => customer), checkOnly: stage === 'checking' };
      try {
        const answer = await act.mutateAsync({ params: { store }, body });
        for (const [at, { line }] of part.entries()) results.set(line, answer.results[at]!);
        report(stage);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return report(stage, error);
      }
    }
    report(stage === 'checking' ? 'checked' : 'done');
    if (stage === 'importing') await reloadRoutes(client, [customerRoutes.list]);
  }

  return {
    state,
    check: (file: CustomerFile) =>
      void send({ stage: 'checking', file, results: new Map(), error: undefined }, 'checking'),
    /** Imports the rows that the check did not refuse. */
    start: () => {
      if (state === undefined) return;
      const refused = [...state.results].filter(([, { outcome }]) => outcome === 'refused');
      void send({ ...state, results: new Map(refused) }, 'importing');
    },
    resume: () => {
      if (state?.stage === 'checking' || state?.stage === 'importing') void send(state, state.stage);
    },
    reset: () => setState(undefined),
  };
}

interface SentRow extends FileRow {
  customer: ImportedRow;
}

/** Rows of each call. */
function* partsOf(rows: FileRow[]): Generator<SentRow[]> {
  let part: SentRow[] = [];
  let chars = 0;
  for (const row of rows) {
    if (typeof row.customer === 'string') continue;
    part.push({ ...row, customer: row.customer });
    chars += row.cells.reduce((sum, { length }) => sum + length, 0);
    if (part.length < MAX_IMPORT_ROWS && chars < MAX_PART_CHARS) continue;
    yield part;
    [part, chars] = [[], 0];
  }
  if (part.length > 0) yield part;
}
