import { z } from 'zod';
import { cursor, limit } from '../../params.ts';
import { id, timestamp } from './common.ts';

/** The weekdays of a schedule (decisions, "Ids, amounts, values"). */
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
    description: z.string().nullable().describe('What the merchant says of it.'),
    image: z.string().nullable().describe('URL of a picture.'),
    phone: z.string().describe('Phone number, as the merchant wrote it.'),
    email: z.string().describe('E-mail address.'),
    address: z
      .strictObject({
        street: z.string().describe('Street.'),
        street_number: z.number().describe('House number; 0 for a house without one.'),
        cross_streets: z.string().nullable().describe('The streets it lies between.'),
        city: z.string().describe('City or town.'),
        postal_code: z.string().describe('Postal code.'),
        full: z.string().describe('The whole address in one line, ready to show.'),
      })
      .describe('Where the shop is.'),
    schedule: z
      .array(
        z.strictObject({
          day: z.enum(WEEKDAYS).describe('Weekday.'),
          open: timeOfDay('Opening time, `HH:MM`, local.'),
          close: timeOfDay('Closing time, `HH:MM`, local.'),
        }),
      )
      .describe('Opening hours; a day may occur more than once, or not at all.'),
    is_active: z.boolean().describe('Whether it is in business.'),
    created_at: timestamp('When it was created.'),
    updated_at: timestamp('When it was last changed.'),
  })
  .describe('A branch of the merchant.');

/** A shop as JSON. */
export type ShopJson = z.output<typeof shopSchema>;

/** Query of `GET /shops`; of `GET /categories` and `GET /brands` alike. */
export const pageQuery = z.strictObject({ limit: limit(100, 50), cursor: cursor() });
