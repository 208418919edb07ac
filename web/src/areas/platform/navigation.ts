import {
  IconBuildingStore,
  IconChecklist,
  IconCode,
  IconHeartbeat,
  IconLayoutDashboard,
  IconListSearch,
  IconMailbox,
  IconPuzzle,
} from '@tabler/icons-react';
import type { AreaPage } from '../../layout/pages.ts';

/** Pages of the platform admin, in menu order. */
export const platformPages: AreaPage[] = [
  {
    path: '',
    load: () => import('./home/PlatformHomePage.tsx'),
    menu: { text: 'platformHome', icon: IconLayoutDashboard },
  },
  {
    path: 'reviews',
    load: () => import('./reviews/ReviewsPage.tsx'),
    menu: { text: 'reviews', icon: IconChecklist, group: 'apps' },
  },
  { path: 'reviews/:review', load: () => import('./reviews/ReviewPage.tsx') },
  {
    path: 'apps',
    load: () => import('./apps/AppsPage.tsx'),
    menu: { text: 'platformApps', icon: IconPuzzle, group: 'apps' },
  },
  { path: 'apps/:app', load: () => import('./apps/AppPage.tsx') },
  {
    path: 'developers',
    load: () => import('./developers/DevelopersPage.tsx'),
    menu: { text: 'developers', icon: IconCode, group: 'apps' },
  },
  { path: 'developers/:developer', load: () => import('./developers/DeveloperPage.tsx') },
  {
    path: 'stores',
    load: () => import('./stores/StoresPage.tsx'),
    menu: { text: 'platformStores', icon: IconBuildingStore, group: 'platform' },
  },
  { path: 'stores/:store', load: () => import('./stores/StorePage.tsx') },
  {
    path: 'audit',
    load: () => import('./audit/AuditPage.tsx'),
    menu: { text: 'audit', icon: IconListSearch, group: 'platform' },
  },
  {
    path: 'parked-events',
    load: () => import('./parked-events/ParkedEventsPage.tsx'),
    menu: { text: 'parkedEvents', icon: IconMailbox, group: 'platform' },
  },
  {
    path: 'health',
    load: () => import('./health/HealthPage.tsx'),
    menu: { text: 'health', icon: IconHeartbeat, group: 'platform' },
  },
];
