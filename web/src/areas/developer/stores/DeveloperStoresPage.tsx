import { useState } from 'react';
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import type { SEEDS } from '@commerce/console-api/routes/sandbox.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { useAct } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave } from '../../../lib/unsaved.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { useDeveloper } from '../use-developer.ts';
import { useSeedOptions } from './SampleData.tsx';
import { MAX_STORES, StoresTable, useStores } from './StoresTable.tsx';

/** The developer's test stores, with a form to create one. */
export default function DeveloperStoresPage() {
  const t = useTexts('developer');
  const [open, setOpen] = useState(false);
  const { items } = useStores();
  const isFull = (items?.length ?? 0) >= MAX_STORES;
  return (
    <>
      <PageHeader
        title={t('stores.title')}
        about={t('stores.about', { count: MAX_STORES })}
        actions={
          <>
            <DocsLink page="portal" />
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpen(true)}
              disabled={isFull}
            >
              {t('stores.create')}
            </Button>
          </>
        }
      />
      <StoresTable />
      <NewStore opened={open} close={() => setOpen(false)} />
    </>
  );
}

function NewStore({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useTexts('developer');
  const common = useTexts('common');
  const developer = useDeveloper();
  const form = useForm({ initialValues: { name: '', seed: 'small' as (typeof SEEDS)[number] } });
  const create = useAct(developerRoutes.createStore, {
    // The person is now its owner.
    invalidates: [developerRoutes.listStores, sessionRoutes.get],
    onSuccess: (store) => {
      notifyDone(t('stores.made', { name: store.name }));
      form.reset();
      close();
    },
  });
  const leave = () =>
    confirmLeave(form.isDirty(), () => {
      form.reset();
      close();
    });
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={t('stores.create')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form noValidate onSubmit={form.onSubmit((body) => create.mutate({ params: { developer }, body }))}>
        <FormProblems error={create.error} form={form} />
        <Stack>
          <Text size="sm" c="dimmed">
            {t('stores.createAbout')}
          </Text>
          <TextInput
            label={t('stores.name')}
            maxLength={60}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <NativeSelect label={t('sandbox.data')} data={useSeedOptions()} {...form.getInputProps('seed')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('stores.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
