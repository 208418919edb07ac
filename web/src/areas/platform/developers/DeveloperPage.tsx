import { Anchor, Breadcrumbs, Card, Grid, List, Stack, Text, Title } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AppsTable } from '../apps/AppsTable.tsx';
import { AuditTable } from '../audit/AuditTable.tsx';
import { SuspensionButton, SuspensionNotice } from '../Suspension.tsx';

type Details = AnswerOf<typeof platformRoutes.getDeveloper>;

/** Developer details for platform staff. */
export default function DeveloperPage() {
  const t = useTexts('platform');
  const { developer: id = '' } = useParams();
  const { data, error, refetch } = useRead(platformRoutes.getDeveloper, { params: { id } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const { developer } = data;
  return (
    <>
      <Breadcrumbs mb="xs">
        <Anchor component={Link} to="/platform/developers" size="sm">
          {t('developers.title')}
        </Anchor>
      </Breadcrumbs>
      <PageHeader
        title={developer.name}
        about={<code>{developer.id}</code>}
        actions={<Suspend developer={developer} />}
      />
      <SuspensionNotice suspension={developer.suspension} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Title order={2} size="h4" mb="sm">
            {t('apps.title')}
          </Title>
          <AppsTable
            developer={developer.id}
            icon={<IconPuzzle />}
            nameOf={(app) => (
              <Anchor component={Link} to={`/platform/apps/${app.id}`} fw={600} inherit>
                {app.fields?.name ?? app.id}
              </Anchor>
            )}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <People details={data} />
        </Grid.Col>
      </Grid>
      <Stack gap="sm" mt="xl">
        <Title order={2} size="h4">
          {t('audit.title')}
        </Title>
        <AuditTable subject={developer.id} />
      </Stack>
    </>
  );
}

function People({ details: { members, stores } }: { details: Details }) {
  const t = useTexts('platform');
  return (
    <Stack>
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="sm">
          {t('developers.people')}
        </Title>
        <List listStyleType="none" spacing="xs">
          {members.map(({ personId, name, email }) => (
            <List.Item key={personId}>
              <Text>{name}</Text>
              <Text size="sm" c="dimmed">
                {email}
              </Text>
            </List.Item>
          ))}
        </List>
        {members.length === 0 ? <Text c="dimmed">{t('developers.noPeople')}</Text> : null}
      </Card>
      <Card withBorder component="section">
        <Title order={2} size="h5" mb="sm">
          {t('developers.stores')}
        </Title>
        <List listStyleType="none" spacing="xs">
          {stores.map(({ id, name }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/platform/stores/${id}`} inherit>
                {name}
              </Anchor>
            </List.Item>
          ))}
        </List>
        {stores.length === 0 ? <Text c="dimmed">{t('developers.noStores')}</Text> : null}
      </Card>
    </Stack>
  );
}

function Suspend({ developer }: { developer: Details['developer'] }) {
  const t = useTexts('platform');
  const { id, name } = developer;
  const params = { id };
  const invalidates = [
    platformRoutes.getDeveloper,
    platformRoutes.listDevelopers,
    platformRoutes.listApps,
    platformRoutes.listAudit,
  ];
  const suspend = useAct(platformRoutes.suspendDeveloper, {
    invalidates,
    onSuccess: () => notifyDone(t('suspension.suspended', { name })),
  });
  const restore = useAct(platformRoutes.restoreDeveloper, {
    invalidates,
    onSuccess: () => notifyDone(t('suspension.restored', { name })),
  });
  return (
    <SuspensionButton
      name={name}
      isSuspended={developer.suspension !== undefined}
      about={t('suspension.aboutDeveloper')}
      suspend={{ ...suspend, run: (reason) => suspend.mutateAsync({ params, body: { reason } }) }}
      restore={{ ...restore, run: (reason) => restore.mutateAsync({ params, body: { reason } }) }}
    />
  );
}
