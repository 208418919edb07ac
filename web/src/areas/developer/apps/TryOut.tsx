import { useState } from 'react';
import { Anchor, Button, Card, Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AppView } from '@commerce/console-api/routes/developer.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Copyable } from '../../../ui/Copyable.tsx';
import { useStores } from '../stores/StoresTable.tsx';
import { useDeveloper } from '../use-developer.ts';
import { authorizationAttempt, type Attempt } from './authorization-attempt.ts';

/** Authorization flow without the app's own server: the URL to open, and the command that exchanges the code. */
export function TryOut({ app }: { app: AppView }) {
  const t = useTexts('developer');
  const developer = useDeveloper();
  const stores = useStores();
  const redirectUris = app.fields?.redirectUris ?? [];
  const [redirectUri, setRedirectUri] = useState(redirectUris[0] ?? '');
  const [attempt, setAttempt] = useState<Attempt>();
  const make = () => void authorizationAttempt(app.id, redirectUri).then(setAttempt);
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('tryOut.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {app.status === 'published' ? t('tryOut.aboutPublished') : t('tryOut.about')}
        </Text>
        {app.status !== 'published' && stores.items?.length === 0 ? (
          <Anchor component={Link} to={`/developers/${developer}/stores`} size="sm">
            {t('tryOut.makeStore')}
          </Anchor>
        ) : null}
        <Select
          label={t('tryOut.redirectUri')}
          data={redirectUris}
          allowDeselect={false}
          value={redirectUri}
          onChange={(chosen) => {
            setRedirectUri(chosen ?? '');
            setAttempt(undefined);
          }}
        />
        <Group>
          <Button variant="default" onClick={make} disabled={redirectUri === ''}>
            {t('tryOut.make')}
          </Button>
        </Group>
        {attempt === undefined ? null : <AttemptShown attempt={attempt} />}
      </Stack>
    </Card>
  );
}

function AttemptShown({ attempt }: { attempt: Attempt }) {
  const t = useTexts('developer');
  return (
    <Stack gap="sm" role="status">
      <Group>
        <Button
          component="a"
          href={attempt.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('tryOut.open')}
        </Button>
      </Group>
      <div>
        <Text size="sm" fw={600}>
          {t('tryOut.link')}
        </Text>
        <Copyable value={attempt.url} label={t('tryOut.link')} />
      </div>
      <div>
        <Text size="sm" fw={600}>
          {t('tryOut.exchange')}
        </Text>
        <Copyable value={attempt.exchange} label={t('tryOut.exchange')} />
      </div>
    </Stack>
  );
}
