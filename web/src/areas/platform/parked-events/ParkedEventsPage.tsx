import { NativeSelect, TextInput } from '@mantine/core';
import { PARKING_SERVICES } from '@commerce/console-api/routes/parked-events.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ParkedEventsTable } from './ParkedEventsTable.tsx';
import { ReplayAllButton } from './ReplayAllButton.tsx';

/** Converts a `datetime-local` value, in the browser's time zone, to ISO 8601; undefined when empty or invalid. */
const toTimestamp = (local: string): string | undefined =>
  local === '' || Number.isNaN(Date.parse(local)) ? undefined : new Date(local).toISOString();

/** Events that services failed to handle, with replay and discard. */
export default function ParkedEventsPage() {
  const t = useTexts('parked');
  const [service, setService] = useFilter('service');
  const [type, setType] = useFilter('type');
  const [q] = useFilter('q');
  const [since, setSince] = useFilter('since');
  const [until, setUntil] = useFilter('until');
  const filter = {
    service: PARKING_SERVICES.find((name) => name === service),
    type: type === '' ? undefined : type,
    error: q === '' ? undefined : q,
    since: toTimestamp(since),
    until: toTimestamp(until),
  };
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} actions={<ReplayAllButton filter={filter} />} />
      <FilterBar label={t('search')}>
        <NativeSelect
          label={t('service')}
          value={service}
          onChange={(event) => setService(event.currentTarget.value)}
          data={[{ value: '', label: t('anyService') }, ...PARKING_SERVICES]}
        />
        <TextInput
          key={type}
          label={t('type')}
          defaultValue={type}
          maxLength={100}
          placeholder="product.updated"
          onBlur={(event) => setType(event.currentTarget.value.trim())}
        />
        <TextInput
          label={t('since')}
          type="datetime-local"
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <TextInput
          label={t('until')}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </FilterBar>
      <ParkedEventsTable filter={filter} />
    </>
  );
}
