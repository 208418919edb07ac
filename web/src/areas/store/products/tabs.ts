import type { ComponentType, LazyExoticComponent } from 'react';
import type { Permission } from '@commerce/console-api/access.ts';

/** A part of a product's page that another area adds, e.g. its prices or its stock. */
export interface ProductTab {
  /** In the address as `tab`; its name is `tab.<key>` of the texts `products`. */
  key: string;
  permission: Permission;
  /** Loaded when it is opened, e.g. `lazy(() => import('../stock/ProductStock.tsx'))`. */
  page: LazyExoticComponent<ComponentType<{ product: string }>>;
}

/** The tabs of a product's page after its own: each area adds its lines. */
export const productTabs: ProductTab[] = [];
