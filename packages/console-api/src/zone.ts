/** Time zone of every store: days of sales, opening hours and validity periods are in it. */
export const STORE_ZONE = 'America/Argentina/Buenos_Aires';
