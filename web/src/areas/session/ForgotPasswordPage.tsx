import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { CenteredPage } from '../../layout/CenteredPage.tsx';
import { useAct } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import { FormProblems } from '../../ui/FormProblems.tsx';
import { Sent } from './Sent.tsx';

/** Requests a password reset link. */
export default function ForgotPasswordPage() {
  const t = useTexts('session');
  const form = useForm({ initialValues: { email: '' } });
  const ask = useAct(peopleRoutes.requestPasswordReset);
  if (ask.isSuccess)
    return (
      <CenteredPage title={t('forgot.title')}>
        <Sent>{t('forgot.sent')}</Sent>
      </CenteredPage>
    );
  return (
    <CenteredPage title={t('forgot.title')}>
      <form onSubmit={form.onSubmit((body) => ask.mutate({ body }))}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('forgot.about')}
          </Text>
          <FormProblems error={ask.error} form={form} />
          <TextInput
            type="email"
            name="email"
            label={t('signIn.email')}
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <Button type="submit" size="md" loading={ask.isPending} fullWidth>
            {t('forgot.submit')}
          </Button>
          <Anchor component={Link} to="/sign-in" size="sm">
            {t('sent.back')}
          </Anchor>
        </Stack>
      </form>
    </CenteredPage>
  );
}
