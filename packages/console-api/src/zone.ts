/** The zone of every store: days of sales, opening hours and validities are told in it. */
export const STORE_ZONE = 'America/Argentina/Buenos_Aires';
