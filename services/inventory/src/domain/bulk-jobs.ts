/** Kind of the bulk job that applies a store's low-stock threshold to its items. */
export const APPLY_LOW_STOCK_THRESHOLD = 'apply_low_stock_threshold';
