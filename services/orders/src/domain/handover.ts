/** Shipping methods (decisions, "Ids, amounts, values"). */
export const METHOD_TYPES = ['pickup', 'local_delivery', 'carrier'] as const;

/** Handover of an order; `counter` is a sale handed over at the counter, which has no shipping. */
export type Handover = (typeof METHOD_TYPES)[number] | 'counter';
