/** Names of the operations on many products that run as bulk jobs. */
export const PRODUCT_EDIT = 'product-edit';
export const IMPORT_READ = 'import-read';
export const IMPORT_WRITE = 'import-write';
