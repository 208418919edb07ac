import type { Store } from '@commerce/proto/commerce/auth/v1/stores.ts';
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

/** A demo app; whoever loads it makes the client secret and the webhook secret. */
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

/** A step of a store's status flow; `preparing` may bear another name there. */
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
  /** How long an unpaid online order lives. */
  unpaidOrderExpiryHours: number;
  createdAtMs: number;
}

/** A product as the catalogue keeps it. */
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

/** Base prices of a product, with what the price engine needs to know of the product. */
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

/** What a shop has of a product or variant; available is `onHand` less `reserved`. */
export interface StockRecord {
  storeId: string;
  shopId: string;
  productId: string;
  variantId: string | null;
  sku: string | null;
  onHand: number;
  reserved: number;
}

/** A customer, or who is not one (yet); the document is an inside fact, of which only a DNI is shown. */
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

/** How a price list makes a price that it has no entry for. */
export type PriceListRule =
  { kind: 'fixed' } | { kind: 'percentage'; overPriceListId: string | null; percentBp: number };

/** A price list; a percentage over no list is over the base price. */
export interface PriceListRecord {
  storeId: string;
  id: string;
  name: string;
  rule: PriceListRule;
  /** To how many whole pesos, half up. */
  rounding: 'none' | '1' | '10' | '100';
  createdAtMs: number;
  updatedAtMs: number;
}

/** A price that a list fixes; without a variant, for the product and all its variants. */
export interface PriceListEntryRecord {
  storeId: string;
  priceListId: string;
  productId: string;
  variantId: string | null;
  priceCentavos: number;
}

/** The list that a shop sells by; null for base prices. */
export interface ShopPriceListRecord {
  storeId: string;
  shopId: string;
  priceListId: string | null;
}

/** What a promotion takes off: hundredths of a percent, or an amount per unit. */
export type PromotionDiscount =
  { kind: 'percentage'; percentBp: number } | { kind: 'amount'; amountCentavos: number };

/** A promotion for what any of its three lists names (all empty: everything), at its shops (empty: all). */
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
  /** Exclusive; null without an end. */
  endsAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
}

/** How many of each a store has. */
export interface StoreCounts {
  products: number;
  customers: number;
  contacts: number;
  teamMembers: number;
  orders: number;
}
