import { useState, type ReactNode } from 'react';
import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { hasUnsaved, confirmLeave } from '../../../lib/unsaved.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Card, Facts } from './Card.tsx';
import { isOpen } from './labels.ts';
import { ShippingFields } from './ShippingFields.tsx';
import { shippingOf, shippingProblems, shippingValues, type ShippingValues } from './shipping-values.ts';
import { useOrderAct } from './use-order-act.ts';

/** Shipping of an order and tracking of its parcel. */
export function ShippingCard({ order }: { order: OrderDetail }) {
  const t = useTexts('orders');
  const may = useMay();
  const [dialog, open] = useState<'edit' | 'track' | null>(null);
  const { shipping } = order;
  if (shipping === undefined)
    return (
      <Card title={t('shipping.title')}>
        <Text size="sm" c="dimmed">
          {t('shipping.counter')}
        </Text>
      </Card>
    );
  const edits = may('sell') && isOpen(order.status);
  return (
    <Card
      title={t('shipping.title')}
      actions={
        <>
          {may('sell') ? (
            <Button variant="default" size="xs" onClick={() => open('track')}>
              {t('shipping.track')}
            </Button>
          ) : null}
          {edits ? (
            <Button variant="default" size="xs" onClick={() => open('edit')}>
              {t('shipping.edit')}
            </Button>
          ) : null}
        </>
      }
    >
      <ShippingFacts shipping={shipping} />
      <Dialog title={t('shipping.edit')} opened={dialog === 'edit'} onClose={() => open(null)}>
        <EditShipping order={order} onDone={() => open(null)} />
      </Dialog>
      <Dialog title={t('shipping.track')} opened={dialog === 'track'} onClose={() => open(null)}>
        <Track order={order} onDone={() => open(null)} />
      </Dialog>
    </Card>
  );
}

export function ShippingFacts({ shipping }: { shipping: NonNullable<OrderDetail['shipping']> }) {
  const t = useTexts('orders');
  const { address } = shipping;
  return (
    <Facts
      facts={[
        [t('shipping.method'), `${t(`method.${shipping.methodType}`)} · ${shipping.methodName}`],
        [t('shipping.price'), <Money key="price" centavos={shipping.priceCentavos} />],
        [t('shipping.recipient'), shipping.recipientName],
        [t('shipping.phone'), shipping.recipientPhone],
        [t('shipping.document'), shipping.recipientDocument],
        [t('shipping.address'), address && addressText(address)],
        [t('shipping.notes'), address?.notes],
        [t('shipping.carrier'), shipping.carrier],
        [t('shipping.trackingNumber'), shipping.trackingNumber],
        [
          t('shipping.trackingUrl'),
          shipping.trackingUrl && (
            <Anchor key="url" href={shipping.trackingUrl} target="_blank" rel="noreferrer" size="sm">
              {shipping.trackingUrl}
            </Anchor>
          ),
        ],
      ]}
    />
  );
}

/** Address in one line. */
export function addressText(address: NonNullable<NonNullable<OrderDetail['shipping']>['address']>): string {
  const { street, streetNumber, apartment, city, state, postalCode } = address;
  const first = [street, streetNumber, apartment].filter(Boolean).join(' ');
  return [first, city, state, postalCode].filter(Boolean).join(', ');
}

function Dialog({
  title,
  opened,
  onClose,
  children,
}: {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const common = useTexts('common');
  return (
    <Modal
      opened={opened}
      onClose={() => confirmLeave(hasUnsaved(), onClose)}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {children}
    </Modal>
  );
}

function EditShipping({ order, onDone }: { order: OrderDetail; onDone: () => void }) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const common = useTexts('common');
  const act = useOrderAct(orderRoutes.setShipping, onDone);
  const params = { store, order: order.id };
  const readNow = useReadNow();
  const { form, versioned } = useEditForm<OrderDetail, ShippingValues>({
    entity: order,
    versionOf: ({ updatedAt }) => updatedAt,
    valuesOf: ({ shipping }) => shippingValues(shipping),
    validate: (values) => shippingProblems(values, '', common('problems.missing')),
    read: async () => (await readNow(orderRoutes.get, { params })).order,
    save: (values, { shipping, updatedAt }) =>
      act.mutateAsync({ params, body: { ...shippingOf(values, shipping), version: updatedAt } }),
  });
  const labels: Record<keyof ShippingValues, string> = {
    methodType: t('shipping.method'),
    methodName: t('shipping.methodName'),
    priceCentavos: t('shipping.price'),
    address: t('shipping.address'),
    recipientName: t('shipping.recipient'),
    recipientPhone: t('shipping.phone'),
    recipientDocument: t('shipping.document'),
    carrier: t('shipping.carrier'),
  };
  const show = (field: string, value: unknown) => {
    if (field === 'methodType') return t(`method.${String(value)}`);
    return field === 'priceCentavos' ? <Money centavos={value as number | null} /> : undefined;
  };
  return (
    <form noValidate onSubmit={form.onSubmit(versioned.save)}>
      <ChangedDialog
        versioned={versioned}
        label={(field) => labels[field as keyof ShippingValues]}
        show={show}
        at={({ updatedAt }) => updatedAt}
      />
      <FormProblems error={act.error} form={form} />
      <ShippingFields form={form} path="" />
      <Submit
        label={t('shipping.save')}
        pending={act.isPending}
        onCancel={() => confirmLeave(versioned.isDirty, onDone)}
      />
    </form>
  );
}

function Track({ order, onDone }: { order: OrderDetail; onDone: () => void }) {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const act = useOrderAct(orderRoutes.setTracking, onDone);
  const params = { store, order: order.id };
  const readNow = useReadNow();
  const { form, versioned } = useEditForm<OrderDetail, { trackingNumber: string; trackingUrl: string }>({
    entity: order,
    versionOf: ({ updatedAt }) => updatedAt,
    valuesOf: ({ shipping }) => ({
      trackingNumber: shipping?.trackingNumber ?? '',
      trackingUrl: shipping?.trackingUrl ?? '',
    }),
    read: async () => (await readNow(orderRoutes.get, { params })).order,
    save: (body, { updatedAt }) => act.mutateAsync({ params, body: { ...body, version: updatedAt } }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(versioned.save)}>
      <ChangedDialog
        versioned={versioned}
        label={(field) => t(`shipping.${field}`)}
        at={({ updatedAt }) => updatedAt}
      />
      <FormProblems error={act.error} form={form} />
      <Stack>
        <TextInput
          label={t('shipping.trackingNumber')}
          maxLength={100}
          {...form.getInputProps('trackingNumber')}
        />
        <TextInput
          label={t('shipping.trackingUrl')}
          type="url"
          placeholder="https://"
          maxLength={2_048}
          {...form.getInputProps('trackingUrl')}
        />
      </Stack>
      <Submit
        label={t('shipping.save')}
        pending={act.isPending}
        onCancel={() => confirmLeave(versioned.isDirty, onDone)}
      />
    </form>
  );
}

function Submit({ label, pending, onCancel }: { label: string; pending: boolean; onCancel: () => void }) {
  const common = useTexts('common');
  return (
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onCancel}>
        {common('cancel')}
      </Button>
      <Button type="submit" loading={pending}>
        {label}
      </Button>
    </Group>
  );
}
