import type { Store } from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Order } from '@commerce/proto/commerce/orders/v1/orders.ts';

/** A person who signs in. Passwords of the demo are public. */
export interface PersonRecord {
  id: string;
  email: string;
  name: string;
  password: string;
}

/** A developer account with its person. */
export interface DeveloperRecord {
  id: string;
  name: string;
  person: PersonRecord;
}

/** A demo app; the loader creates its client secret and webhook secret. */
export interface AppRecord {
  id: string;
  developerId: string;
  name: string;
  redirectUris: string[];
  scopes: string[];
  webhookUrl: string;
  eventTypes: string[];
  createdAtMs: number;
}

/** A step of a store's status flow; `preparing` may have another name there. */
export interface StatusStep {
  status: string;
  label: string;
  kind: 'open' | 'fulfilled' | 'closed_bad';
}

/** A tenant. */
export interface StoreRecord {
  id: string;
  store: Store;
  owner: PersonRecord;
  teamUser: PersonRecord;
  orderFlow: StatusStep[];
  /** Lifetime of an unpaid online order. */
  unpaidOrderExpiryHours: number;
  createdAtMs: number;
}

/** A product as stored by catalog. */
export interface ProductRecord {
  storeId: string;
  product: Product;
  draft: boolean;
}

/** Base price and cost of a variant; an unknown cost is null. */
export interface BaseVariantPrice {
  variantId: string;
  priceCentavos: number;
  compareAtCentavos: number | null;
  costCentavos: number | null;
  isActive: boolean;
}

/** Base prices of a product, with the product data that the price engine needs. */
export interface BasePriceRecord {
  storeId: string;
  productId: string;
  priceCentavos: number;
  /** Null: unknown. */
  costCentavos: number | null;
  variants: BaseVariantPrice[];
  categoryIds: string[];
  brandIds: string[];
  /** The shops that sell it; empty: every shop. */
  shopIds: string[];
  draft: boolean;
}

/** Stock of a product or variant at a shop; available is `onHand` minus `reserved`. */
export interface StockRecord {
  storeId: string;
  shopId: string;
  productId: string;
  variantId: string | null;
  sku: string | null;
  onHand: number;
  reserved: number;
}

/** A customer, contact or team member; the document is internal, and only a DNI is shown. */
export interface CustomerRecord {
  storeId: string;
  customer: Customer;
  kind: 'customer' | 'contact' | 'team_member';
  documentType: 'DNI' | 'CUIT' | 'CUIL' | 'PASAPORTE' | null;
  documentNumber: string | null;
}

/** A sale. */
export interface OrderRecord {
  storeId: string;
  order: Order;
}

/** Rule of a price list for products without an entry. */
export type PriceListRule =
  { kind: 'fixed' } | { kind: 'percentage'; overPriceListId: string | null; percentBp: number };

/** A price list; a percentage over no list is over the base price. */
export interface PriceListRecord {
  storeId: string;
  id: string;
  name: string;
  rule: PriceListRule;
  /** Rounding unit in whole pesos, half up. */
  rounding: 'none' | '1' | '10' | '100';
  createdAtMs: number;
  updatedAtMs: number;
}

/** A fixed price of a list; without a variant, for the product and all its variants. */
export interface PriceListEntryRecord {
  storeId: string;
  priceListId: string;
  productId: string;
  variantId: string | null;
  priceCentavos: number;
}

/** Price list of a shop; null for base prices. */
export interface ShopPriceListRecord {
  storeId: string;
  shopId: string;
  priceListId: string | null;
}

/** Discount of a promotion: hundredths of a percent, or an amount per unit. */
export type PromotionDiscount =
  { kind: 'percentage'; percentBp: number } | { kind: 'amount'; amountCentavos: number };

/** A promotion for the items of its three lists (all empty: everything), at its shops (empty: all). */
export interface PromotionRecord {
  storeId: string;
  id: string;
  name: string;
  discount: PromotionDiscount;
  productIds: string[];
  categoryIds: string[];
  brandIds: string[];
  shopIds: string[];
  startsAtMs: number;
  /** Exclusive; null for no end. */
  endsAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
}

/** Record counts of a store. */
export interface StoreCounts {
  products: number;
  customers: number;
  contacts: number;
  teamMembers: number;
  orders: number;
}
