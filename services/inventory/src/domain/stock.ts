import type { Goods } from './goods.ts';

/** What a shop has of a product or variant, in units. */
export interface StockLevel {
  productId: string;
  /** Absent for a product without variants. */
  variantId?: string | undefined;
  sku?: string | undefined;
  /** Physical stock. */
  onHand: number;
  /** What of it orders have reserved. */
  reserved: number;
}

/** Most units that a number of the API says (contract, section 4): what a shop has of one thing stays within a few times of it. */
export const MAX_UNITS = 1_000_000_000;

/** What can be sold. */
export const available = ({ onHand, reserved }: Pick<StockLevel, 'onHand' | 'reserved'>): number =>
  onHand - reserved;

/** The threshold of what is never low. */
export const NEVER_LOW = -1;

/** What a shop has of goods, as the back office looks at it. */
export interface StockItemLevel extends Goods {
  sku: string | undefined;
  onHand: number;
  reserved: number;
  /** It is low when no more than this is available. */
  lowAt: number;
  /** Whether the threshold was set for these goods; otherwise it is the store's. */
  hasOwnLowAt: boolean;
  isLow: boolean;
  isDraft: boolean;
}
