/** Product name, on every page and in the API documentation. */
export const PRODUCT = 'Mostrador';
