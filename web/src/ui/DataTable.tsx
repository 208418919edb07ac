import type { ReactNode } from 'react';
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
  /** Hidden when the table is too narrow for all columns. */
  minor?: boolean;
}

/**
 * Paged list: rows, "load more", skeletons while loading, and empty and error states. On narrow screens minor columns
 * are hidden; on a phone each row becomes a card whose first column is its title.
 */
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
  if (pages.error !== null && pages.items === undefined)
    return <ErrorState error={pages.error} retry={pages.refetch} />;
  const { items } = pages;
  return (
    <div className={classes['card']} aria-busy={items === undefined || pages.isStale}>
      <VisuallyHidden role="status">
        {items === undefined ? t('loading') : t('table.count', { count: items.length })}
      </VisuallyHidden>
      {items?.length === 0 ? (
        empty
      ) : (
        <Table className={`${classes['table']} ${pages.isStale ? classes['stale'] : ''}`} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ key, title, ...column }) => (
                <Table.Th key={key} className={classOf(column)}>
                  {title === '' ? <VisuallyHidden>{t('table.actions')}</VisuallyHidden> : title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items === undefined ? (
              <SkeletonRows columns={columns.length} />
            ) : (
              items.map((item) => (
                <Table.Tr key={rowKey(item)}>
                  {columns.map(({ key, title, cell, ...column }) => (
                    <Table.Td key={key} data-label={title} className={classOf(column)}>
                      <div className={classes['cell']}>{cell(item)}</div>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            )}
          </Table.Tbody>
        </Table>
      )}
      <More pages={pages} />
    </div>
  );
}

const classOf = ({ end, minor }: Pick<Column<never>, 'end' | 'minor'>): string =>
  [end ? classes['end'] : '', minor ? classes['minor'] : ''].join(' ').trim();

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_row, row) => (
    <Table.Tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_column, column) => (
        <Table.Td key={column} data-label="">
          <Skeleton height={12} width={column === 0 ? '70%' : '45%'} />
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
