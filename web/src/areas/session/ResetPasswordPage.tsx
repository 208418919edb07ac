import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { CenteredPage } from '../../layout/CenteredPage.tsx';
import { useAct } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import { FormProblems } from '../../ui/FormProblems.tsx';
import { ExpiredLink } from './ExpiredLink.tsx';
import { useMailedSecret } from './mailed-secret.ts';
import { PasswordField } from './PasswordField.tsx';

/** Sets a new password by an emailed link. */
export default function ResetPasswordPage() {
  const t = useTexts('session');
  return (
    <CenteredPage title={t('reset.title')}>
      <ResetPassword />
    </CenteredPage>
  );
}

function ResetPassword() {
  const t = useTexts('session');
  const token = useMailedSecret();
  const form = useForm({ initialValues: { password: '' } });
  const reset = useAct(peopleRoutes.resetPassword, { invalidates: [sessionRoutes.get] });
  if (reset.isSuccess)
    return (
      <Stack>
        <Text role="status">{t('reset.done')}</Text>
        <Button component={Link} to="/sign-in" replace fullWidth>
          {t('signIn.submit')}
        </Button>
      </Stack>
    );
  if (token === '' || reset.error?.status === 404)
    return <ExpiredLink about={t('reset.expired')} to="/forgot-password" action={t('reset.again')} />;
  return (
    <form onSubmit={form.onSubmit(({ password }) => reset.mutate({ body: { token, password } }))}>
      <Stack>
        <FormProblems error={reset.error} form={form} />
        <PasswordField label={t('password.new')} isNew autoFocus field={form.getInputProps('password')} />
        <Button type="submit" size="md" loading={reset.isPending} fullWidth>
          {t('reset.submit')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('reset.about')}
        </Text>
      </Stack>
    </form>
  );
}
