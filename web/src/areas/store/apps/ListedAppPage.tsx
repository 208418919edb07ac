import { Anchor, Button, Card, Grid, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { directoryRoutes, type ListedApp } from '@commerce/console-api/routes/directory.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AppTitle } from './AppTitle.tsx';
import { Scopes } from './Scopes.tsx';

/** An app of the directory, and the start of its installation. */
export default function ListedAppPage() {
  const t = useTexts('apps');
  const { id: store } = useStore();
  const { listedApp: app = '' } = useParams();
  const { data, error, refetch } = useRead(directoryRoutes.get, { params: { store, app } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const back = (
    <Button component={Link} to={`/stores/${store}/apps/directory`} variant="default">
      {t('directory.back')}
    </Button>
  );
  return (
    <>
      <PageHeader title={data.name} actions={back} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder component="section">
            <AppTitle app={data} />
            <Text mt="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {data.description || t('directory.noDescription')}
            </Text>
            <Support app={data} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder component="section">
            <Stack>
              <InstallButton app={data} />
              <Title order={2} size="h5">
                {t('directory.scopes')}
              </Title>
              <Scopes scopes={data.scopes} />
            </Stack>
          </Card>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** The app's own page starts the installation. */
function InstallButton({ app }: { app: ListedApp }) {
  const t = useTexts('apps');
  const { id: store } = useStore();
  if (app.installed)
    return (
      <Button component={Link} to={`/stores/${store}/apps`} variant="default" fullWidth>
        {t('directory.manage')}
      </Button>
    );
  if (app.installUrl === '')
    return (
      <Text size="sm" c="dimmed">
        {t('directory.noInstall')}
      </Text>
    );
  return (
    <>
      <Button
        component="a"
        href={app.installUrl}
        target="_blank"
        rel="noopener noreferrer"
        size="md"
        fullWidth
        rightSection={<IconExternalLink size={18} aria-hidden />}
      >
        {t('directory.install')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('directory.installAbout')}
      </Text>
    </>
  );
}

function Support({ app: { supportUrl, supportEmail } }: { app: ListedApp }) {
  const t = useTexts('apps');
  if (supportUrl === '' && supportEmail === '') return null;
  return (
    <Stack gap={2} mt="lg">
      <Text size="sm" fw={600}>
        {t('directory.support')}
      </Text>
      {supportUrl === '' ? null : (
        <Anchor href={supportUrl} target="_blank" rel="noopener noreferrer" size="sm">
          {t('directory.supportSite')}
        </Anchor>
      )}
      {supportEmail === '' ? null : (
        <Anchor href={`mailto:${supportEmail}`} size="sm">
          {supportEmail}
        </Anchor>
      )}
    </Stack>
  );
}
