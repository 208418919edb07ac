import { z } from 'zod';
import { id, timestamp } from './common.ts';

/** Contract, section 2, "Category". */
export const categorySchema = z
  .strictObject({
    id: id('Id of the category.'),
    name: z.string().describe('Name of the category.'),
    slug: z.string().describe('The name as used in URLs.'),
    parent_id: z.string().nullable().describe('The category above; null for a root.'),
    depth: z.int().min(0).describe('Levels above it: 0 for a root.'),
    is_active: z.boolean().describe('Whether buyers see it.'),
    image: z.string().nullable().describe('URL of a picture.'),
    updated_at: timestamp('When it was last changed.'),
  })
  .describe('A category in the tree of the store.');

/** A category as JSON. */
export type CategoryJson = z.output<typeof categorySchema>;
