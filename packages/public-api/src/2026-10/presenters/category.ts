import type { Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { CategoryJson } from '../schemas/category.ts';
import { iso } from './common.ts';

/** Contract, section 2, "Category". */
export const presentCategory = (category: Category): CategoryJson => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  parent_id: category.parentId ?? null,
  depth: category.depth,
  is_active: category.isActive,
  image: category.image ?? null,
  updated_at: iso(category.updatedAtMs),
});
