import { useState } from 'react';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { useAct } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave } from '../../../lib/unsaved.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';

/** Creates a product as a draft, which is not public until it is published. */
export function NewProduct() {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const form = useForm({ initialValues: { name: '' } });
  const act = useAct(productRoutes.create, {
    invalidates: [productRoutes.list],
    onSuccess: ({ id }) => void navigate(`/stores/${store}/products/${id}`),
  });
  const close = () =>
    confirmLeave(form.isDirty(), () => {
      form.reset();
      setOpen(false);
    });
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('new.button')}
      </Button>
      <Modal
        opened={open}
        onClose={close}
        title={t('new.title')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <form onSubmit={form.onSubmit((body) => act.mutate({ params: { store }, body }))} noValidate>
          <Stack>
            <FormProblems error={act.error} form={form} />
            <TextInput
              label={t('field.name')}
              maxLength={255}
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            <Text size="sm" c="dimmed">
              {t('new.about')}
            </Text>
            <Group justify="flex-end">
              <Button type="submit" loading={act.isPending}>
                {t('new.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
