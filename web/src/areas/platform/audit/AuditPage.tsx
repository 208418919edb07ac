import { TextInput } from '@mantine/core';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AuditTable } from './AuditTable.tsx';

/** Audit log of apps, developers and stores. */
export default function AuditPage() {
  const t = useTexts('platform');
  const [subject, setSubject] = useFilter('subject');
  return (
    <>
      <PageHeader title={t('audit.title')} about={t('audit.about')} />
      <FilterBar>
        <TextInput
          label={t('audit.subjectId')}
          placeholder="app_… / dev_… / sto_…"
          value={subject}
          maxLength={64}
          miw={320}
          onChange={(event) => setSubject(event.currentTarget.value.trim())}
        />
      </FilterBar>
      <AuditTable subject={subject} />
    </>
  );
}
