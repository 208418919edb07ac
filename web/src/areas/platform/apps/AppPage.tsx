import { Anchor, Breadcrumbs, Card, Grid, List, Stack, Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { AppOverview, AppView } from '@commerce/console-api/routes/developer.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AppStatus, ReviewStatus } from '../../../ui/review/AppStatus.tsx';
import { ScopeText } from '../../../ui/review/ReviewChanges.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { AuditTable } from '../audit/AuditTable.tsx';
import { Facts } from '../Facts.tsx';
import { SuspensionButton, SuspensionNotice } from '../Suspension.tsx';

/** App details for platform staff. */
export default function AppPage() {
  const t = useTexts('platform');
  const { app: id = '' } = useParams();
  const { data, error, refetch } = useRead(platformRoutes.getApp, { params: { app: id } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const { app } = data;
  return (
    <>
      <Breadcrumbs mb="xs">
        <Anchor component={Link} to="/platform/apps" size="sm">
          {t('apps.title')}
        </Anchor>
      </Breadcrumbs>
      <PageHeader
        title={app.fields?.name ?? app.id}
        about={<AppStatus app={app} />}
        actions={<Suspend app={app} />}
      />
      <SuspensionNotice suspension={app.suspension} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Card withBorder component="section" h="100%">
            <AppFacts overview={data} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Card withBorder component="section" h="100%">
            <Title order={2} size="h5" mb="sm">
              {t('apps.scopes')}
            </Title>
            <List spacing="xs">
              {app.fields?.scopes.map((scope) => (
                <List.Item key={scope}>
                  <ScopeText scope={scope} />
                </List.Item>
              ))}
            </List>
          </Card>
        </Grid.Col>
      </Grid>
      <Stack gap="sm" mt="xl">
        <Title order={2} size="h4">
          {t('audit.title')}
        </Title>
        <AuditTable subject={app.id} />
      </Stack>
    </>
  );
}

function AppFacts({ overview: { app, lastReview, webhookUrl } }: { overview: AppOverview }) {
  const t = useTexts('platform');
  const { fields } = app;
  return (
    <Facts
      facts={[
        { name: t('apps.clientId'), value: <code>{app.id}</code> },
        {
          name: t('reviews.developer'),
          value: (
            <Anchor component={Link} to={`/platform/developers/${app.developerId}`} inherit>
              {app.developerName}
            </Anchor>
          ),
        },
        { name: t('apps.description'), value: fields?.description || '—' },
        { name: t('apps.redirectUris'), value: fields?.redirectUris.join('\n') ?? '—' },
        { name: t('apps.webhook'), value: webhookUrl ?? '—' },
        {
          name: t('apps.support'),
          value: [fields?.supportUrl, fields?.supportEmail].filter(Boolean).join('\n') || '—',
        },
        { name: t('apps.installs'), value: number(app.installations) },
        { name: t('apps.created'), value: <Timestamp at={app.createdAt} /> },
        ...(lastReview === null
          ? []
          : [
              {
                name: t('apps.lastReview'),
                value: (
                  <Anchor component={Link} to={`/platform/reviews/${lastReview.id}`} inherit>
                    <ReviewStatus state={lastReview.state} />
                  </Anchor>
                ),
              },
            ]),
      ]}
    />
  );
}

function Suspend({ app }: { app: AppView }) {
  const t = useTexts('platform');
  const params = { app: app.id };
  const invalidates = [platformRoutes.getApp, platformRoutes.listApps, platformRoutes.listAudit];
  const name = app.fields?.name ?? app.id;
  const suspend = useAct(platformRoutes.suspendApp, {
    invalidates,
    onSuccess: () => notifyDone(t('suspension.suspended', { name })),
  });
  const restore = useAct(platformRoutes.restoreApp, {
    invalidates,
    onSuccess: () => notifyDone(t('suspension.restored', { name })),
  });
  return (
    <SuspensionButton
      name={name}
      isSuspended={app.suspension !== undefined}
      about={t('suspension.aboutApp')}
      suspend={{ ...suspend, run: (reason) => suspend.mutateAsync({ params, body: { reason } }) }}
      restore={{ ...restore, run: (reason) => restore.mutateAsync({ params, body: { reason } }) }}
    />
  );
}
