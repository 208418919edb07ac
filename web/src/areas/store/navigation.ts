import { IconBuildingStore, IconLayoutDashboard } from '@tabler/icons-react';
import type { AreaPage } from '../../layout/pages.ts';

/** The pages of a store, in the order of the menu. */
export const storePages: AreaPage[] = [
  {
    path: '',
    load: () => import('./dashboard/DashboardPage.tsx'),
    permission: 'see',
    menu: { text: 'dashboard', icon: IconLayoutDashboard },
  },
  {
    path: 'shops',
    load: () => import('./shops/ShopsPage.tsx'),
    permission: 'see',
    menu: { text: 'shops', icon: IconBuildingStore, group: 'settings' },
  },
];
