import { Button, List, Stack, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { cliRoutes } from '@commerce/console-api/routes/cli.ts';
import { CenteredPage } from '../../layout/CenteredPage.tsx';
import { useAct } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.ts';
import { ActError } from '../../ui/ActError.tsx';

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Allows the command line that opened this page to use the person's developer accounts. */
export default function CliPage() {
  const t = useTexts('session');
  const { developers } = useSession();
  const [query] = useSearchParams();
  const port = Number(query.get('port'));
  const codeChallenge = query.get('challenge') ?? '';
  const isValid = CHALLENGE.test(codeChallenge) && Number.isInteger(port) && port > 1_023 && port < 65_536;
  const allow = useAct(cliRoutes.createCode, {
    onSuccess: ({ code }) => {
      const answer = new URLSearchParams({ code, state: query.get('state') ?? '' });
      window.location.assign(`http://127.0.0.1:${port}/callback?${answer.toString()}`);
    },
  });
  if (developers.length === 0 || !isValid)
    return (
      <CenteredPage title={t('cli.title')}>
        <Stack>
          <Text>{t(isValid ? 'cli.noDeveloper' : 'cli.invalid')}</Text>
          {isValid ? (
            <Button component={Link} to="/sign-up">
              {t('signIn.signUp')}
            </Button>
          ) : null}
        </Stack>
      </CenteredPage>
    );
  return (
    <CenteredPage title={t('cli.title')}>
      <Stack>
        <Text>{t('cli.about')}</Text>
        <List>
          {developers.map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed">
          {t('cli.warning')}
        </Text>
        <ActError error={allow.error} />
        <Button
          loading={allow.isPending || allow.isSuccess}
          onClick={() => allow.mutate({ body: { codeChallenge } })}
        >
          {t('cli.allow')}
        </Button>
      </Stack>
    </CenteredPage>
  );
}
