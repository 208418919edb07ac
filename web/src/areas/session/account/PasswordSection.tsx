import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { useAct } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { PasswordField } from '../PasswordField.tsx';
import { Section } from './Section.tsx';

export function PasswordSection() {
  const t = useTexts('account');
  const form = useForm({ initialValues: { currentPassword: '', password: '' } });
  const change = useAct(peopleRoutes.changePassword, {
    invalidates: [peopleRoutes.listSessions],
    onSuccess: () => {
      form.reset();
      notifications.show({ message: t('password.changed') });
    },
  });
  return (
    <Section title={t('password.title')} about={t('password.about')}>
      <form onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <Stack>
          <FormProblems error={change.error} form={form} />
          <PasswordField label={t('password.current')} field={form.getInputProps('currentPassword')} />
          <PasswordField label={t('password.new')} isNew field={form.getInputProps('password')} />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
              {t('password.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
