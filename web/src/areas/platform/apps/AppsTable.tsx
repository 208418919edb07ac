import type { ReactNode } from 'react';
import type { AppStatusName, AppView } from '@commerce/console-api/routes/developer.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import { useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { AppStatus } from '../../../ui/review/AppStatus.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

/** Apps of all developers, or of one. */
export function AppsTable({
  q,
  status,
  developer,
  nameOf,
  icon,
}: {
  q?: string;
  status?: AppStatusName | undefined;
  developer?: string;
  /** Name of an app, as a link to its page. */
  nameOf: (app: AppView) => ReactNode;
  icon: ReactNode;
}) {
  const t = useTexts('platform');
  const query = { q: q || undefined, status, developer };
  const apps = useReadPages(platformRoutes.listApps, { query });
  const columns: Column<AppView>[] = [
    { key: 'name', title: t('apps.name'), cell: nameOf },
    ...(developer === undefined
      ? [{ key: 'developer', title: t('reviews.developer'), cell: (app: AppView) => app.developerName }]
      : []),
    { key: 'status', title: t('apps.status'), cell: (app) => <AppStatus app={app} /> },
    { key: 'installs', title: t('apps.installs'), cell: (app) => number(app.installations), end: true },
    { key: 'created', title: t('apps.created'), cell: (app) => <Timestamp at={app.createdAt} dayOnly /> },
  ];
  return (
    <DataTable
      label={t('apps.title')}
      columns={columns}
      pages={apps}
      empty={<EmptyState icon={icon} title={t('apps.empty')} />}
    />
  );
}
