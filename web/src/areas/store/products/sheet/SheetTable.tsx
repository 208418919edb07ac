import { memo, useId, type ClipboardEvent, type ComponentProps } from 'react';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { VISIBILITIES } from '@commerce/console-api/routes/products.ts';
import { same } from '../../../../lib/compare.ts';
import { moveBetweenCells } from '../../../../lib/grid-keys.ts';
import { useStore } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/texts.ts';
import grid from '../editor/editor.module.css';
import { Blank } from '../editor/Blank.tsx';
import { cellKey, type ColumnName, type SheetRow } from './cells.ts';
import classes from './sheet.module.css';
import type { Sheet } from './use-sheet.ts';

const TITLES: Record<ColumnName, string> = {
  price: 'field.price',
  compareAt: 'field.compareAt',
  cost: 'field.cost',
  stock: 'tab.stock',
  visibility: 'field.visibility',
};

/** The grid: a row per product or variant, whose cells are fields. */
export function SheetTable({
  rows,
  columns,
  sheet,
}: {
  rows: SheetRow[];
  columns: ColumnName[];
  sheet: Sheet;
}) {
  const t = useTexts('products');
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const paste = (event: ClipboardEvent) => {
    const { row: key = '', column } = (event.target as HTMLElement).dataset;
    const row = byKey.get(key);
    if (row !== undefined && sheet.paste(row, column as ColumnName, event.clipboardData.getData('text')))
      event.preventDefault();
  };
  return (
    <div className={`${grid['grid']} ${classes['sheet']}`} data-sheet>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields bubble up */}
      <table aria-label={t('sheet.title')} onKeyDown={moveBetweenCells} onPaste={paste}>
        <thead>
          <tr>
            <th scope="col">{t('field.name')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(TITLES[column])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={row.key}
              row={row}
              cells={columns.map((column) => ({
                column,
                exists: row.stored[column] !== undefined,
                text: sheet.textOf(row, column),
                isChanged: sheet.isChanged.has(cellKey(row.key, column)),
                problem: sheet.problemOf(row, column),
                readOnly: !sheet.mayChange(column),
              }))}
              set={sheet.set}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  column: ColumnName;
  exists: boolean;
  text: string;
  isChanged: boolean;
  problem: string;
  readOnly: boolean;
}

interface LineProps {
  row: SheetRow;
  cells: CellProps[];
  set: Sheet['set'];
}

const Line = memo(
  ({ row, cells, set }: LineProps) => {
    const { id: store } = useStore();
    const isVariant = row.variantId !== null;
    return (
      <tr data-variant={isVariant || undefined}>
        <td className={classes['name'] ?? ''}>
          {isVariant ? (
            row.name
          ) : (
            <Anchor component={Link} to={`/stores/${store}/products/${row.product.id}`} c="inherit" fw={550}>
              {row.name}
            </Anchor>
          )}
          {row.sku === '' ? null : (
            <Text span size="xs" c="dimmed" ml={6}>
              {row.sku}
            </Text>
          )}
        </td>
        {cells.map((cell) =>
          cell.exists ? (
            <Cell key={cell.column} row={row} cell={cell} set={set} />
          ) : (
            <Blank key={cell.column} />
          ),
        )}
      </tr>
    );
  },
  ({ row: was, cells: cellsBefore }, { row, cells }) =>
    was.product === row.product &&
    was.key === row.key &&
    same([was.stored, cellsBefore], [row.stored, cells]),
);
Line.displayName = 'Line';

function Cell({ row, cell, set: setCell }: { row: SheetRow; cell: CellProps; set: Sheet['set'] }) {
  const t = useTexts('products');
  const id = useId();
  const { column, text, problem, isChanged, readOnly } = cell;
  const name = row.variantId === null ? row.name : `${row.product.name} ${row.name}`;
  const title = t(TITLES[column]);
  const props = {
    'aria-label': `${title}: ${name}`,
    'aria-invalid': problem !== '',
    ...(problem === '' ? {} : { 'aria-describedby': id }),
    'data-row': row.key,
    'data-column': column,
    'data-changed': isChanged || undefined,
    value: text,
  };
  const set = (typed: string | undefined) => setCell(cellKey(row.key, column), typed);
  return (
    <td data-label={title}>
      {column === 'visibility' ? (
        <Visibility {...props} mayBeDraft={row.product.isDraft} disabled={readOnly} set={set} />
      ) : (
        <input
          {...props}
          readOnly={readOnly}
          autoComplete="off"
          inputMode="decimal"
          maxLength={40}
          onChange={(event) => set(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') set(undefined);
          }}
        />
      )}
      {problem === '' ? null : (
        <Text id={id} size="xs" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </td>
  );
}

function Visibility({
  mayBeDraft,
  set,
  value,
  ...props
}: { mayBeDraft: boolean; set: (typed: string) => void; value: string } & ComponentProps<'select'>) {
  const t = useTexts('products');
  const choices = [...VISIBILITIES, ...(mayBeDraft ? ['DRAFT'] : [])].map((each) => t(`visibility.${each}`));
  return (
    <select {...props} value={value} onChange={(event) => set(event.currentTarget.value)}>
      {/* A pasted text that is no visibility. */}
      {choices.includes(value) ? null : <option>{value}</option>}
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
