import { developerPictures } from './developer.ts';
import { ordersPictures } from './orders.ts';
import { peoplePictures } from './people.ts';
import { platformPictures } from './platform.ts';
import { pricesPictures } from './prices.ts';
import { productsPictures } from './products.ts';
import { storePictures } from './store.ts';
import type { Picture } from './picture.ts';

/** Every picture, by area. */
export const pictures: Picture[] = [
  ...peoplePictures,
  ...storePictures,
  ...productsPictures,
  ...pricesPictures,
  ...ordersPictures,
  ...developerPictures,
  ...platformPictures,
  { name: 'sign-in', path: '/sign-in' },
  { name: 'home', who: 'owner', path: '/' },
  { name: 'dashboard', who: 'owner', path: '/stores/:store' },
  { name: 'dashboard-phone', who: 'owner', path: '/stores/:store', width: 360 },
  { name: 'customers', who: 'owner', path: '/stores/:store/customers' },
  { name: 'customers-phone', who: 'owner', path: '/stores/:store/customers', width: 360 },
  { name: 'customer', who: 'owner', path: '', find: firstCustomer },
  { name: 'shop', who: 'owner', path: '', find: firstShop },
  { name: 'shop-phone', who: 'owner', path: '', find: firstShop, width: 360, height: 1900 },
  {
    name: 'dashboard-dark',
    who: 'owner',
    path: '/stores/:store',
    theme: 'dark',
    locale: 'en-GB',
    height: 1400,
  },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
];
