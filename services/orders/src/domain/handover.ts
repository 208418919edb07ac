/** Shipping methods (decisions, "Ids, amounts, values"). */
export const METHOD_TYPES = ['pickup', 'local_delivery', 'carrier'] as const;

/** How an order reaches the buyer; `counter` is a sale handed over at the counter, which has no shipping. */
export type Handover = (typeof METHOD_TYPES)[number] | 'counter';
