import { Button, Card, Grid, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import type { CustomerBody } from '@commerce/console-api/routes/customers.ts';
import { useTexts } from '../../../lib/texts.ts';

type Form = UseFormReturnType<CustomerBody>;

const MAX_ADDRESSES = 20;
const EMPTY = { street: '', streetNumber: '', apartment: '', city: '', state: '', postalCode: '', notes: '' };

/** Shipping addresses of a customer. */
export function AddressFields({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const t = useTexts('customers');
  const addresses = form.values.shippingAddresses;
  return (
    <Card withBorder component="section" mt="md">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h5">
            {t('address.title')}
          </Title>
          {readOnly || addresses.length >= MAX_ADDRESSES ? null : (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => form.insertListItem('shippingAddresses', EMPTY)}
            >
              {t('address.add')}
            </Button>
          )}
        </Group>
        {addresses.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('address.none')}
          </Text>
        ) : null}
        {addresses.map((_address, at) => (
          // Addresses have no identity other than their index in the list.
          <OneAddress key={at} form={form} at={at} readOnly={readOnly} />
        ))}
      </Stack>
    </Card>
  );
}

function OneAddress({ form, at, readOnly }: { form: Form; at: number; readOnly: boolean }) {
  const t = useTexts('customers');
  const field = (name: string) => ({ ...form.getInputProps(`shippingAddresses.${at}.${name}`), readOnly });
  return (
    <Stack gap="xs" role="group" aria-label={t('address.number', { number: at + 1 })}>
      <Grid gap="xs">
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <TextInput label={t('address.street')} maxLength={200} required {...field('street')} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 3 }}>
          <TextInput label={t('address.streetNumber')} maxLength={20} required {...field('streetNumber')} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 3 }}>
          <TextInput label={t('address.apartment')} maxLength={50} {...field('apartment')} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 5 }}>
          <TextInput label={t('address.city')} maxLength={100} required {...field('city')} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 4 }}>
          <TextInput label={t('address.state')} maxLength={100} required {...field('state')} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 3 }}>
          <TextInput label={t('address.postalCode')} maxLength={20} required {...field('postalCode')} />
        </Grid.Col>
      </Grid>
      <TextInput label={t('address.notes')} maxLength={500} {...field('notes')} />
      {readOnly ? null : (
        <Group justify="flex-end">
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => form.removeListItem('shippingAddresses', at)}
          >
            {t('address.remove', { number: at + 1 })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
