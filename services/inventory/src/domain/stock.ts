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

/** What can be sold. */
export const available = ({ onHand, reserved }: Pick<StockLevel, 'onHand' | 'reserved'>): number =>
  onHand - reserved;
