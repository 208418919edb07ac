import {
  IconAdjustments,
  IconBox,
  IconBuildingStore,
  IconCategory,
  IconDeviceTablet,
  IconLayoutDashboard,
  IconListCheck,
  IconReceipt,
  IconRosetteDiscountCheck,
  IconUsers,
  IconApps,
  IconUsersGroup,
} from '@tabler/icons-react';
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
    path: 'pos',
    load: () => import('./pos/PosPage.tsx'),
    permission: 'sell',
    menu: { text: 'pos', icon: IconDeviceTablet, group: 'sales' },
    bare: true,
  },
  {
    path: 'orders',
    load: () => import('./orders/OrdersPage.tsx'),
    permission: 'seeOrders',
    menu: { text: 'orders', icon: IconReceipt, group: 'sales' },
  },
  { path: 'orders/new', load: () => import('./orders/NewOrderPage.tsx'), permission: 'sell' },
  { path: 'orders/:order', load: () => import('./orders/OrderPage.tsx'), permission: 'seeOrders' },
  {
    path: 'orders/:order/slip',
    load: () => import('./orders/SlipPage.tsx'),
    permission: 'seeOrders',
    bare: true,
  },
  {
    path: 'settings/status-flow',
    load: () => import('./orders/StatusFlowPage.tsx'),
    permission: 'settings',
    menu: { text: 'statusFlow', icon: IconListCheck, group: 'settings' },
  },
  {
    path: 'settings/orders',
    load: () => import('./orders/OrderSettingsPage.tsx'),
    permission: 'settings',
    menu: { text: 'orderSettings', icon: IconAdjustments, group: 'settings' },
  },
  {
    path: 'products',
    load: () => import('./products/ProductsPage.tsx'),
    permission: 'see',
    menu: { text: 'products', icon: IconBox, group: 'catalog' },
  },
  { path: 'products/import', load: () => import('./imports/ImportsPage.tsx'), permission: 'editProducts' },
  {
    path: 'products/import/:import',
    load: () => import('./imports/ImportPage.tsx'),
    permission: 'editProducts',
  },
  { path: 'products/:product', load: () => import('./products/ProductPage.tsx'), permission: 'see' },
  {
    path: 'categories',
    load: () => import('./labels/CategoriesPage.tsx'),
    permission: 'see',
    menu: { text: 'categories', icon: IconCategory, group: 'catalog' },
  },
  {
    path: 'brands',
    load: () => import('./labels/BrandsPage.tsx'),
    permission: 'see',
    menu: { text: 'brands', icon: IconRosetteDiscountCheck, group: 'catalog' },
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
  {
    path: 'team',
    load: () => import('./team/TeamPage.tsx'),
    permission: 'team',
    menu: { text: 'team', icon: IconUsersGroup, group: 'settings' },
  },
  {
    path: 'apps',
    load: () => import('./apps/AppsPage.tsx'),
    permission: 'apps',
    menu: { text: 'storeApps', icon: IconApps, group: 'settings' },
  },
];
