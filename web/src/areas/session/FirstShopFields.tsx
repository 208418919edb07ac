import { Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTexts } from '../../lib/texts.ts';

/** First shop of a store as typed. */
export interface TypedShop {
  phone: string;
  street: string;
  streetNumber: string;
  city: string;
  postalCode: string;
}

export const NO_SHOP: TypedShop = { phone: '', street: '', streetNumber: '', city: '', postalCode: '' };

/** Fields of the first shop, at `shop` of the form. */
export function FirstShopFields<Values extends { shop: TypedShop }>({
  form,
}: {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>;
}) {
  const t = useTexts('session');
  const field = (name: keyof TypedShop) => ({
    label: t(`firstShop.${name}`),
    required: true,
    withAsterisk: false,
    ...form.getInputProps(`shop.${name}`),
  });
  return (
    <Fieldset legend={t('firstShop.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('firstShop.about')}
        </Text>
        <Group grow align="flex-start" preventGrowOverflow={false} wrap="nowrap">
          <TextInput {...field('street')} maxLength={255} autoComplete="address-line1" />
          <TextInput
            {...field('streetNumber')}
            required={false}
            inputMode="numeric"
            pattern="[0-9]{0,6}"
            maw={110}
            autoComplete="off"
          />
        </Group>
        <Group grow align="flex-start" preventGrowOverflow={false} wrap="nowrap">
          <TextInput {...field('city')} maxLength={255} autoComplete="address-level2" />
          <TextInput {...field('postalCode')} maxLength={16} maw={110} autoComplete="postal-code" />
        </Group>
        <TextInput {...field('phone')} type="tel" maxLength={64} autoComplete="tel" />
      </Stack>
    </Fieldset>
  );
}
