/** The product's name, on every page and in the API's documentation. */
export const PRODUCT = 'Mostrador';
