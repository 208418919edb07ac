import { Select } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import type { AppStatusName } from '@commerce/console-api/routes/developer.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { AppsTable } from './AppsTable.tsx';

const STATUSES: AppStatusName[] = ['draft', 'in_review', 'rejected', 'published'];

export default function AppsPage() {
  const t = useTexts('platform');
  const review = useTexts('review');
  const [q] = useFilter('q');
  const [status, setStatus] = useFilter('status');
  const chosen = STATUSES.find((name) => name === status);
  return (
    <>
      <PageHeader title={t('apps.title')} about={t('apps.about')} />
      <FilterBar label={t('apps.search')}>
        <Select
          aria-label={t('apps.status')}
          placeholder={t('apps.anyStatus')}
          clearable
          data={STATUSES.map((value) => ({ value, label: review(`status.${value}`) }))}
          value={chosen ?? null}
          onChange={setStatus}
        />
      </FilterBar>
      <AppsTable
        q={q}
        status={chosen}
        nameOf={(app) => <RowTitle to={app.id}>{app.fields?.name ?? app.id}</RowTitle>}
        icon={<IconPuzzle />}
      />
    </>
  );
}
