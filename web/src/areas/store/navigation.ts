import {
  IconBox,
  IconBuildingStore,
  IconCategory,
  IconLayoutDashboard,
  IconRosetteDiscountCheck,
  IconUsers,
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
];
