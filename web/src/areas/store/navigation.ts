import {
  IconBox,
  IconBuildingStore,
  IconCategory,
  IconDiscount,
  IconLayoutDashboard,
  IconPackages,
  IconRosetteDiscountCheck,
  IconTags,
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
    path: 'prices',
    load: () => import('./prices/PricesPage.tsx'),
    permission: 'see',
    menu: { text: 'prices', icon: IconTags, group: 'catalog' },
  },
  { path: 'price-lists', load: () => import('./prices/PriceListsPage.tsx'), permission: 'see' },
  { path: 'price-lists/:list', load: () => import('./prices/PriceListPage.tsx'), permission: 'see' },
  { path: 'price-changes', load: () => import('./prices/PriceChangesPage.tsx'), permission: 'editPrices' },
  { path: 'price-check', load: () => import('./prices/PriceCheckPage.tsx'), permission: 'see' },
  {
    path: 'promotions',
    load: () => import('./promotions/PromotionsPage.tsx'),
    permission: 'see',
    menu: { text: 'promotions', icon: IconDiscount, group: 'catalog' },
  },
  {
    path: 'promotions/new',
    load: () => import('./promotions/NewPromotionPage.tsx'),
    permission: 'editPrices',
  },
  { path: 'promotions/:promotion', load: () => import('./promotions/PromotionPage.tsx'), permission: 'see' },
  {
    path: 'stock',
    load: () => import('./stock/StockPage.tsx'),
    permission: 'see',
    menu: { text: 'stock', icon: IconPackages, group: 'catalog' },
  },
  { path: 'stock/movements', load: () => import('./stock/MovementsPage.tsx'), permission: 'see' },
  { path: 'stock/transfer', load: () => import('./stock/TransferPage.tsx'), permission: 'editStock' },
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
