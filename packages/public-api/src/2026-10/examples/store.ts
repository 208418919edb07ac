import { PlanTier } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Brand, Category, Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { StoreWithShops } from '../presenters/store.ts';
import { IDS, TIMES } from './ids.ts';

const { createdMs: createdAtMs, updatedMs: updatedAtMs } = TIMES;

/** Store with two shops. */
export const exampleStore: StoreWithShops = {
  store: { id: IDS.store, name: 'Almacén Pampa', planTier: PlanTier.PROFESSIONAL },
  shops: [
    { id: IDS.shop, name: 'Centro' },
    { id: IDS.secondShop, name: 'Depósito' },
  ],
};

/** Shop with all optional data. */
export const exampleShop: Shop = {
  id: IDS.shop,
  name: 'Centro',
  description: 'A media cuadra del Obelisco.',
  image: 'https://img.example.com/shops/centro.jpg',
  phone: '+54 11 4321-5678',
  email: 'centro@almacenpampa.example',
  address: {
    street: 'Av. Corrientes',
    streetNumber: 1234,
    crossStreets: 'Libertad y Talcahuano',
    city: 'CABA',
    postalCode: 'C1043',
  },
  schedule: [
    { day: 'monday', open: '09:00', close: '20:00' },
    { day: 'saturday', open: '10:00', close: '14:00' },
  ],
  isActive: true,
  createdAtMs,
  updatedAtMs,
};

/** Shop without optional data. */
export const bareShop: Shop = {
  id: IDS.secondShop,
  name: 'Depósito',
  phone: '+54 341 555-0100',
  email: 'deposito@almacenpampa.example',
  address: { street: 'Ruta 9 km 280', streetNumber: 0, city: 'Rosario', postalCode: 'S2000' },
  schedule: [],
  isActive: false,
  createdAtMs,
  updatedAtMs,
};

/** Category with a parent. */
export const exampleCategory: Category = {
  id: IDS.category,
  name: 'Remeras',
  slug: 'remeras',
  parentId: IDS.rootCategory,
  depth: 1,
  isActive: true,
  image: 'https://img.example.com/categories/remeras.jpg',
  updatedAtMs,
};

/** Root category without an image. */
export const bareCategory: Category = {
  id: IDS.rootCategory,
  name: 'Indumentaria',
  slug: 'indumentaria',
  depth: 0,
  isActive: true,
  updatedAtMs,
};

/** Brand with an image. */
export const exampleBrand: Brand = {
  id: IDS.brand,
  name: 'Patagonia Sur',
  slug: 'patagonia-sur',
  isActive: true,
  image: 'https://img.example.com/brands/patagonia-sur.png',
  updatedAtMs,
};

/** Brand without an image. */
export const bareBrand: Brand = {
  id: IDS.brand,
  name: 'Patagonia Sur',
  slug: 'patagonia-sur',
  isActive: false,
  updatedAtMs,
};
