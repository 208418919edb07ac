import { NativeSelect, SimpleGrid, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Person } from '@commerce/console-api/routes/customers.ts';
import type { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { METHOD_TYPES, type OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import { useTexts } from '../../../lib/texts.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';

/** Values of a shipping form; empty strings for missing fields. */
export interface ShippingValues {
  methodType: (typeof METHOD_TYPES)[number];
  methodName: string;
  priceCentavos: number | null;
  address: {
    street: string;
    streetNumber: string;
    apartment: string;
    city: string;
    state: string;
    postalCode: string;
    notes: string;
  };
  recipientName: string;
  recipientPhone: string;
  recipientDocument: string;
  carrier: string;
}

/** Form values of an order's shipping, or of none. */
export function shippingValues(shipping: OrderDetail['shipping'], methodName = ''): ShippingValues {
  const address = shipping?.address;
  return {
    methodType: shipping?.methodType ?? 'local_delivery',
    methodName: shipping?.methodName ?? methodName,
    priceCentavos: shipping?.priceCentavos ?? 0,
    address: {
      street: address?.street ?? '',
      streetNumber: address?.streetNumber ?? '',
      apartment: address?.apartment ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      postalCode: address?.postalCode ?? '',
      notes: address?.notes ?? '',
    },
    recipientName: shipping?.recipientName ?? '',
    recipientPhone: shipping?.recipientPhone ?? '',
    recipientDocument: shipping?.recipientDocument ?? '',
    carrier: shipping?.carrier ?? '',
  };
}

/** Request body of a form: a pickup keeps the address that it had. */
export function shippingOf(
  { priceCentavos, address, ...rest }: ShippingValues,
  before: OrderDetail['shipping'],
): Omit<InputOf<typeof orderRoutes.setShipping>['body'], 'version'> {
  return {
    ...rest,
    priceCentavos: priceCentavos ?? 0,
    address: rest.methodType === 'pickup' ? pickupAddress(before) : address,
    trackingNumber: before?.trackingNumber,
    trackingUrl: before?.trackingUrl,
  };
}

/** Required shipping fields that are empty, by their form paths, with the message for each. */
export function shippingProblems(
  shipping: ShippingValues,
  path: string,
  missing: string,
): Record<string, string> {
  const { street, streetNumber, city, state, postalCode } = shipping.address;
  const address = { street, streetNumber, city, state, postalCode };
  const needed = {
    methodName: shipping.methodName,
    recipientName: shipping.recipientName,
    ...(shipping.methodType === 'pickup'
      ? {}
      : Object.fromEntries(Object.entries(address).map(([name, value]) => [`address.${name}`, value]))),
  };
  const empty = Object.entries(needed).filter(([, value]) => value.trim() === '');
  return Object.fromEntries(empty.map(([name]) => [`${path}${name}`, missing]));
}

/** Shipping with the empty fields filled from the buyer's data. */
export function withBuyer(
  shipping: ShippingValues,
  { name, phone, dni, shippingAddresses }: Person,
): ShippingValues {
  const [known] = shippingAddresses;
  const isUntouched = Object.values(shipping.address).every((value) => value === '');
  return {
    ...shipping,
    recipientName: shipping.recipientName || name,
    recipientPhone: shipping.recipientPhone || phone,
    recipientDocument: shipping.recipientDocument || (dni ?? ''),
    address:
      known === undefined || !isUntouched
        ? shipping.address
        : { ...known, apartment: known.apartment ?? '', notes: known.notes ?? '' },
  };
}

const pickupAddress = (before: OrderDetail['shipping']) =>
  before?.methodType === 'pickup' ? before.address : undefined;

/** Form fields of a shipping, at `path` of the form values. */
export function ShippingFields({
  form,
  path,
}: {
  // eslint-disable-next-line typescript/no-explicit-any -- part of forms of several shapes
  form: UseFormReturnType<any>;
  /** With a trailing dot; empty when the form contains only a shipping. */
  path: string;
}) {
  const t = useTexts('orders');
  const input = (name: string) => form.getInputProps(`${path}${name}`);
  const { value: methodType } = input('methodType') as { value: string };
  const price = input('priceCentavos');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('shipping.method')}
          data={METHOD_TYPES.map((value) => ({ value, label: t(`method.${value}`) }))}
          {...input('methodType')}
        />
        <TextInput label={t('shipping.methodName')} required maxLength={200} {...input('methodName')} />
        <MoneyInput
          label={t('shipping.price')}
          required
          value={price.value as number | null}
          onChange={price.onChange}
          error={price.error}
        />
        {methodType === 'carrier' ? (
          <TextInput label={t('shipping.carrier')} maxLength={100} {...input('carrier')} />
        ) : null}
        <TextInput label={t('shipping.recipient')} required maxLength={200} {...input('recipientName')} />
        <TextInput label={t('shipping.phone')} type="tel" maxLength={100} {...input('recipientPhone')} />
        <TextInput label={t('shipping.document')} maxLength={100} {...input('recipientDocument')} />
      </SimpleGrid>
      {methodType === 'pickup' ? null : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm">
          <TextInput label={t('shipping.street')} required maxLength={200} {...input('address.street')} />
          <TextInput
            label={t('shipping.streetNumber')}
            required
            maxLength={20}
            {...input('address.streetNumber')}
          />
          <TextInput label={t('shipping.apartment')} maxLength={50} {...input('address.apartment')} />
          <TextInput label={t('shipping.city')} required maxLength={100} {...input('address.city')} />
          <TextInput label={t('shipping.state')} required maxLength={100} {...input('address.state')} />
          <TextInput
            label={t('shipping.postalCode')}
            required
            maxLength={20}
            {...input('address.postalCode')}
          />
          <Textarea label={t('shipping.notes')} maxLength={500} autosize {...input('address.notes')} />
        </SimpleGrid>
      )}
    </>
  );
}
