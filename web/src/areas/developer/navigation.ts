import {
  IconBell,
  IconBuildingStore,
  IconLayoutDashboard,
  IconTerminal2,
  IconUsers,
} from '@tabler/icons-react';
import type { AreaPage } from '../../layout/pages.ts';

/** Pages of the developer portal, in menu order. */
export const developerPages: AreaPage[] = [
  {
    path: '',
    load: () => import('./home/DeveloperHomePage.tsx'),
    menu: { text: 'developerHome', icon: IconLayoutDashboard },
  },
  {
    path: 'stores',
    load: () => import('./stores/DeveloperStoresPage.tsx'),
    menu: { text: 'developerStores', icon: IconBuildingStore },
  },
  { path: 'stores/:testStore', load: () => import('./stores/TestStorePage.tsx') },
  { path: 'apps/new', load: () => import('./apps/NewAppPage.tsx') },
  { path: 'apps/:app', load: () => import('./apps/AppOverviewPage.tsx') },
  { path: 'apps/:app/settings', load: () => import('./apps/AppSettingsPage.tsx') },
  { path: 'apps/:app/reviews', load: () => import('./apps/AppReviewsPage.tsx') },
  {
    path: 'apps/:app/webhooks',
    load: () => import('./webhooks/WebhooksPage.tsx'),
  },
  {
    path: 'apps/:app/webhooks/deliveries/:delivery',
    load: () => import('./webhooks/DeliveryPage.tsx'),
  },
  { path: 'apps/:app/requests', load: () => import('./requests/RequestsPage.tsx') },
  { path: 'apps/:app/requests/:request', load: () => import('./requests/RequestsPage.tsx') },
  {
    path: 'explorer',
    load: () => import('./explorer/ExplorerPage.tsx'),
    menu: { text: 'explorer', icon: IconTerminal2 },
  },
  {
    path: 'events',
    load: () => import('./events/EventsPage.tsx'),
    menu: { text: 'eventCatalog', icon: IconBell },
  },
  {
    path: 'team',
    load: () => import('../team/TeamPage.tsx'),
    menu: { text: 'team', icon: IconUsers },
  },
];
