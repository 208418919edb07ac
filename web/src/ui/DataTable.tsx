import { useDeferredValue, type ReactNode } from 'react';
import { Button, Center, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Pages } from '../lib/api.ts';
import { useTexts } from '../lib/texts.ts';
import { ErrorState } from './ErrorState.tsx';
import classes from './ui.module.css';

/** Column: its header, and its cell for a row. */
export interface Column<Item> {
  /** Unique in the table. */
  key: string;
  /** Empty for a column of actions. */
  title: string;
  cell: (item: Item) => ReactNode;
  /** Aligned to the end, for figures. */
  end?: boolean;
  /** Takes up and gives way to the width that other columns leave; by default the first column does. */
  main?: boolean;
  /** Prose, on as many lines as it needs. Other cells have one line, cut at the width of the column. */
  wrap?: boolean;
  /** When the table is too narrow, columns of 4 are dropped first, then 3, then 2; those of 1, the default, never. */
  priority?: 1 | 2 | 3 | 4;
  /**
   * Place in the two-line row of a phone; columns without one are dropped there. In a table without any, a row becomes a
   * card of labeled lines on a phone, whose first column is its title.
   */
  phone?: 'lead' | 'title' | 'end' | 'under' | 'underEnd';
}

/** Number of columns up to which the main one takes half the table. */
const MAX_FEW_COLUMNS = 5;
/** Number of rows of a new list that are shown first, more than a screen has; the others follow at once. */
const FIRST_ROWS = 20;

/** Paged list: rows, "load more", skeletons while loading, and empty and error states. */
export function DataTable<Item extends { id: string }>({
  label,
  columns,
  pages,
  empty,
  rowKey = (item) => item.id,
}: {
  /** Accessible name of the table. */
  label: string;
  columns: Column<Item>[];
  /** Result of `useReadPages`. */
  pages: Pages<Item>;
  empty: ReactNode;
  rowKey?: (item: Item) => string;
}) {
  const t = useTexts('common');
  const isLoading = pages.items === undefined || pages.isStale;
  const wasLoading = useDeferredValue(isLoading);
  if (pages.error !== null && pages.items === undefined)
    return <ErrorState error={pages.error} retry={pages.refetch} />;
  const { items } = pages;
  const rows = wasLoading && !isLoading ? items?.slice(0, FIRST_ROWS) : items;
  const folds = columns.some(({ phone }) => phone !== undefined);
  const cells = cellsOf(columns);
  const kind = [
    classes['table'],
    folds ? classes['folding'] : classes['cards'],
    columns.length <= MAX_FEW_COLUMNS ? classes['few'] : '',
  ].join(' ');
  return (
    <div className={classes['card']} data-list aria-busy={isLoading}>
      <VisuallyHidden role="status">
        {items === undefined ? t('loading') : t('table.count', { count: items.length })}
      </VisuallyHidden>
      {items?.length === 0 ? (
        empty
      ) : (
        <Table className={`${kind} ${pages.isStale ? classes['stale'] : ''}`} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {cells.map(({ column, className }) => (
                <Table.Th key={column.key} className={className}>
                  {column.title === '' ? <VisuallyHidden>{t('table.actions')}</VisuallyHidden> : column.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows === undefined ? (
              <SkeletonRows cells={cells} />
            ) : (
              rows.map((item) => <Row key={rowKey(item)} item={item} cells={cells} />)
            )}
          </Table.Tbody>
        </Table>
      )}
      <More pages={pages} />
    </div>
  );
}

/** A column with what its cells have in common. */
interface Cell<Item> {
  column: Column<Item>;
  className: string;
  /** Place on a phone; a cell without another above or below it takes both lines. */
  place: string | undefined;
}

function cellsOf<Item>(columns: Column<Item>[]): Cell<Item>[] {
  const hasMain = columns.some(({ main }) => main);
  const placeOf = ({ phone }: Column<Item>): string | undefined => {
    const whole = (under: string) =>
      columns.every((other) => other.phone !== under) ? `${phone}Whole` : phone;
    if (phone === 'title') return whole('under');
    return phone === 'end' ? whole('underEnd') : phone;
  };
  return columns.map((column, at) => {
    const names = [
      column.end ? classes['end'] : '',
      (hasMain ? column.main : at === 0) ? classes['main'] : '',
      column.wrap ? classes['prose'] : '',
      column.title === '' ? classes['narrow'] : '',
      classes[`priority${column.priority ?? 1}`],
    ];
    return { column, className: names.join(' ').trim(), place: placeOf(column) };
  });
}

/** Without Mantine's elements of rows and cells, of which a page has hundreds. */
function Row<Item>({ item, cells }: { item: Item; cells: Cell<Item>[] }) {
  return (
    <tr className={Table.classes['tr']} data-with-row-border>
      {cells.map(({ column, className, place }) => (
        <td
          key={column.key}
          data-label={column.title}
          data-phone={place}
          className={`${Table.classes['td']} ${className}`}
        >
          <div className={classes['cell']}>{column.cell(item)}</div>
        </td>
      ))}
    </tr>
  );
}

/** Rows of the height and the columns of those to come. */
function SkeletonRows<Item>({ cells }: { cells: Cell<Item>[] }) {
  return Array.from({ length: 12 }, (_row, row) => (
    <Table.Tr key={row} aria-hidden>
      {cells.map(({ column, className, place }, at) => (
        <Table.Td key={column.key} data-label="" data-phone={place} className={className}>
          <Skeleton height={12} width={at === 0 ? '60%' : '4rem'} ml={column.end ? 'auto' : undefined} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function More({ pages }: { pages: Pages<never> | Pages<{ id: string }> }) {
  const t = useTexts('common');
  if (pages.error !== null) return <ErrorState error={pages.error} retry={pages.more} />;
  if (!pages.hasMore) return null;
  return (
    <Center p="sm">
      <Button variant="subtle" onClick={pages.more} loading={pages.isReadingMore}>
        <Text span inherit>
          {t('table.more')}
        </Text>
      </Button>
    </Center>
  );
}
