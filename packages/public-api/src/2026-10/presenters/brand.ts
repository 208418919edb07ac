import type { Brand } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { BrandJson } from '../schemas/brand.ts';
import { iso } from './common.ts';

/** Contract, section 2, "Brand". */
export const presentBrand = (brand: Brand): BrandJson => ({
  id: brand.id,
  name: brand.name,
  slug: brand.slug,
  is_active: brand.isActive,
  image: brand.image ?? null,
  updated_at: iso(brand.updatedAtMs),
});
