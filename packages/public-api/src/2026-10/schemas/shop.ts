import * as z from 'zod';
import { cursor, limit } from '../../params.ts';
import { id, timestamp } from './common.ts';

/** Weekdays of a schedule (decisions, "Ids, amounts, values"). */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const timeOfDay = (description: string) =>
  z
    .string()
    .regex(/^\d{2}:\d{2}$/)
    .describe(description);

/** Contract, section 2, "Shop". */
export const shopSchema = z
  .strictObject({
    id: id('Id of the shop.'),
    name: z.string().describe('Name of the shop.'),
    description: z.string().nullable().describe('Description.'),
    image: z.string().nullable().describe('URL of an image.'),
    phone: z.string().describe('Phone number, as entered by the merchant.'),
    email: z.string().describe('Email address.'),
    address: z
      .strictObject({
        street: z.string().describe('Street.'),
        street_number: z.number().describe('House number; 0 for a house without one.'),
        cross_streets: z.string().nullable().describe('Cross streets.'),
        city: z.string().describe('City or town.'),
        postal_code: z.string().describe('Postal code.'),
        full: z.string().describe('Complete address in one line, for display.'),
      })
      .describe('Address of the shop.'),
    schedule: z
      .array(
        z.strictObject({
          day: z.enum(WEEKDAYS).describe('Weekday.'),
          open: timeOfDay('Opening time, `HH:MM`, in local time.'),
          close: timeOfDay('Closing time, `HH:MM`, in local time.'),
        }),
      )
      .describe('Opening hours; a day can occur more than once, or not at all.'),
    is_active: z.boolean().describe('True if the shop is active.'),
    created_at: timestamp('Time of creation.'),
    updated_at: timestamp('Time of the last change.'),
  })
  .describe('Shop of the store.');

/** Shop as JSON. */
export type ShopJson = z.output<typeof shopSchema>;

/** Query of `GET /shops`, `GET /categories` and `GET /brands`. */
export const pageQuery = z.strictObject({ limit: limit(100, 50), cursor: cursor() });
