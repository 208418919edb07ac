import { useState } from 'react';
import { Alert, Skeleton, Stack, Title } from '@mantine/core';
import { registerRoutes, type RegisterSummary } from '@commerce/console-api/routes/registers.ts';
import { useRead, useReadPages } from '../../../lib/api.ts';
import { dayAndTime } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { lastShop } from '../pos/cart.ts';
import { ShopSelect } from '../stock/ShopSelect.tsx';
import { useShop } from '../stock/use-shop.ts';
import { CurrentRegister } from './CurrentRegister.tsx';
import { Difference } from './Difference.tsx';
import { OpenForm } from './OpenForm.tsx';
import { SessionModal } from './SessionModal.tsx';

/** Time after which new sales appear in the sums, in ms. */
const REFRESH_MS = 15_000;

/** Cash register of a shop, and its past sessions. */
export default function RegisterPage() {
  const t = useTexts('register');
  const { id: store } = useStore();
  const { shops, shop: chosen, isChosen, setShop, error, refetch } = useShop();
  const last = lastShop(store);
  // The shop of the till, unless another one was chosen.
  const shop = !isChosen && shops.some(({ value }) => value === last) ? last! : chosen;
  const [shown, show] = useState<string | null>(null);
  if (error && shop === undefined) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        wide
        title={t('title')}
        about={t('about')}
        actions={<ShopSelect label={t('shop')} shops={shops} shop={shop} setShop={setShop} />}
      />
      {shop === undefined ? (
        <Skeleton height={240} />
      ) : (
        <Stack gap="lg">
          <Now key={shop} shop={shop} onClosed={show} />
          <Past shop={shop} show={show} />
        </Stack>
      )}
      {shown === null ? null : <SessionModal id={shown} close={() => show(null)} />}
    </>
  );
}

function Now({ shop, onClosed }: { shop: string; onClosed: (session: string) => void }) {
  const t = useTexts('register');
  const { id: store } = useStore();
  const input = { params: { store }, query: { shop } };
  const read = useRead(registerRoutes.current, input, { everyMs: REFRESH_MS });
  if (read.data === undefined || read.isPlaceholderData)
    return read.error ? (
      <ErrorState error={read.error} retry={() => void read.refetch()} />
    ) : (
      <Skeleton height={240} />
    );
  const { register } = read.data;
  if (register === null) return <OpenForm shop={shop} />;
  const { session, openedByName, openedAt } = register;
  if (session !== null) return <CurrentRegister session={session} onClosed={onClosed} />;
  return (
    <Alert variant="light" color="gray" title={t('ofOther.title')}>
      {t('ofOther.about', { name: openedByName ?? t('unknown'), at: dayAndTime(openedAt) })}
    </Alert>
  );
}

function Past({ shop, show }: { shop: string; show: (session: string) => void }) {
  const t = useTexts('register');
  const { id: store } = useStore();
  const pages = useReadPages(registerRoutes.list, { params: { store }, query: { shop } });
  const columns: Column<RegisterSummary>[] = [
    {
      key: 'opened',
      title: t('field.opened'),
      phone: 'title',
      cell: ({ id, openedAt }) => <RowTitle onClick={() => show(id)}>{dayAndTime(openedAt)}</RowTitle>,
    },
    {
      key: 'openedBy',
      title: t('field.openedBy'),
      phone: 'under',
      cell: ({ openedByName }) => openedByName ?? t('unknown'),
    },
    {
      key: 'closed',
      title: t('field.closed'),
      priority: 3,
      cell: ({ closedAt }) => (closedAt === undefined ? t('open.now') : <Timestamp at={closedAt} />),
    },
    {
      key: 'closedBy',
      title: t('field.closedBy'),
      priority: 2,
      cell: ({ closedAt, closedByName }) => (closedAt === undefined ? '—' : (closedByName ?? t('unknown'))),
    },
    {
      key: 'expected',
      title: t('field.expected'),
      end: true,
      cell: ({ expectedCentavos }) => <Money centavos={expectedCentavos} />,
    },
    {
      key: 'counted',
      title: t('field.counted'),
      end: true,
      phone: 'end',
      cell: ({ countedCentavos }) => <Money centavos={countedCentavos} />,
    },
    {
      key: 'difference',
      title: t('field.difference'),
      end: true,
      phone: 'underEnd',
      cell: ({ countedCentavos, expectedCentavos }) =>
        countedCentavos === undefined ? (
          t('open.now')
        ) : (
          <Difference centavos={countedCentavos - expectedCentavos} />
        ),
    },
  ];
  return (
    <section aria-labelledby="sessions">
      <Title order={2} size="h5" mb="sm" id="sessions">
        {t('past.title')}
      </Title>
      <DataTable
        label={t('past.title')}
        columns={columns}
        pages={pages}
        empty={<EmptyState title={t('past.empty')} about={t('past.emptyAbout')} />}
      />
    </section>
  );
}
