import * as z from 'zod';
import type { Shop } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';

/** Weekday names as shops use them, in week order. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** All writable fields of a shop; an empty description, image or cross streets means none. */
const shopBody = z.strictObject({
  name: z.string().trim().min(1).max(255),
  description: z.string().max(5_000),
  /** https URL. */
  image: z.string().max(2_048),
  phone: z.string().trim().min(1).max(64),
  email: z.string().trim().min(1).max(254),
  address: z.strictObject({
    street: z.string().trim().min(1).max(255),
    /** 0 for none. */
    streetNumber: z.number().int().min(0).max(999_999),
    crossStreets: z.string().max(255),
    city: z.string().trim().min(1).max(255),
    postalCode: z.string().trim().min(1).max(16),
  }),
  /** Opening hours by weekday, HH:MM in the store's time zone; a day may have several. */
  schedule: z.array(z.strictObject({ day: z.enum(WEEKDAYS), open: time, close: time })).max(28),
  isActive: z.boolean(),
});

export type ShopBody = z.output<typeof shopBody>;

export const shopRoutes = {
  /** Shops of the store, in creation order. */
  list: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/shops',
    access: { store: 'see' },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<Json<Shop>>>(),
  }),
  get: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/shops/:shop',
    access: { store: 'see' },
    answer: answers<Json<Shop>>(),
  }),
  create: consoleRoute({
    method: 'POST',
    path: '/console/api/stores/:store/shops',
    access: { store: 'settings' },
    body: shopBody,
    answer: answers<Json<Shop>>(),
  }),
  update: consoleRoute({
    method: 'PUT',
    path: '/console/api/stores/:store/shops/:shop',
    access: { store: 'settings' },
    body: shopBody.extend({ version }),
    answer: answers<Json<Shop>>(),
  }),
};
