import { NativeSelect, SimpleGrid, TextInput, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { METHOD_TYPES } from '@commerce/console-api/routes/order-messages.ts';
import { useTexts } from '../../../lib/texts.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';

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
