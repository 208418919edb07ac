import * as z from 'zod';
import { id, timestamp } from './common.ts';

/** Contract, section 2, "Brand". */
export const brandSchema = z
  .strictObject({
    id: id('Id of the brand.'),
    name: z.string().describe('Name of the brand.'),
    slug: z.string().describe('Name in URLs.'),
    is_active: z.boolean().describe('True if buyers can see it.'),
    image: z.string().nullable().describe('URL of an image.'),
    updated_at: timestamp('Time of the last change.'),
  })
  .describe('Brand of the store.');

/** Brand as JSON. */
export type BrandJson = z.output<typeof brandSchema>;
