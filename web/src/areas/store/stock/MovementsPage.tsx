import { MOVEMENT_KINDS } from '@commerce/console-api/routes/stock.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DaysFilter } from '../../../ui/DaysFilter.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilterBar, FilterSelect } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ViewMenu } from '../../../ui/ViewMenu.tsx';
import { fromLocalTime } from '../promotions/local-time.ts';
import { Ledger } from './Ledger.tsx';
import { ShopSelect } from './ShopSelect.tsx';
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
  const { shops, shop, setShop, error, refetch } = useShop();
  const [param] = useFilter('kind');
  const [from] = useFilter('from');
  const [to] = useFilter('to');
  const kind = MOVEMENT_KINDS.find((name) => name === param);
  if (shop === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <>
      <PageHeader wide title={t('ledger.title')} about={t('ledger.about')} />
      <FilterBar tools={<ViewMenu />}>
        <ShopSelect label={t('list.shop')} shops={shops} shop={shop} setShop={setShop} />
        <FilterSelect
          name="kind"
          label={t('ledger.what')}
          data={MOVEMENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <DaysFilter />
      </FilterBar>
      <Ledger shop={shop} kind={kind} since={dayOf(from)} until={dayOf(to, 1)} />
    </>
  );
}
