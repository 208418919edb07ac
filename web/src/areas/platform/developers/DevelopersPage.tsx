import { IconCode } from '@tabler/icons-react';
import { platformRoutes, type DeveloperListed } from '@commerce/console-api/routes/platform.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';

export default function DevelopersPage() {
  const t = useTexts('platform');
  const [q] = useFilter('q');
  const developers = useReadPages(platformRoutes.listDevelopers, { query: { q: q || undefined } });
  const columns: Column<DeveloperListed>[] = [
    {
      key: 'name',
      title: t('developers.name'),
      cell: ({ id, developer }) => <RowTitle to={id}>{developer.name}</RowTitle>,
    },
    {
      key: 'state',
      title: t('developers.state'),
      cell: ({ developer }) =>
        developer.suspension === undefined ? (
          <StatusBadge tone="good">{t('developers.active')}</StatusBadge>
        ) : (
          <StatusBadge tone="bad">{t('developers.suspended')}</StatusBadge>
        ),
    },
    { key: 'apps', title: t('developers.apps'), cell: ({ apps }) => number(apps), end: true },
    {
      key: 'published',
      title: t('developers.published'),
      cell: ({ publishedApps }) => number(publishedApps),
      end: true,
    },
    {
      key: 'since',
      title: t('developers.since'),
      cell: ({ developer }) => <Timestamp at={developer.createdAt} dayOnly />,
    },
  ];
  return (
    <>
      <PageHeader title={t('developers.title')} about={t('developers.about')} />
      <FilterBar label={t('developers.search')} />
      <DataTable
        label={t('developers.title')}
        columns={columns}
        pages={developers}
        empty={<EmptyState icon={<IconCode />} title={t('developers.empty')} />}
      />
    </>
  );
}
