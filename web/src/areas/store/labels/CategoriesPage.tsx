import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { IconCategory, IconPlus } from '@tabler/icons-react';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { findNow, useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { categoryChoices, useCategories, type CategoryChoice } from '../products/labels.ts';
import { Thumbnail } from '../products/Thumbnail.tsx';
import { LabelModal, type LabelValues } from './LabelModal.tsx';

type Row = CategoryChoice & { id: string };

/** Edited label: a category, or a new one with its parent. */
type Editing = { category?: CategoryChoice['category']; parentId: string | null };

/** The store's categories as a tree. */
export default function CategoriesPage() {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const mayEdit = useMay()('editProducts');
  const [editing, setEditing] = useState<Editing>();
  const pages = useCategories(store);
  const items =
    pages.items && categoryChoices(pages.items).map((choice): Row => ({ ...choice, id: choice.value }));
  const add = mayEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({ parentId: null })}>
      {t('categories.add')}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader wide title={t('categories.title')} about={t('categories.about')} actions={add} />
      <DataTable
        label={t('categories.title')}
        columns={useColumns(setEditing, mayEdit)}
        pages={{ ...pages, items, hasMore: false }}
        empty={
          <EmptyState
            icon={<IconCategory />}
            title={t('categories.empty')}
            about={t('categories.emptyAbout')}
            action={add}
          />
        }
      />
      {editing === undefined ? null : (
        <Edit editing={editing} choices={items ?? []} close={() => setEditing(undefined)} />
      )}
    </>
  );
}

function useColumns(edit: (editing: Editing) => void, mayEdit: boolean): Column<Row>[] {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const actions: Column<Row> = {
    key: 'actions',
    title: '',
    end: true,
    cell: ({ category }) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="xs"
          variant="subtle"
          onClick={() => edit({ parentId: category.id })}
          disabled={category.depth >= 5}
        >
          {t('categories.addBelow')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => edit({ category, parentId: category.parentId ?? null })}
        >
          {t('edit')}
        </Button>
        <Remove category={category} />
      </Group>
    ),
  };
  return [
    {
      key: 'name',
      title: t('field.name'),
      cell: ({ category }) => (
        <Group gap="sm" wrap="nowrap" pl={category.depth * 24}>
          {category.image ? <Thumbnail url={category.image} size={28} /> : null}
          <RowTitle to={`/stores/${store}/products?category=${category.id}`}>{category.name}</RowTitle>
        </Group>
      ),
    },
    {
      key: 'slug',
      title: t('field.slug'),
      priority: 2,
      cell: ({ category }) => (
        <Text size="sm" c="dimmed">
          {category.slug}
        </Text>
      ),
    },
    {
      key: 'status',
      title: t('field.status'),
      priority: 2,
      cell: ({ category }) => (
        <StatusBadge tone={category.isActive ? 'plain' : 'quiet'}>
          {category.isActive ? t('status.active') : t('status.inactive')}
        </StatusBadge>
      ),
    },
    ...(mayEdit ? [actions] : []),
  ];
}

function Remove({ category }: { category: CategoryChoice['category'] }) {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const act = useAct(productRoutes.removeCategory, {
    invalidates: [productRoutes.categories],
    onSuccess: () => notifyDone(t('removed')),
  });
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label={t('remove')}
      title={t('removeTitle', { name: category.name })}
      about={t('categories.removeAbout')}
      act={{ ...act, mutateAsync: () => act.mutateAsync({ params: { store, category: category.id } }) }}
    />
  );
}

function Edit({ editing, choices, close }: { editing: Editing; choices: Row[]; close: () => void }) {
  const t = useTexts('labels');
  const { id: store } = useStore();
  const { category, parentId } = editing;
  const done = {
    invalidates: [productRoutes.categories],
    onSuccess: () => {
      notifyDone(t('saved'));
      close();
    },
  };
  const create = useAct(productRoutes.createCategory, done);
  const update = useAct(productRoutes.updateCategory, done);
  const save = (body: LabelValues, base: Editing['category']) =>
    base === undefined
      ? create.mutateAsync({ params: { store }, body })
      : update.mutateAsync({
          params: { store, category: base.id },
          body: { ...body, version: base.updatedAt },
        });
  const own = choices.find(({ id }) => id === category?.id)?.label;
  return (
    <LabelModal
      title={category === undefined ? t('categories.add') : category.name}
      label={category}
      valuesOf={(one) => ({
        name: one?.name ?? '',
        image: one?.image ?? '',
        isActive: one?.isActive ?? true,
        parentId: one === undefined ? parentId : (one.parentId ?? null),
      })}
      read={() => findNow(productRoutes.categories, { params: { store } }, category?.id ?? '')}
      // A category cannot move below itself or its descendants.
      parents={choices
        .filter(
          ({ label, category: { depth } }) =>
            depth < 5 && (own === undefined || (label !== own && !label.startsWith(`${own} › `))),
        )
        .map(({ value, label }) => ({ value, label }))}
      act={category === undefined ? create : update}
      save={save}
      close={close}
    />
  );
}
