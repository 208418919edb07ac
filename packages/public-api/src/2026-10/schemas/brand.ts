import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** Contract, section 2, "Brand". */
export const brandSchema = z
  .strictObject({
    id: id('Id of the brand.'),
    name: z.string().describe('Name of the brand.'),
    slug: z.string().describe('The name as used in URLs.'),
    is_active: z.boolean().describe('Whether buyers see it.'),
    image: z.string().nullable().describe('URL of a picture.'),
    updated_at: timestamp('When it was last changed.'),
  })
  .describe('A brand of the store.');

/** A brand as JSON. */
export type BrandJson = z.output<typeof brandSchema>;
