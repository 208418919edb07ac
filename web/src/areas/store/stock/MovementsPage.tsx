import { Group, Select, TextInput } from '@mantine/core';
import { MOVEMENT_KINDS } from '@commerce/console-api/routes/stock.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { fromLocalTime } from '../promotions/local-time.ts';
import { Ledger } from './Ledger.tsx';
import { useShop } from './use-shop.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Start of a day in the store's time zone; `daysLater` 1 gives the end of the day. */
function dayOf(text: string, daysLater = 0): string | undefined {
  const start = fromLocalTime(`${text}T00:00`);
  return start && new Date(Date.parse(start) + daysLater * DAY_MS).toISOString();
}

/** Stock ledger of a shop. */
export default function MovementsPage() {
  const t = useTexts('stock');
  const common = useTexts('common');
  const { shops, shop, setShop, error, refetch } = useShop();
  const [param, setKind] = useFilter('kind');
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const kind = MOVEMENT_KINDS.find((name) => name === param);
  if (shop === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <>
      <PageHeader title={t('ledger.title')} about={t('ledger.about')} />
      <Group role="search" mb="md" align="flex-end">
        <Select
          label={t('list.shop')}
          data={shops}
          value={shop}
          onChange={setShop}
          allowDeselect={false}
          w={220}
        />
        <Select
          label={t('ledger.what')}
          placeholder={t('ledger.anyKind')}
          data={MOVEMENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind ?? null}
          onChange={setKind}
          clearable
          clearButtonProps={{ 'aria-label': common('clear') }}
          w={180}
        />
        <TextInput
          label={t('ledger.from')}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label={t('ledger.to')}
          type="date"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Group>
      <Ledger shop={shop} kind={kind} since={dayOf(from)} until={dayOf(to, 1)} />
    </>
  );
}
