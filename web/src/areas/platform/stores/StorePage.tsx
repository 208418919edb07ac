import { useState } from 'react';
import { Anchor, Breadcrumbs, Button, Card, Grid, Group, List, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { platformRoutes, type StoreDetail } from '@commerce/console-api/routes/platform.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { AuditTable } from '../audit/AuditTable.tsx';
import { Facts } from '../Facts.tsx';
import { SuspensionNotice } from '../Suspension.tsx';
import { PlanQuestion } from './PlanQuestion.tsx';
import { StoreSuspension } from './StoreSuspension.tsx';

/** A store: plan and usage, team, apps, and what the staff did. */
export default function StorePage() {
  const t = useTexts('platform');
  const { store: id = '' } = useParams();
  const [isChanging, setChanging] = useState(false);
  const { data, error, refetch } = useRead(platformRoutes.getStore, { params: { id } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const { store } = data;
  return (
    <>
      <Breadcrumbs mb="xs">
        <Anchor component={Link} to="/platform/stores" size="sm">
          {t('stores.title')}
        </Anchor>
      </Breadcrumbs>
      <PageHeader
        title={store.name}
        about={<code>{store.id}</code>}
        actions={
          store.developerId === '' ? (
            <>
              <StoreSuspension store={store} />
              <Button
                variant={store.suspension === undefined ? 'filled' : 'default'}
                onClick={() => setChanging(true)}
              >
                {t('stores.change')}
              </Button>
            </>
          ) : undefined
        }
      />
      <SuspensionNotice suspension={store.suspension} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Apps apps={data.apps} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack>
            <Plan store={store} />
            <Team team={data.team} />
          </Stack>
        </Grid.Col>
      </Grid>
      <Stack gap="sm" mt="xl">
        <Title order={2} size="h4">
          {t('audit.title')}
        </Title>
        <AuditTable subject={store.id} />
      </Stack>
      {isChanging ? <PlanQuestion store={store} close={() => setChanging(false)} /> : null}
    </>
  );
}

function Plan({ store }: Pick<StoreDetail, 'store'>) {
  const t = useTexts('platform');
  return (
    <Card withBorder component="section">
      <Facts
        facts={[
          { name: t('stores.plan'), value: t(`plans.${store.planTier}`) },
          {
            name: t('stores.apps'),
            value: t('stores.used', {
              used: number(store.installedApps),
              max: number(store.maxInstalledApps),
            }),
          },
          {
            name: t('stores.rate'),
            value: t('stores.perMinute', { requests: number(store.requestsPerMinute) }),
          },
          { name: t('stores.created'), value: <Timestamp at={store.createdAt} /> },
          ...(store.developerId === ''
            ? []
            : [
                {
                  name: t('stores.testStoreOf'),
                  value: (
                    <Anchor component={Link} to={`/platform/developers/${store.developerId}`} inherit>
                      {store.developerId}
                    </Anchor>
                  ),
                },
              ]),
        ]}
      />
    </Card>
  );
}

function Team({ team }: Pick<StoreDetail, 'team'>) {
  const t = useTexts('platform');
  const roles = useTexts('team');
  return (
    <Card withBorder component="section">
      <Title order={2} size="h5" mb="sm">
        {t('stores.team')}
      </Title>
      <List listStyleType="none" spacing="xs">
        {team.map(({ id, name, email, role }) => (
          <List.Item key={id}>
            <Text>
              {name} · {roles(`roles.${role}`)}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {email}
            </Text>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

function Apps({ apps }: Pick<StoreDetail, 'apps'>) {
  const t = useTexts('platform');
  const words = useTexts('apps');
  return (
    <Card withBorder component="section">
      <Title order={2} size="h5" mb="sm">
        {words('title')}
      </Title>
      {apps.length === 0 ? <Text c="dimmed">{t('stores.noApps')}</Text> : null}
      <Stack gap="md">
        {apps.map((app) => (
          <div key={app.id}>
            <Group gap="xs">
              <Anchor component={Link} to={`/platform/apps/${app.appId}`} fw={600}>
                {app.appName}
              </Anchor>
              {app.suspended ? (
                <StatusBadge tone="bad">{words('status.suspended')}</StatusBadge>
              ) : app.status === 'revoked' ? (
                <StatusBadge tone="warning">{words('status.revoked')}</StatusBadge>
              ) : null}
            </Group>
            <Text size="sm" c="dimmed">
              {words('by', { developer: app.developerName })} · {words('installed')}{' '}
              <Timestamp at={app.installedAt} dayOnly /> · {words('lastActive')}:{' '}
              {app.lastActiveAt === undefined ? words('neverActive') : <Timestamp at={app.lastActiveAt} />}
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}
