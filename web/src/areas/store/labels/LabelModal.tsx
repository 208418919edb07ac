import { Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEditForm } from '../../../lib/form.ts';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave } from '../../../lib/unsaved.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';

/** Writable fields of a category or brand; a brand has no parent. */
export interface LabelValues {
  name: string;
  image: string;
  isActive: boolean;
  parentId: string | null;
}

/** Category or brand as it was read. */
interface Label {
  updatedAt: string;
}

/** Modal for a category or brand, new or existing. */
export function LabelModal<E extends Label>({
  title,
  label,
  valuesOf,
  read,
  parents,
  act,
  save,
  close,
}: {
  title: string;
  /** Undefined for a new one. */
  label: E | undefined;
  valuesOf: (label: E | undefined) => LabelValues;
  read: () => Promise<E | undefined>;
  /** Allowed parent categories; absent for a brand. */
  parents?: { value: string; label: string }[];
  // eslint-disable-next-line typescript/no-explicit-any -- an act of any route
  act: Pick<UseMutationResult<any, any, any>, 'isPending' | 'error'>;
  save: (values: LabelValues, base: E | undefined) => Promise<unknown>;
  close: () => void;
}) {
  const t = useTexts('labels');
  const common = useTexts('common');
  const { form, versioned } = useEditForm<E | undefined, LabelValues>({
    entity: label,
    versionOf: (one) => one?.updatedAt ?? '',
    valuesOf,
    read,
    save,
  });
  const labels: Record<keyof LabelValues, string> = {
    name: t('field.name'),
    image: t('field.image'),
    isActive: t('field.isActive'),
    parentId: t('field.parent'),
  };
  const leave = () => confirmLeave(versioned.isDirty, close);
  return (
    <Modal opened onClose={leave} title={title} closeButtonProps={{ 'aria-label': common('close') }}>
      <ChangedDialog
        versioned={versioned}
        label={(field) => labels[field as keyof LabelValues]}
        show={(field, value) =>
          field === 'parentId'
            ? (parents?.find((parent) => parent.value === value)?.label ?? t('field.root'))
            : undefined
        }
        at={(one) => one?.updatedAt ?? ''}
      />
      <form onSubmit={form.onSubmit(versioned.save)} noValidate>
        <Stack>
          <FormProblems error={act.error} form={form} />
          <TextInput
            label={t('field.name')}
            maxLength={255}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          {parents === undefined ? null : (
            <Select
              label={t('field.parent')}
              placeholder={t('field.root')}
              data={parents}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': common('clear') }}
              {...form.getInputProps('parentId')}
            />
          )}
          <TextInput
            label={t('field.image')}
            placeholder="https://"
            type="url"
            maxLength={2_048}
            {...form.getInputProps('image')}
          />
          <Switch label={t('field.isActive')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={act.isPending}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
