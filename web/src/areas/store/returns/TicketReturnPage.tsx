import { useState } from 'react';
import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { IconArrowLeft, IconBarcode, IconReceiptRefund } from '@tabler/icons-react';
import { Link } from 'react-router';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave, hasUnsaved } from '../../../lib/unsaved.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { lastShop } from '../pos/cart.ts';
import { useScans } from '../pos/use-scans.ts';
import { TicketReturn } from './TicketReturn.tsx';

/** Number of a ticket as printed (`#1001`) or scanned. */
const numberOf = (text: string): string => text.replace(/^\s*#?\s*/, '').trim();

/** Return at the till: finds a sale by its ticket, and takes items of it back. */
export default function TicketReturnPage() {
  const t = useTexts('returns');
  const { id: store } = useStore();
  const [ticket, setTicket] = useFilter('ticket');
  const [typed, setTyped] = useState(ticket);
  const find = (text: string) =>
    confirmLeave(hasUnsaved(), () => {
      setTyped(numberOf(text));
      setTicket(numberOf(text));
    });
  useScans(find);
  return (
    <>
      <PageHeader
        title={t('title')}
        about={t('about')}
        actions={
          <Button
            component={Link}
            to={`/stores/${store}/pos`}
            variant="default"
            size="md"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
          >
            {t('back')}
          </Button>
        }
      />
      <PlainForm onSave={() => find(typed)}>
        <Group align="flex-end" mb="lg" wrap="nowrap">
          <TextInput
            label={t('find.label')}
            size="md"
            flex="1 1 16rem"
            maw={360}
            inputMode="numeric"
            maxLength={30}
            autoComplete="off"
            autoFocus
            leftSection={<IconBarcode size={20} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="md" flex="none" disabled={numberOf(typed) === ''}>
            {t('find.save')}
          </Button>
        </Group>
      </PlainForm>
      {ticket === '' ? (
        <EmptyState
          icon={<IconReceiptRefund size={24} />}
          title={t('find.none')}
          about={t('find.noneAbout')}
        />
      ) : (
        <Ticket key={ticket} number={ticket} next={() => find('')} />
      )}
    </>
  );
}

function Ticket({ number, next }: { number: string; next: () => void }) {
  const t = useTexts('returns');
  const { id: store } = useStore();
  const params = { store, order: number };
  const read = useRead(orderRoutes.get, { params });
  const payments = useRead(orderRoutes.payments, { params });
  // Another round starts over with the current order.
  const [round, startRound] = useState(0);
  const reload = async () => {
    await Promise.all([read.refetch(), payments.refetch()]);
    startRound(round + 1);
  };
  const error = read.error ?? payments.error;
  if (error?.status === 404)
    return <EmptyState title={t('find.unknown', { number })} about={t('find.unknownAbout')} />;
  if (read.data === undefined || payments.data === undefined) {
    if (error) return <ErrorState error={error} retry={() => void reload()} />;
    return <Skeleton height={320} />;
  }
  const { order } = read.data;
  const shop = lastShop(store);
  const toOrder = (
    <Button component={Link} to={`/stores/${store}/orders/${order.id}`} variant="default">
      {t('toOrder')}
    </Button>
  );
  if (order.source !== 'pos')
    return <EmptyState title={t('notPos')} about={t('notPosAbout')} action={toOrder} />;
  if (shop !== null && shop !== order.shopId)
    return (
      <EmptyState
        title={t('otherShop', { shop: order.shopName })}
        about={t('otherShopAbout')}
        action={toOrder}
      />
    );
  return (
    <TicketReturn
      key={round}
      order={order}
      payments={payments.data}
      toOrder={toOrder}
      reload={() => void reload()}
      next={next}
    />
  );
}
