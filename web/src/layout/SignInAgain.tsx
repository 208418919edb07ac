import { useEffect, useState, type SubmitEvent } from 'react';
import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sessionRoutes, type Session } from '@commerce/console-api/routes/session.ts';
import { useAct } from '../lib/api.ts';
import { call } from '../lib/call.ts';
import { errorText } from '../lib/problems.ts';
import { useChangeSession } from '../lib/session.tsx';
import { isOwner, type SignInQuestion } from '../lib/signed-out.ts';
import { useTexts } from '../lib/texts.ts';

/** Asks for the person's password, to continue with unsaved changes. */
export default function SignInForm({
  question,
  person,
}: {
  question: SignInQuestion;
  person: Session['person'];
}) {
  const t = useTexts('common');
  const [password, setPassword] = useState('');
  const resume = useResume(question);
  const changeSession = useChangeSession();
  const signIn = useAct(sessionRoutes.signIn, { onSuccess: ({ session }) => resume(session) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    signIn.mutate({ body: { email: person.email, password } });
  };
  const switchPerson = async () => {
    const { session } = await call(sessionRoutes.get, {});
    question.answer(false);
    changeSession(session);
  };
  const { other } = question;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          {other
            ? t('signInAgain.otherAbout', { other: other.name, name: person.name })
            : t('signInAgain.about')}
        </Text>
        {signIn.error ? (
          <Alert color="red" variant="light" role="alert">
            {signIn.error.has('wrong_credentials') ? t('signInAgain.wrong') : errorText(t, signIn.error)}
          </Alert>
        ) : null}
        <TextInput
          label={t('signInAgain.email')}
          name="email"
          autoComplete="username"
          value={person.email}
          readOnly
          variant="filled"
        />
        <PasswordInput
          label={t('signInAgain.password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('signInAgain.showPassword'), tabIndex: 0 }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => (other ? void switchPerson() : question.answer(false))}>
            {other ? t('signInAgain.switchPerson', { other: other.name }) : t('cancel')}
          </Button>
          <Button type="submit" loading={signIn.isPending}>
            {t('signInAgain.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Continues with the person's new session, from here or from another tab of the browser. */
function useResume(question: SignInQuestion): (session: Session) => void {
  const client = useQueryClient();
  const resume = (session: Session) => {
    client.setQueryData([sessionRoutes.get.path, {}], { session });
    question.answer(true);
    // Queries that failed in between are retried; displayed data stays.
    void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  useEffect(() => {
    const checkSession = async () => {
      const { session } = await call(sessionRoutes.get, {});
      if (session !== null && isOwner(session.person.id)) resume(session);
    };
    const onFocus = () => void checkSession().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  });
  return resume;
}
