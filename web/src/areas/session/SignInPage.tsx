import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { CenteredPage } from '../../layout/CenteredPage.tsx';
import { useAct } from '../../lib/api.ts';
import type { ApiError } from '../../lib/call.ts';
import { errorText } from '../../lib/problems.ts';
import { useChangeSession, useSessionRead } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.ts';

/** Page to open after signing in; only a path on this site. */
function useNext(): string {
  const [params] = useSearchParams();
  const next = params.get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) ? next : '/';
}

export default function SignInPage() {
  const t = useTexts('session');
  const next = useNext();
  const { data } = useSessionRead();
  const changeSession = useChangeSession();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useAct(sessionRoutes.signIn, {
    onSuccess: ({ session }) => {
      changeSession(session);
      void navigate(next, { replace: true });
    },
  });
  if (data?.session) return <Navigate to={next} replace />;
  return (
    <CenteredPage title={t('signIn.title')}>
      <form onSubmit={form.onSubmit((body) => signIn.mutate({ body }))}>
        <Stack>
          {signIn.error ? <SignInProblem error={signIn.error} /> : null}
          <TextInput
            type="email"
            name="email"
            label={t('signIn.email')}
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            name="password"
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
            {t('signIn.submit')}
          </Button>
          <Anchor component={Link} to="/forgot-password" size="sm">
            {t('signIn.forgot')}
          </Anchor>
          <Text size="sm" c="dimmed">
            {t('signIn.noStore')}{' '}
            <Anchor component={Link} to="/sign-up/store" inherit>
              {t('signIn.openStore')}
            </Anchor>
          </Text>
          <Text size="sm" c="dimmed">
            {t('signIn.noAccount')}{' '}
            <Anchor component={Link} to="/sign-up" inherit>
              {t('signIn.signUp')}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </CenteredPage>
  );
}

function SignInProblem({ error }: { error: ApiError }) {
  const t = useTexts('session');
  const common = useTexts('common');
  return (
    <Alert color="red" variant="light" role="alert">
      {error.has('wrong_credentials') ? t('signIn.wrong') : errorText(common, error)}
    </Alert>
  );
}
