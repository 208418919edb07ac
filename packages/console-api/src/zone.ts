/** Time zone of every store: days of sales, opening hours and validity periods are in it. */
export const STORE_ZONE = 'America/Argentina/Buenos_Aires';
/** UTC offset of `STORE_ZONE`, the same all year since 2009. */
export const STORE_UTC_OFFSET = '-03:00';
