import { Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';

/** What can be written of a category or brand; a brand has nothing above it. */
export interface LabelValues {
  name: string;
  image: string;
  isActive: boolean;
  parentId: string | null;
}

/** A category or brand, new or not, in a window of its own. */
export function LabelModal({
  title,
  initial,
  parents,
  act,
  save,
  close,
}: {
  title: string;
  initial: LabelValues;
  /** Categories that it may lie below; none are offered for a brand. */
  parents?: { value: string; label: string }[];
  // eslint-disable-next-line typescript/no-explicit-any -- an act of any route
  act: Pick<UseMutationResult<any, any, any>, 'isPending' | 'error'>;
  save: (values: LabelValues) => void;
  close: () => void;
}) {
  const t = useTexts('labels');
  const common = useTexts('common');
  const form = useForm<LabelValues>({ initialValues: initial });
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={form.onSubmit(save)} noValidate>
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
            <Button variant="default" onClick={close}>
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
