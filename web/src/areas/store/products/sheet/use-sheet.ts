import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { reloadRoutes } from '../../../../lib/api.ts';
import { useMay, useStore } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/texts.ts';
import { useUnsaved } from '../../../../lib/unsaved.ts';
import {
  cellKey,
  cellsOfText,
  pasteBlock,
  readCell,
  textOf,
  type ColumnName,
  type Edits,
  type SheetRow,
} from './cells.ts';
import { useCellProblem } from './problems.ts';
import { saveSheet, type Change, type Refusals } from './save-sheet.ts';

/** Routes whose data a save changes. */
const CHANGED = [
  productRoutes.sheet,
  productRoutes.list,
  productRoutes.get,
  priceRoutes.list,
  stockRoutes.counts,
  stockRoutes.list,
  stockRoutes.sums,
];

const NO_REFUSALS = { sent: {}, reasons: new Map<string, unknown>() };

/** A saved cell, with the text before and the one it has since. */
interface SavedCell {
  key: string;
  before: string;
  after: string;
}

/** The sheet as the table shows it. */
export type Sheet = ReturnType<typeof useSheet>;

/** Typed texts, their problems, and the save of a sheet. */
export function useSheet(rows: SheetRow[], columns: ColumnName[], shop: string | undefined) {
  const t = useTexts('products');
  const may = useMay();
  const mayChange = (column: ColumnName): boolean =>
    may(column === 'stock' ? 'editStock' : column === 'visibility' ? 'editProducts' : 'editPrices');
  const [edits, setEdits] = useState<Edits>({});
  // With the texts that were sent: another text has no refusal yet.
  const [refused, setRefused] = useState<{ sent: Edits; reasons: Refusals }>(NO_REFUSALS);
  const [notice, setNotice] = useState<{ text: string; isRefusal: boolean }>();
  const [last, setLast] = useState<SavedCell[]>([]);
  const label = (visibility: string) => t(`visibility.${visibility}`);
  const cells = cellsOf(rows, columns, label);
  const describe = useCellProblem(label);
  const { progress, run } = useSaving(shop);
  const changed = cells.changedBy(edits);
  useUnsaved(changed.length > 0);

  /** @param skipped of an undo: cells that were changed since, and stay */
  const save = async (typed: Edits, skipped?: number) => {
    const typedCells = cells.changedBy(typed);
    const changes = typedCells.flatMap(({ row, column, reading }): Change[] =>
      'value' in reading ? [{ row, column, value: reading.value }] : [],
    );
    const invalid = typedCells.length - changes.length;
    if (invalid > 0) {
      document.querySelector<HTMLElement>('[data-sheet] [aria-invalid=true]')?.focus();
      return setNotice({ text: t('sheet.invalid', { count: invalid }), isRefusal: true });
    }
    setNotice(undefined);
    const refusals = await run(changes);
    const saved = changes
      .map(({ row, column, value }) => ({
        key: cellKey(row.key, column),
        before: cells.storedText(row, column),
        after: textOf(column, value, label),
      }))
      .filter(({ key }) => !refusals.has(key));
    const isSaved = new Set(saved.map(({ key }) => key));
    // What was typed during the save stays.
    setEdits((now) => {
      const all = Object.entries({ ...typed, ...now });
      return Object.fromEntries(all.filter(([key, text]) => !isSaved.has(key) || text !== typed[key]));
    });
    setRefused({ sent: typed, reasons: refusals });
    setLast(skipped === undefined ? saved : []);
    const done = t(skipped === undefined ? 'sheet.saved' : 'sheet.undone', { count: saved.length });
    const left = skipped ? ` ${t('sheet.notUndone', { count: skipped })}` : '';
    return setNotice(
      refusals.size > 0
        ? { text: t('sheet.refused', { count: refusals.size, saved: saved.length }), isRefusal: true }
        : { text: done + left, isRefusal: false },
    );
  };
  const undo = () => {
    const restored = last.filter((cell) => cells.isRestorable(cell));
    return save(
      Object.fromEntries(restored.map(({ key, before }) => [key, before])),
      last.length - restored.length,
    );
  };
  return {
    mayChange,
    textOf: (row: SheetRow, column: ColumnName) =>
      edits[cellKey(row.key, column)] ?? cells.storedText(row, column),
    isChanged: new Set(changed.map(({ row, column }) => cellKey(row.key, column))),
    problemOf: (row: SheetRow, column: ColumnName): string => {
      const key = cellKey(row.key, column);
      const stored = { value: row.stored[column] ?? null, text: cells.storedText(row, column) };
      const text = edits[key];
      if (text === undefined) return '';
      const refusal = refused.sent[key] === text ? refused.reasons.get(key) : undefined;
      return describe(column, text, stored, refusal);
    },
    /** Types a text into a cell; undefined restores it. */
    set: (key: string, text: string | undefined) =>
      setEdits(({ [key]: _before, ...rest }) => (text === undefined ? rest : { ...rest, [key]: text })),
    /** Pastes a block of a spreadsheet. @returns false for a single cell, which the field pastes itself */
    paste: (row: SheetRow, column: ColumnName, text: string): boolean => {
      const block = cellsOfText(text);
      if (block.length === 1 && block[0]!.length === 1) return false;
      const pasted = pasteBlock(rows, columns, { row: row.key, column }, block, mayChange);
      setEdits((all) => ({ ...all, ...pasted.edits }));
      setNotice(
        pasted.left > 0 ? { text: t('sheet.left', { count: pasted.left }), isRefusal: true } : undefined,
      );
      return true;
    },
    isDirty: changed.length > 0,
    progress,
    notice,
    save: () => save(edits),
    /** Restores what the last save replaced. */
    undo: last.length > 0 && progress === undefined ? undo : undefined,
    discard: () => {
      setEdits({});
      setRefused(NO_REFUSALS);
      setNotice(undefined);
    },
  };
}

/** Cells of the rows. */
function cellsOf(rows: SheetRow[], columns: ColumnName[], label: (visibility: string) => string) {
  const storedText = ({ stored }: SheetRow, column: ColumnName) =>
    textOf(column, stored[column] ?? null, label);
  const all = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const value = row.stored[column];
      return value === undefined ? [] : [{ key: cellKey(row.key, column), row, column, value }];
    }),
  );
  return {
    storedText,
    /** Cells whose text differs from what is stored. */
    changedBy: (typed: Edits) =>
      all.flatMap((cell) => {
        const text = typed[cell.key];
        if (text === undefined) return [];
        const reading = readCell(cell.column, text, cell.value, label);
        return 'value' in reading && reading.value === cell.value ? [] : [{ ...cell, reading }];
      }),
    /** Reports whether a saved cell is as it was saved, and may have its previous value again. */
    isRestorable: ({ key, before, after }: SavedCell): boolean => {
      const cell = all.find((one) => one.key === key);
      if (cell === undefined || storedText(cell.row, cell.column) !== after) return false;
      return 'value' in readCell(cell.column, before, cell.value, label);
    },
  };
}

/** Sends changes, and reads what is shown again. */
function useSaving(shop: string | undefined) {
  const { id: store } = useStore();
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const run = async (changes: Change[]): Promise<Refusals> => {
    const total = changes.length;
    setProgress({ done: 0, total });
    try {
      return await saveSheet(store, shop, changes, (done) => setProgress({ done, total }));
    } finally {
      await reloadRoutes(client, CHANGED);
      setProgress(undefined);
    }
  };
  return { progress, run };
}
