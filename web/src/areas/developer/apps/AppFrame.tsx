import type { ReactNode } from 'react';
import { Anchor, Avatar, Box, Breadcrumbs, Group, Tabs } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { developerRoutes, type AppOverview } from '@commerce/console-api/routes/developer.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AppStatus } from '../../../ui/review/AppStatus.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { useAppIds } from '../use-developer.ts';

/** Tabs of an app's page, with the path after `/developers/:developer/apps/:app`. */
const TABS = {
  overview: '',
  settings: '/settings',
  webhooks: '/webhooks',
  requests: '/requests',
  reviews: '/reviews',
} as const;

/** Guide of each tab. */
const DOCS: Readonly<Record<keyof typeof TABS, string>> = {
  overview: 'oauth',
  settings: 'oauth',
  webhooks: 'webhooks',
  requests: 'errors',
  reviews: 'portal',
};

/** Frame of an app's pages: name, status, and tabs. */
export function AppFrame({
  tab,
  children,
}: {
  tab: keyof typeof TABS;
  children: (overview: AppOverview) => ReactNode;
}) {
  const t = useTexts('developer');
  const { developer, app } = useAppIds();
  const navigate = useNavigate();
  const { data, error, refetch } = useRead(developerRoutes.getApp, { params: { developer, app } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const { name = '', logoUrl = '' } = data.app.fields ?? {};
  const base = `/developers/${developer}/apps/${app}`;
  return (
    <>
      <Breadcrumbs mb="xs">
        <Anchor component={Link} to={`/developers/${developer}`} size="sm">
          {t('home.apps')}
        </Anchor>
      </Breadcrumbs>
      <Group align="flex-start" wrap="nowrap">
        <Avatar src={logoUrl || null} alt="" radius="md" size={44} name={name} color="initials" aria-hidden />
        <Box flex={1}>
          <PageHeader
            title={name}
            about={<AppStatus app={data.app} />}
            actions={<DocsLink page={DOCS[tab]} />}
          />
        </Box>
      </Group>
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate(`${base}${TABS[chosen as keyof typeof TABS]}`)}
        mb="lg"
        activateTabWithKeyboard={false}
      >
        <Tabs.List>
          {(Object.keys(TABS) as (keyof typeof TABS)[]).map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          {children(data)}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
