import * as z from 'zod';
import { id, timestamp } from './common.ts';

/** Contract, section 2, "Category". */
export const categorySchema = z
  .strictObject({
    id: id('Id of the category.'),
    name: z.string().describe('Name of the category.'),
    slug: z.string().describe('Name in URLs.'),
    parent_id: z.string().nullable().describe('Parent category; null for a root.'),
    depth: z.int().min(0).describe('Depth in the tree: 0 for a root.'),
    is_active: z.boolean().describe('True if buyers can see it.'),
    image: z.string().nullable().describe('URL of an image.'),
    updated_at: timestamp('Time of the last change.'),
  })
  .describe('Category in the tree of the store.');

/** Category as JSON. */
export type CategoryJson = z.output<typeof categorySchema>;
