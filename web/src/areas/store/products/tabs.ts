import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Permission } from '@commerce/console-api/access.ts';

/** A part of a product's page that another area adds, e.g. its prices or its stock. */
export interface ProductTab {
  /** In the address as `tab`. */
  key: string;
  /** Key of its name in the texts `products`: `tab.<key>`. */
  permission: Permission;
  page: LazyExoticComponent<ComponentType<{ product: string }>>;
}

/** The tabs of a product's page after its own: each area adds its lines, e.g. `tab('prices', 'see', () => import('../prices/ProductPrices.tsx'))`. */
export const productTabs: ProductTab[] = [];

/** A tab that is loaded when it is opened. */
export const tab = (
  key: string,
  permission: Permission,
  load: () => Promise<{ default: ComponentType<{ product: string }> }>,
): ProductTab => ({ key, permission, page: lazy(load) });
