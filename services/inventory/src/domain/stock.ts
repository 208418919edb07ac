import type { StockKey } from './stock-key.ts';

/** Maximum number of units in the API (contract, section 4); a stock item stays within a few times of it. */
export const MAX_UNITS = 1_000_000_000;

/** Threshold of an item that is never low. */
export const NEVER_LOW = -1;

/** Stock of a product or variant at a shop, in units. */
export interface StockLevel {
  productId: string;
  /** Absent for a product without variants. */
  variantId?: string | undefined;
  sku?: string | undefined;
  /** Physical stock. */
  onHand: number;
  /** Units of it that orders have reserved. */
  reserved: number;
}

/** Stock of a product or variant at a shop, with the data that only the back office shows. */
export interface StockItemLevel extends StockKey {
  sku: string | undefined;
  onHand: number;
  reserved: number;
  /** The item is low when no more than this is available. */
  lowAt: number;
  /** True when the threshold was set for this item; otherwise it is the store's. */
  hasOwnLowAt: boolean;
  isLow: boolean;
  isDraft: boolean;
}

/** A stock item whose row is locked. */
export interface LockedStockItem extends StockKey {
  onHand: number;
  reserved: number;
}

/** New numbers of a stock item. */
export interface StockItemChange {
  item: LockedStockItem;
  onHand: number;
  reserved: number;
}

/** A stock item after a change. */
export interface ChangedStockItem extends StockKey {
  sku: string | undefined;
  onHand: number;
  reserved: number;
  version: number;
  /** True when the product is neither a draft nor deleted. */
  isVisible: boolean;
}

/** Units that can be sold. */
export const available = ({ onHand, reserved }: Pick<StockLevel, 'onHand' | 'reserved'>): number =>
  onHand - reserved;
