import { NativeSelect, TextInput } from '@mantine/core';
import { REQUEST_CODES, REQUEST_STATUSES } from '@commerce/console-api/routes/requests.ts';
import { fromLocal } from '../../../lib/format.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';

const orUndefined = (value: string): string | undefined => (value === '' ? undefined : value);

/** Filters of the URL as the query of the list. */
export function useFailureQuery() {
  const [requestId] = useFilter('requestId');
  const [store] = useFilter('store');
  const [route] = useFilter('route');
  const [status] = useFilter('status');
  const [code] = useFilter('code');
  const [from] = useFilter('from');
  const [to] = useFilter('to');
  return {
    requestId: orUndefined(requestId),
    store: orUndefined(store),
    route: orUndefined(route),
    status: REQUEST_STATUSES.find((each) => String(each) === status),
    code: REQUEST_CODES.find((each) => each === code),
    from: fromLocal(from),
    to: fromLocal(to),
  };
}

/** @param routes routes with requests */
export function FailureFilters({ routes }: { routes: string[] }) {
  const t = useTexts('requests');
  return (
    <FilterBar>
      <TextFilter name="requestId" label={t('list.requestId')} w={300} maxLength={128} />
      <SelectFilter name="route" label={t('list.route')} w={220} options={routes} />
      <SelectFilter name="status" label={t('list.status')} w={130} options={REQUEST_STATUSES.map(String)} />
      <SelectFilter name="code" label={t('list.error')} w={200} options={REQUEST_CODES} />
      <TextFilter name="store" label={t('list.storeId')} w={160} maxLength={64} placeholder="sto_…" />
      <TimeFilter name="from" label={t('list.from')} />
      <TimeFilter name="to" label={t('list.to')} />
    </FilterBar>
  );
}

interface FilterProps {
  name: string;
  label: string;
  w: number;
}

function TextFilter({ name, ...props }: FilterProps & { maxLength: number; placeholder?: string }) {
  const [value, setValue] = useFilter(name);
  return (
    <TextInput
      key={value}
      {...props}
      defaultValue={value}
      onBlur={(event) => setValue(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setValue(event.currentTarget.value.trim());
      }}
    />
  );
}

function SelectFilter({ name, options, ...props }: FilterProps & { options: readonly string[] }) {
  const t = useTexts('requests');
  const [value, setValue] = useFilter(name);
  // The value of the URL may have no requests in the last 7 days.
  const all = value === '' || options.includes(value) ? options : [...options, value];
  return (
    <NativeSelect
      {...props}
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
      data={[{ value: '', label: t('list.all') }, ...all]}
    />
  );
}

function TimeFilter({ name, label }: { name: string; label: string }) {
  const [value, setValue] = useFilter(name);
  return (
    <TextInput
      label={label}
      w={205}
      type="datetime-local"
      value={value}
      onChange={(event) => setValue(event.currentTarget.value)}
    />
  );
}
