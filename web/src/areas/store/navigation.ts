import { IconBuildingStore, IconLayoutDashboard, IconUsers } from '@tabler/icons-react';
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
    path: 'customers',
    load: () => import('./customers/CustomersPage.tsx'),
    permission: 'seeOrders',
    menu: { text: 'customers', icon: IconUsers, group: 'people' },
  },
  {
    path: 'customers/new',
    load: () => import('./customers/NewCustomerPage.tsx'),
    permission: 'editCustomers',
  },
  {
    path: 'customers/:customer',
    load: () => import('./customers/CustomerPage.tsx'),
    permission: 'seeOrders',
  },
  {
    path: 'shops',
    load: () => import('./shops/ShopsPage.tsx'),
    permission: 'see',
    menu: { text: 'shops', icon: IconBuildingStore, group: 'settings' },
  },
  { path: 'shops/new', load: () => import('./shops/NewShopPage.tsx'), permission: 'settings' },
  { path: 'shops/:shop', load: () => import('./shops/ShopPage.tsx'), permission: 'see' },
];
