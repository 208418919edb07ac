import type { ComponentProps } from 'react';
import {
  Button,
  Card,
  Grid,
  SimpleGrid,
  NumberInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useNavigate } from 'react-router';
import { shopRoutes, type ShopBody } from '@commerce/console-api/routes/shops.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';

type Shop = AnswerOf<typeof shopRoutes.get>;

const EMPTY: ShopBody = {
  name: '',
  description: '',
  image: '',
  phone: '',
  email: '',
  address: { street: '', streetNumber: 0, crossStreets: '', city: '', postalCode: '' },
  schedule: [],
  isActive: true,
};

const bodyOf = ({ name, description, image, phone, email, address, schedule, isActive }: Shop): ShopBody => ({
  name,
  description: description ?? '',
  image: image ?? '',
  phone,
  email,
  address: { ...EMPTY.address, ...address, crossStreets: address?.crossStreets ?? '' },
  schedule: schedule as ShopBody['schedule'],
  isActive,
});

/** Saves a shop, new or existing, then shows it in the list. */
function useEditShop(shop: Shop | undefined) {
  const t = useTexts('shops');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const done = {
    invalidates: [shopRoutes.list, shopRoutes.get],
    onSuccess: () => {
      notifyDone(t('form.saved'));
      void navigate(`/stores/${store}/shops`);
    },
  };
  const create = useAct(shopRoutes.create, done);
  const update = useAct(shopRoutes.update, done);
  const readNow = useReadNow();
  const edit = useEditForm<Shop | undefined, ShopBody>({
    entity: shop,
    versionOf: (one) => one?.updatedAt ?? '',
    valuesOf: (one) => (one ? bodyOf(one) : EMPTY),
    read: () => readNow(shopRoutes.get, { params: { store, shop: shop?.id ?? '' } }),
    save: (body, base) =>
      base === undefined
        ? create.mutateAsync({ params: { store }, body })
        : update.mutateAsync({
            params: { store, shop: base.id },
            body: { ...body, version: base.updatedAt },
          }),
  });
  const { isPending, error } = shop === undefined ? create : update;
  return { ...edit, isPending, error };
}

function ChangedShop({
  versioned,
}: Pick<ComponentProps<typeof ChangedDialog<Shop | undefined, ShopBody>>, 'versioned'>) {
  const t = useTexts('shops');
  const labels: Record<keyof ShopBody, string> = {
    name: t('form.name'),
    description: t('form.description'),
    image: t('form.image'),
    phone: t('form.phone'),
    email: t('form.email'),
    address: t('form.address'),
    schedule: t('schedule.title'),
    isActive: t('form.isActive'),
  };
  return (
    <ChangedDialog
      versioned={versioned}
      label={(field) => labels[field as keyof ShopBody]}
      at={(one) => one?.updatedAt ?? ''}
    />
  );
}

export function ShopForm({ shop }: { shop?: Shop }) {
  const t = useTexts('shops');
  const common = useTexts('common');
  const readOnly = !useMay()('settings');
  const { form, versioned, isPending, error } = useEditShop(shop);
  const field = (name: string) => ({ ...form.getInputProps(name), readOnly });
  return (
    <form onSubmit={form.onSubmit(versioned.save)} noValidate>
      <ChangedShop versioned={versioned} />
      <PageHeader
        title={shop?.name ?? t('form.new')}
        actions={
          readOnly ? null : (
            <Button type="submit" loading={isPending}>
              {common('save')}
            </Button>
          )
        }
      />
      <FormProblems error={error} form={form} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Card withBorder component="section">
            <Stack>
              <Title order={2} size="h5">
                {t('form.general')}
              </Title>
              <TextInput label={t('form.name')} maxLength={255} required {...field('name')} />
              <Textarea
                label={t('form.description')}
                maxLength={5_000}
                autosize
                minRows={2}
                {...field('description')}
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput label={t('form.phone')} required type="tel" maxLength={64} {...field('phone')} />
                <TextInput
                  label={t('form.email')}
                  required
                  type="email"
                  maxLength={254}
                  {...field('email')}
                />
              </SimpleGrid>
              <TextInput
                label={t('form.image')}
                description={t('form.imageAbout')}
                type="url"
                {...field('image')}
              />
              <Switch
                label={t('form.isActive')}
                disabled={readOnly}
                {...form.getInputProps('isActive', { type: 'checkbox' })}
              />
            </Stack>
          </Card>
          <Card withBorder component="section" mt="md">
            <Stack>
              <Title order={2} size="h5">
                {t('form.address')}
              </Title>
              <TextInput label={t('form.street')} required maxLength={255} {...field('address.street')} />
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <NumberInput
                  label={t('form.streetNumber')}
                  min={0}
                  max={999_999}
                  allowDecimal={false}
                  hideControls
                  {...field('address.streetNumber')}
                />
                <TextInput
                  label={t('form.postalCode')}
                  required
                  maxLength={16}
                  {...field('address.postalCode')}
                />
              </SimpleGrid>
              <TextInput label={t('form.crossStreets')} maxLength={255} {...field('address.crossStreets')} />
              <TextInput label={t('form.city')} required maxLength={255} {...field('address.city')} />
            </Stack>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <ScheduleFields form={form} readOnly={readOnly} />
        </Grid.Col>
      </Grid>
    </form>
  );
}
