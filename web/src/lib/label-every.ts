/** Days between two labels of an axis with so many days, so that about `labels` fit. */
export const labelEvery = (days: number, labels: number): number => Math.max(1, Math.ceil(days / labels));
