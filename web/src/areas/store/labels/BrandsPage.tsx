import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconPlus, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { findNow, useAct, useReadPages } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import type { Brand } from '../products/labels.ts';
import { Thumbnail } from '../products/Thumbnail.tsx';
import { LabelModal, type LabelValues } from './LabelModal.tsx';

export default function BrandsPage() {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const mayEdit = useMay()('editProducts');
  const [editing, setEditing] = useState<Brand | 'new'>();
  const brands = useReadPages(productRoutes.brands, { params: { store } });
  const add = mayEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('brands.add')}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader wide title={t('brands.title')} about={t('brands.about')} actions={add} />
      <DataTable
        label={t('brands.title')}
        columns={useColumns(setEditing, mayEdit)}
        pages={brands}
        empty={
          <EmptyState
            icon={<IconRosetteDiscountCheck />}
            title={t('brands.empty')}
            about={t('brands.emptyAbout')}
            action={add}
          />
        }
      />
      {editing === undefined ? null : (
        <Edit brand={editing === 'new' ? undefined : editing} close={() => setEditing(undefined)} />
      )}
    </>
  );
}

function useColumns(edit: (brand: Brand) => void, mayEdit: boolean): Column<Brand>[] {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const actions: Column<Brand> = {
    key: 'actions',
    title: '',
    end: true,
    cell: (brand) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button size="xs" variant="subtle" onClick={() => edit(brand)}>
          {t('edit')}
        </Button>
        <Remove brand={brand} />
      </Group>
    ),
  };
  return [
    {
      key: 'name',
      title: t('field.name'),
      cell: (brand) => (
        <Group gap="sm" wrap="nowrap">
          {brand.image ? <Thumbnail url={brand.image} size={28} /> : null}
          <RowTitle to={`/stores/${store}/products?brand=${brand.id}`}>{brand.name}</RowTitle>
        </Group>
      ),
    },
    {
      key: 'status',
      title: t('field.status'),
      priority: 2,
      cell: (brand) => (
        <StatusBadge tone={brand.isActive ? 'plain' : 'quiet'}>
          {brand.isActive ? t('status.active') : t('status.inactive')}
        </StatusBadge>
      ),
    },
    {
      key: 'updated',
      title: t('field.updated'),
      priority: 3,
      cell: (brand) => <Timestamp at={brand.updatedAt} dayOnly />,
    },
    ...(mayEdit ? [actions] : []),
  ];
}

function Remove({ brand }: { brand: Brand }) {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const act = useAct(productRoutes.removeBrand, {
    invalidates: [productRoutes.brands],
    onSuccess: () => notifyDone(t('removed')),
  });
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label={t('remove')}
      title={t('removeTitle', { name: brand.name })}
      about={t('brands.removeAbout')}
      act={{ ...act, mutateAsync: () => act.mutateAsync({ params: { store, brand: brand.id } }) }}
    />
  );
}

const valuesOf = (brand: Brand | undefined): LabelValues => ({
  name: brand?.name ?? '',
  image: brand?.image ?? '',
  isActive: brand?.isActive ?? true,
  parentId: null,
});

function Edit({ brand, close }: { brand: Brand | undefined; close: () => void }) {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const done = {
    invalidates: [productRoutes.brands],
    onSuccess: () => {
      notifyDone(t('saved'));
      close();
    },
  };
  const create = useAct(productRoutes.createBrand, done);
  const update = useAct(productRoutes.updateBrand, done);
  const save = ({ parentId: _none, ...body }: LabelValues, base: Brand | undefined) =>
    base === undefined
      ? create.mutateAsync({ params: { store }, body })
      : update.mutateAsync({
          params: { store, brand: base.id },
          body: { ...body, version: base.updatedAt },
        });
  return (
    <LabelModal
      title={brand === undefined ? t('brands.add') : brand.name}
      label={brand}
      valuesOf={valuesOf}
      read={() => findNow(productRoutes.brands, { params: { store } }, brand?.id ?? '')}
      act={brand === undefined ? create : update}
      save={save}
      close={close}
    />
  );
}
