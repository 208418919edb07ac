import type { Picture } from './picture.ts';

/** Pictures of prices, promotions and stock. */
export const pricesPictures: Picture[] = [
  { name: 'prices', who: 'owner', path: '/stores/:store/prices' },
  { name: 'prices-phone', who: 'owner', path: '/stores/:store/prices', width: 360 },
  { name: 'price-lists', who: 'owner', path: '/stores/:store/price-lists' },
  { name: 'price-changes', who: 'owner', path: '/stores/:store/price-changes' },
  { name: 'price-check', who: 'owner', path: '/stores/:store/price-check' },
  { name: 'promotions', who: 'owner', path: '/stores/:store/promotions' },
  { name: 'promotion-new', who: 'owner', path: '/stores/:store/promotions/new' },
  { name: 'stock', who: 'owner', path: '/stores/:store/stock' },
  { name: 'stock-phone', who: 'owner', path: '/stores/:store/stock', width: 360 },
  { name: 'stock-movements', who: 'owner', path: '/stores/:store/stock/movements' },
  { name: 'stock-transfer', who: 'owner', path: '/stores/:store/stock/transfer' },
];
